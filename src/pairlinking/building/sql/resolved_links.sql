-- Links with their final target, after following all redirects.
SELECT l.page, coalesce(g.target, l.target) AS target, l.anchor, l.place, l.opens, l.is_disambiguation
FROM source_links AS l
LEFT JOIN missing_redirects AS g ON l.target = g.page
