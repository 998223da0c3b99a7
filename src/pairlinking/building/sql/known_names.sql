-- Every name that means one entity, including Wikidata items.
SELECT name, entity
FROM names
UNION ALL
SELECT i.item AS name, min(n.entity) AS entity
FROM items AS i
INNER JOIN names AS n ON i.page = n.name
LEFT JOIN names AS taken ON i.item = taken.name
WHERE taken.name IS NULL
GROUP BY i.item
