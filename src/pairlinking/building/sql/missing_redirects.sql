-- All redirects that were guessed: other spellings, which lead on where theirs is guessed too, and other names.
SELECT s.page, coalesce(g.target, s.target) AS target
FROM spelled AS s
LEFT JOIN guessed_redirects AS g ON s.target = g.page
UNION ALL
SELECT page, target
FROM guessed_redirects
