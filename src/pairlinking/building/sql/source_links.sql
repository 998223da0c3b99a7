-- Links with their target after following the redirects of the source, without those of held-out pages.
SELECT l.page, coalesce(r.target, l.target) AS target, l.anchor, l.place, l.opens, p.is_disambiguation
FROM links AS l
INNER JOIN page_list AS p ON l.page = p.page AND l.shard = p.shard
LEFT JOIN redirect_ends AS r ON l.target = r.page
LEFT JOIN held_out AS h ON l.page = h.page
WHERE h.page IS NULL
UNION ALL
SELECT page, target, anchor, place, opens, is_disambiguation
FROM later_links
