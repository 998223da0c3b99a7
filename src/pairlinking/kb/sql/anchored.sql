-- How often each anchor, whatever its case, leads to each target.
SELECT lower(anchor) AS form, target, count(*) AS n
FROM told_links
WHERE is_disambiguation = 0 AND place <> 'alias' AND place <> 'listed'
GROUP BY lower(anchor), target
