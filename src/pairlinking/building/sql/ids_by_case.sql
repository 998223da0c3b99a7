-- Ids of catalogues that differ from another key by upper and lower case only.
SELECT c.page, o.page AS other, c.number, c.shard
FROM pages AS c
INNER JOIN (
    SELECT lower(page) AS small, min(page) AS page
    FROM pages
    GROUP BY lower(page)
    HAVING min(page) <> max(page)
) AS o ON lower(c.page) = o.small
WHERE c.page <> o.page AND substring(c.shard, 1, 3) IN (${catalogues})
