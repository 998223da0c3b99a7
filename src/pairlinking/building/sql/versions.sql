-- Pages that are in several files, once per file, if these agree on whether the page lists meanings.
SELECT
    p.page,
    p.title,
    p.shard,
    substring(p.shard, 1, 3) AS file,
    substring(f.shard, 1, 3) AS first_file,
    f.is_disambiguation
FROM pages AS p
INNER JOIN (SELECT page, min(shard) AS shard FROM pages GROUP BY page, substring(shard, 1, 3)) AS once
    ON p.page = once.page AND p.shard = once.shard
INNER JOIN (
    SELECT page
    FROM pages
    GROUP BY page
    HAVING min(substring(shard, 1, 3)) < max(substring(shard, 1, 3))
) AS several ON p.page = several.page
INNER JOIN page_list AS f ON p.page = f.page
WHERE (CASE WHEN p.is_disambiguation THEN 1 ELSE 0 END) = f.is_disambiguation
