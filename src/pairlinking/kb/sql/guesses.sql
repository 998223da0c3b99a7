-- Part of a dump lacks most redirects: "Machiavelli" is then a target of its own, without a page, beside "Niccolo
-- Machiavelli". A target without a page is taken for a redirect where its name, as an anchor of links elsewhere, leads
-- nearly always to one other target that has at least as many links, and not just to a namesake "Name (something)".
SELECT page, target
FROM (
    SELECT
        t.target AS page,
        o.target,
        o.n,
        coalesce(own.n, 0) AS own,
        sum(o.n) OVER (PARTITION BY t.target) AS elsewhere,
        row_number() OVER (PARTITION BY t.target ORDER BY o.n DESC, o.target) AS place,
        t.links,
        e.links AS links_there
    FROM (SELECT target, sum(n) AS links FROM anchored GROUP BY target) AS t
    INNER JOIN anchored AS o ON lower(t.target) = o.form AND t.target <> o.target
    INNER JOIN (SELECT target, sum(n) AS links FROM anchored GROUP BY target) AS e ON o.target = e.target
    LEFT JOIN anchored AS own ON lower(t.target) = own.form AND t.target = own.target
    LEFT JOIN page_list AS p ON t.target = p.page
    LEFT JOIN (SELECT DISTINCT page FROM redirects) AS r ON t.target = r.page
    WHERE '${entities}' = 'linked' AND ${guess_redirects} = 1 AND p.page IS NULL AND r.page IS NULL
) AS found
WHERE
    place = 1
    AND n >= 2
    AND 10 * n >= 7 * elsewhere
    AND 2 * n >= own
    AND links_there >= links
    AND substring(target, 1, length(page) + 2) <> concat(page, ' (')
