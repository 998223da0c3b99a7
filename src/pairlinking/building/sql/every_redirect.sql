-- Redirects of all sources, one target each: that of the first shard. Those in MediaWiki's own tables have numbers.
SELECT page, substring(min(concat(shard, ':', target)), 11) AS target
FROM (
    SELECT page, target, shard
    FROM redirects
    UNION ALL
    SELECT p.page, r.target, r.shard
    FROM numbered_redirects AS r
    INNER JOIN numbered_pages AS p ON r.number = p.number
) AS told
GROUP BY page
