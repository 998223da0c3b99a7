-- Redirects, unless a page of the same name exists. Keys of pages that are known by another key lead to that key, too.
SELECT r.page, r.target
FROM every_redirect AS r
LEFT JOIN page_list AS p ON r.page = p.page
LEFT JOIN joined AS j ON r.page = j.page
WHERE p.page IS NULL AND j.page IS NULL AND r.page <> r.target
UNION ALL
SELECT page, key AS target
FROM joined
