-- Keys of pages that occur several times.
SELECT coalesce(j.key, p.page) AS key
FROM pages AS p
LEFT JOIN joined AS j ON p.page = j.page
GROUP BY coalesce(j.key, p.page)
HAVING count(*) > 1
