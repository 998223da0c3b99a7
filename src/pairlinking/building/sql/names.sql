-- Every name that means one entity: its key, and the redirects to it.
SELECT key AS name, entity
FROM entities
UNION ALL
SELECT r.page AS name, e.entity
FROM all_ends AS r
INNER JOIN entities AS e ON r.target = e.key
LEFT JOIN entities AS taken ON r.page = taken.key
WHERE taken.key IS NULL
