-- Where each redirect leads in the end. One that still leads to a redirect goes in a circle, and nowhere.
SELECT a.page, a.target
FROM ${before} AS a
LEFT JOIN ${before} AS b ON a.target = b.page
WHERE b.page IS NULL
