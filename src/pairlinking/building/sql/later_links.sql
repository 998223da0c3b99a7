-- Links that only a later file has: if several files have links with the same anchor, those in the first count.
SELECT page, target, anchor, place, opens, is_disambiguation
FROM (
    SELECT
        l.page,
        coalesce(r.target, l.target) AS target,
        l.anchor,
        l.place,
        l.opens,
        v.is_disambiguation,
        v.file,
        v.first_file,
        min(v.file) OVER (PARTITION BY l.page, coalesce(r.target, l.target), l.anchor) AS earliest
    FROM links AS l
    INNER JOIN versions AS v ON l.page = v.page AND l.shard = v.shard
    LEFT JOIN redirect_ends AS r ON l.target = r.page
    LEFT JOIN held_out AS h ON l.page = h.page
    WHERE h.page IS NULL
) AS found
WHERE file = earliest AND file > first_file
