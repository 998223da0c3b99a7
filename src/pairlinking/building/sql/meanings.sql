-- Entities that a disambiguation page lists, under its own name and those of the redirects to it.
SELECT d.name, e.entity
FROM (
    SELECT page, page AS name FROM page_list WHERE is_disambiguation = 1
    UNION ALL
    SELECT r.target AS page, r.page AS name
    FROM all_ends AS r
    INNER JOIN page_list AS p ON r.target = p.page
    WHERE p.is_disambiguation = 1
) AS d
INNER JOIN resolved_links AS l ON d.page = l.page
INNER JOIN entities AS e ON l.target = e.key
WHERE l.opens
