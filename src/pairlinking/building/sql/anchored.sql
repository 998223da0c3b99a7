-- How often each anchor, whatever its case, leads to each target, and how often it begins with a small letter.
SELECT
    lower(replace(replace(l.anchor, 'İ', 'I'), 'Σ', 'σ')) AS form,
    coalesce(s.target, l.target) AS target,
    count(*) AS n,
    sum(
        CASE
            WHEN substring(l.anchor, 1, 1) IN ('ß', 'ŉ', 'ǰ', 'ΐ', 'ΰ') THEN 1
            WHEN substring(l.anchor, 1, 1) <> upper(substring(l.anchor, 1, 1)) THEN 1
            ELSE 0
        END
    ) AS small
FROM source_links AS l
LEFT JOIN spelled AS s ON l.target = s.page
WHERE '${entities}' = 'linked' AND ${guess_redirects} = 1 AND l.is_disambiguation = 0 AND l.place <> 'alias' AND l.place <> 'listed'
GROUP BY lower(replace(replace(l.anchor, 'İ', 'I'), 'Σ', 'σ')), coalesce(s.target, l.target)
