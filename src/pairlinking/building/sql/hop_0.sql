-- Redirects, one target each; none where a page of that name exists.
SELECT r.page, min(r.target) AS target
FROM redirects AS r
LEFT JOIN page_list AS p ON r.page = p.page
WHERE p.page IS NULL AND r.page <> r.target
GROUP BY r.page
