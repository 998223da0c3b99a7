-- Pages and shards with a text that is not the first one of the page.
SELECT t.page, t.shard
FROM (
    SELECT DISTINCT s.page, coalesce(j.key, s.page) AS key, s.shard
    FROM sentences AS s
    LEFT JOIN joined AS j ON s.page = j.page
    INNER JOIN repeated_pages AS r ON coalesce(j.key, s.page) = r.key
) AS t
INNER JOIN (
    SELECT coalesce(j.key, s.page) AS key, min(s.shard) AS shard
    FROM sentences AS s
    LEFT JOIN joined AS j ON s.page = j.page
    INNER JOIN repeated_pages AS r ON coalesce(j.key, s.page) = r.key
    GROUP BY coalesce(j.key, s.page)
) AS f ON t.key = f.key
WHERE t.shard <> f.shard
