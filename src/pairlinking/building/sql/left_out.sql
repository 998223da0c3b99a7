-- Rows of tables about entities that were left out: by reason and file, how many, and the first line.
SELECT 'unknown_aliases' AS reason, substring(a.shard, 1, 3) AS file, count(*) AS n, min(a.number) AS number
FROM aliases AS a
LEFT JOIN known_names AS k ON a.page = k.name
WHERE k.name IS NULL
GROUP BY substring(a.shard, 1, 3)
UNION ALL
SELECT 'unknown_links' AS reason, substring(l.shard, 1, 3) AS file, count(*) AS n, min(l.number) AS number
FROM added_links AS l
LEFT JOIN known_names AS s ON l.page = s.name
LEFT JOIN known_names AS t ON l.target = t.name
WHERE s.name IS NULL OR t.name IS NULL
GROUP BY substring(l.shard, 1, 3)
UNION ALL
SELECT 'dangling_redirects' AS reason, substring(r.shard, 1, 3) AS file, count(*) AS n, min(r.number) AS number
FROM redirects AS r
LEFT JOIN names AS n ON r.page = n.name
LEFT JOIN all_ends AS a ON r.page = a.page
LEFT JOIN page_list AS p ON coalesce(a.target, r.page) = p.page
WHERE substring(r.shard, 1, 3) IN (${tables}) AND n.name IS NULL AND p.page IS NULL
GROUP BY substring(r.shard, 1, 3)
UNION ALL
SELECT 'conflicting_redirects' AS reason, substring(r.shard, 1, 3) AS file, count(*) AS n, min(r.number) AS number
FROM redirects AS r
INNER JOIN every_redirect AS e ON r.page = e.page
WHERE r.target <> e.target
GROUP BY substring(r.shard, 1, 3)
UNION ALL
SELECT 'redirects_with_page' AS reason, substring(r.shard, 1, 3) AS file, count(*) AS n, min(r.number) AS number
FROM redirects AS r
INNER JOIN page_list AS p ON r.page = p.page
WHERE substring(r.shard, 1, 3) IN (${tables})
GROUP BY substring(r.shard, 1, 3)
