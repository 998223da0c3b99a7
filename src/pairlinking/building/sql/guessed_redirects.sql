-- Guesses that do not lead to other guesses, so that there are no loops.
SELECT g.page, g.target
FROM guesses AS g
LEFT JOIN guesses AS further ON g.target = further.page
WHERE further.page IS NULL
