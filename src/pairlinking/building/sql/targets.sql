-- Targets of links, whether or not they have a page: how many links lead to each, and how many anchors are the target's
-- name with a small first letter, as for a common noun. Lengths are compared first: most anchors already differ in
-- length, and no letter that is lowered here changes it.
SELECT
    target,
    count(*) AS links,
    sum(
        CASE
            WHEN substring(anchor, 1, 1) = substring(target, 1, 1) THEN 0
            WHEN length(anchor) <> length(target) THEN 0
            WHEN lower(replace(replace(anchor, 'İ', 'I'), 'Σ', 'σ')) = lower(replace(replace(target, 'İ', 'I'), 'Σ', 'σ')) THEN 1
            ELSE 0
        END
    ) AS small
FROM source_links
WHERE '${entities}' = 'linked' AND ${guess_redirects} = 1 AND is_disambiguation = 0 AND place <> 'alias' AND place <> 'listed'
GROUP BY target
