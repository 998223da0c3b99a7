-- The final target of each redirect. A redirect that still leads to a redirect is part of a loop, and has none.
SELECT a.page, a.target
FROM ${before} AS a
LEFT JOIN ${before} AS b ON a.target = b.page
WHERE b.page IS NULL
