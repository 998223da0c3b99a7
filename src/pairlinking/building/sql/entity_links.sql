-- Links among entities, once per page; and of every page to itself, so that a page and an entity it links to share that
-- page. Disambiguation pages relate nothing, as they are not entities.
-- The keys are compared before the joins: a condition on both entities would join every entity with every other.
SELECT DISTINCT target, source
FROM (
    SELECT t.entity AS target, s.entity AS source
    FROM resolved_links AS l
    INNER JOIN entities AS t ON l.target = t.key
    INNER JOIN entities AS s ON l.page = s.key
    WHERE l.place <> 'alias' AND l.target <> l.page
    UNION ALL
    SELECT target, source
    FROM known_links
    WHERE target <> source
) AS pairs
UNION ALL
SELECT e.entity AS target, e.entity AS source
FROM entities AS e
INNER JOIN page_list AS p ON e.key = p.page
LEFT JOIN held_out AS h ON e.key = h.page
WHERE h.page IS NULL
