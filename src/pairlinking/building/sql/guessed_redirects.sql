-- Guesses that lead to no other guess, so that none goes in a circle.
SELECT g.page, g.target
FROM guesses AS g
LEFT JOIN guesses AS further ON g.target = further.page
WHERE further.page IS NULL
