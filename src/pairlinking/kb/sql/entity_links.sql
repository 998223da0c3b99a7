-- Links among entities, once per page. Disambiguation pages, being no entities, relate nothing.
SELECT DISTINCT t.entity AS target, s.entity AS source
FROM resolved_links AS l
INNER JOIN entities AS t ON l.target = t.key
INNER JOIN entities AS s ON l.page = s.key
WHERE l.place <> 'alias' AND t.entity <> s.entity
