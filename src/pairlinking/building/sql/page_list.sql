-- One row per page: a dump made while people edit can contain a page twice. Its first shard counts.
SELECT p.page, p.title, CASE WHEN p.is_disambiguation THEN 1 ELSE 0 END AS is_disambiguation, p.shard
FROM pages AS p
INNER JOIN (SELECT page, min(shard) AS shard FROM pages GROUP BY page) AS f ON p.page = f.page AND p.shard = f.shard
