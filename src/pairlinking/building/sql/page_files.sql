-- The first shard in each file of the pages that are named in ${pairs}.
SELECT p.page, min(p.shard) AS shard
FROM pages AS p
INNER JOIN (SELECT page FROM ${pairs} UNION SELECT other AS page FROM ${pairs}) AS n ON p.page = n.page
GROUP BY p.page, substring(p.shard, 1, 3)
