-- Twice as many steps of each redirect as in ${before}: after n times, chains of up to 2^n redirects are followed.
SELECT a.page, coalesce(b.target, a.target) AS target
FROM ${before} AS a
LEFT JOIN ${before} AS b ON a.target = b.page
