-- Tokens of the corpus that are frequent enough, most frequent first, then by their first place in the corpus.
SELECT token, times
FROM (
    SELECT token, CAST(sum(times) AS BIGINT) AS times, min(place) AS place
    FROM shard_tokens
    GROUP BY token
) AS t
WHERE times >= CASE WHEN substring(token, 1, 1) = '/' THEN ${min_entity_count} ELSE ${min_count} END
ORDER BY times DESC, place
