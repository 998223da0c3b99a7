-- Every reason why a form may mean an entity. Only anchors carry counts.
-- The bits of origin: 1 title, 2 redirect, 4 anchor, 8 disambiguation page, 16 alias.
-- The key of an entity in a later source is not a form, as it may be just an id; its title there is.
SELECT l.anchor AS form, e.entity, count(*) AS n, 4 AS origin
FROM resolved_links AS l
INNER JOIN entities AS e ON l.target = e.key
WHERE l.is_disambiguation = 0 AND l.place <> 'alias' AND l.place <> 'listed'
GROUP BY l.anchor, e.entity
UNION ALL
SELECT DISTINCT l.anchor AS form, e.entity, 0 AS n, 16 AS origin
FROM resolved_links AS l
INNER JOIN entities AS e ON l.target = e.key
WHERE l.place = 'alias'
UNION ALL
SELECT DISTINCT a.alias AS form, n.entity, 0 AS n, 16 AS origin
FROM aliases AS a
INNER JOIN known_names AS n ON a.page = n.name
UNION ALL
SELECT DISTINCT v.title AS form, e.entity, 0 AS n, 16 AS origin
FROM versions AS v
INNER JOIN entities AS e ON v.page = e.key
WHERE v.title <> e.title
UNION ALL
SELECT title AS form, entity, 0 AS n, 1 AS origin
FROM entities
UNION ALL
SELECT regexp_replace(title, ' [(][^()]*[)]$', '') AS form, entity, 0 AS n, 1 AS origin
FROM entities
UNION ALL
SELECT r.page AS form, e.entity, 0 AS n, 2 AS origin
FROM all_ends AS r
INNER JOIN entities AS e ON r.target = e.key
LEFT JOIN joined AS j ON r.page = j.page
WHERE j.page IS NULL
UNION ALL
SELECT regexp_replace(r.page, ' [(][^()]*[)]$', '') AS form, e.entity, 0 AS n, 2 AS origin
FROM all_ends AS r
INNER JOIN entities AS e ON r.target = e.key
LEFT JOIN joined AS j ON r.page = j.page
WHERE j.page IS NULL
UNION ALL
SELECT regexp_replace(name, ' [(][^()]*[)]$', '') AS form, entity, 0 AS n, 8 AS origin
FROM meanings
