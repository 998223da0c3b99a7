-- Entities without a page in any dump.
SELECT e.entity
FROM page_list AS p
INNER JOIN entities AS e ON p.page = e.key
WHERE substring(p.shard, 1, 3) IN (${catalogues})
ORDER BY e.entity
