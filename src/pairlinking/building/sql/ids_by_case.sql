-- Ids of catalogues that differ from another key by upper and lower case only.
SELECT c.page, o.page AS other, c.number, c.shard
FROM pages AS c
INNER JOIN (
    SELECT lower(translate(page, 'İΣ', 'Iσ')) AS small, min(page) AS page
    FROM pages
    GROUP BY lower(translate(page, 'İΣ', 'Iσ'))
    HAVING min(page) <> max(page)
) AS o ON lower(translate(c.page, 'İΣ', 'Iσ')) = o.small
WHERE c.page <> o.page AND substring(c.shard, 1, 3) IN (${catalogues})
