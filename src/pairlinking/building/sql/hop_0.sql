-- Redirects; none where a page of that name exists. Keys of pages that are known under another one lead there too.
SELECT r.page, r.target
FROM every_redirect AS r
LEFT JOIN page_list AS p ON r.page = p.page
LEFT JOIN joined AS j ON r.page = j.page
WHERE p.page IS NULL AND j.page IS NULL AND r.page <> r.target
UNION ALL
SELECT page, key AS target
FROM joined
