-- Counts of everything.
SELECT
    (SELECT count(*) FROM page_list) AS pages,
    (SELECT count(*) FROM pages) - (SELECT count(*) FROM page_list) AS repeated_pages,
    (SELECT count(*) FROM page_list WHERE is_disambiguation = 1) AS disambiguation_pages,
    (SELECT count(*) FROM hop_0) - (SELECT count(*) FROM joined) AS redirects,
    (SELECT count(*) FROM hop_0) - (SELECT count(*) FROM redirect_ends) AS circular_redirects,
    (SELECT count(*) FROM missing_redirects) AS guessed_redirects,
    (SELECT count(*) FROM held_out) AS held_out_pages,
    (SELECT count(*) FROM entities) AS entities,
    (
        SELECT count(*)
        FROM links AS l
        INNER JOIN page_list AS p ON l.page = p.page AND l.shard = p.shard
        WHERE l.place <> 'alias'
    ) + (SELECT count(*) FROM later_links WHERE place <> 'alias') AS links,
    (
        SELECT count(*)
        FROM resolved_links AS l
        LEFT JOIN entities AS e ON l.target = e.key
        LEFT JOIN page_list AS p ON l.target = p.page
        WHERE e.key IS NULL AND p.page IS NULL
    ) AS dangling_links,
    (SELECT count(*) FROM sentences) AS sentences,
    (SELECT count(DISTINCT form) FROM surfaces) AS surface_forms,
    (SELECT count(*) FROM (SELECT form FROM surfaces GROUP BY form HAVING count(*) > 1) AS f) AS ambiguous_forms,
    (SELECT count(*) FROM entity_links) AS in_links,
    (SELECT coalesce(max(n), 0) FROM surfaces) AS most_links
