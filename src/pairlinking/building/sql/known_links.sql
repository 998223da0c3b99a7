-- Links from a file without pages between entities of other files, without those of held-out pages.
SELECT t.entity AS target, s.entity AS source
FROM added_links AS l
INNER JOIN known_names AS t ON l.target = t.name
INNER JOIN known_names AS s ON l.page = s.name
LEFT JOIN (SELECT n.entity FROM held_out AS o INNER JOIN names AS n ON o.page = n.name) AS h ON s.entity = h.entity
WHERE h.entity IS NULL
