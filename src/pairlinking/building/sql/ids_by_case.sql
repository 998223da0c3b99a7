-- Ids of catalogues that differ from another key only by upper and lower case.
SELECT c.page, o.page AS other, c.number, c.shard
FROM pages AS c
INNER JOIN (
    SELECT lower(replace(replace(page, 'İ', 'I'), 'Σ', 'σ')) AS small, min(page) AS page
    FROM pages
    GROUP BY lower(replace(replace(page, 'İ', 'I'), 'Σ', 'σ'))
    HAVING min(page) <> max(page)
) AS o ON lower(replace(replace(c.page, 'İ', 'I'), 'Σ', 'σ')) = o.small
WHERE c.page <> o.page AND substring(c.shard, 1, 3) IN (${catalogues})
