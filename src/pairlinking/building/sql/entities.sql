-- Pages that are not disambiguation pages; with '${entities}' = 'linked' also targets with enough links that have no
-- page and are not part of a redirect loop.
-- Numbered in the byte order of their keys.
SELECT
    key,
    title,
    row_number() OVER (ORDER BY key) - 1 AS entity
FROM (
    SELECT page AS key, title
    FROM page_list
    WHERE is_disambiguation = 0
    UNION ALL
    SELECT l.target AS key, l.target AS title
    FROM resolved_links AS l
    LEFT JOIN page_list AS p ON l.target = p.page
    LEFT JOIN every_redirect AS r ON l.target = r.page
    WHERE '${entities}' = 'linked' AND p.page IS NULL AND r.page IS NULL AND l.is_disambiguation = 0 AND l.place <> 'alias'
    GROUP BY l.target
    HAVING count(DISTINCT l.page) >= ${min_links}
) AS found
