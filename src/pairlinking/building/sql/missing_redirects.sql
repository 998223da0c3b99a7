-- All guessed redirects: other spellings, followed further if their targets are guessed redirects, and other names.
SELECT s.page, coalesce(g.target, s.target) AS target
FROM spelled AS s
LEFT JOIN guessed_redirects AS g ON s.target = g.page
UNION ALL
SELECT page, target
FROM guessed_redirects
