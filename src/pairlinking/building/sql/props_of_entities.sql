-- Facts of the pages of dumps from MediaWiki's page_props; a free picture before one that is not free.
SELECT e.entity, v.name, v.value
FROM page_props AS v
INNER JOIN pages AS p ON v.number = p.number
INNER JOIN entities AS e ON p.page = e.key
WHERE substring(p.shard, 1, 3) IN (${dumps})
ORDER BY e.entity, v.name DESC, p.shard, v.shard
