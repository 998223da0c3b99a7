-- How often each anchor, whatever its case, leads to each target, and how often it begins with a small letter.
SELECT
    lower(l.anchor) AS form,
    coalesce(s.target, l.target) AS target,
    count(*) AS n,
    sum(CASE WHEN substring(l.anchor, 1, 1) <> upper(substring(l.anchor, 1, 1)) THEN 1 ELSE 0 END) AS small
FROM told_links AS l
LEFT JOIN spelled AS s ON l.target = s.page
WHERE l.is_disambiguation = 0 AND l.place <> 'alias' AND l.place <> 'listed'
GROUP BY lower(l.anchor), coalesce(s.target, l.target)
