-- Forms and their entities, with counts and reasons.
SELECT
    form,
    entity,
    sum(n) AS n,
    max(CASE WHEN origin = 1 THEN 1 ELSE 0 END)
    + max(CASE WHEN origin = 2 THEN 2 ELSE 0 END)
    + max(CASE WHEN origin = 4 THEN 4 ELSE 0 END)
    + max(CASE WHEN origin = 8 THEN 8 ELSE 0 END)
    + max(CASE WHEN origin = 16 THEN 16 ELSE 0 END) AS origins
FROM named
WHERE length(form) > 0 AND length(form) <= 200
GROUP BY form, entity
