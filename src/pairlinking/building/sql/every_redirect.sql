-- Redirects of all sources, one target each: another page rather than itself, then that of the first shard. Those in
-- MediaWiki's own tables have numbers.
SELECT page, substring(min(concat(CASE WHEN page = target THEN '1' ELSE '0' END, shard, ':', target)), 12) AS target
FROM (
    SELECT page, target, shard
    FROM redirects
    UNION ALL
    SELECT p.page, r.target, r.shard
    FROM numbered_redirects AS r
    INNER JOIN numbered_pages AS p ON r.number = p.number
) AS redirected
GROUP BY page
