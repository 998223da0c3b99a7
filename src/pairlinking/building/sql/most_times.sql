-- How often the most frequent word, or entity, of the corpus occurs.
SELECT CAST(coalesce(max(times), 0) AS BIGINT) AS times
FROM (
    SELECT token, sum(times) AS times
    FROM shard_tokens
    GROUP BY token
) AS t
WHERE CASE WHEN substring(token, 1, 1) = '/' THEN 'entity' ELSE 'word' END = '${kind}'
