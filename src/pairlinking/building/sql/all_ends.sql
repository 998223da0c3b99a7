-- Redirects of the source, and those that were guessed; a redirect to a guessed one leads to the target of that one.
SELECT r.page, coalesce(g.target, r.target) AS target
FROM redirect_ends AS r
LEFT JOIN missing_redirects AS g ON r.target = g.page
UNION ALL
SELECT page, target
FROM missing_redirects
