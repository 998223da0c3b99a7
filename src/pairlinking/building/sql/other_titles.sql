-- Lines that give an id a different title than the first source that has it.
SELECT p.page, p.title, f.title AS first_title, p.number, p.shard, f.number AS first_number, f.shard AS first_shard
FROM pages AS p
INNER JOIN (SELECT page, min(shard) AS shard FROM pages GROUP BY page) AS m ON p.page = m.page
INNER JOIN pages AS f ON m.page = f.page AND m.shard = f.shard
WHERE p.title <> f.title
