-- Part of a dump lacks most redirects: "Machiavelli" is then a target of its own, without a page, next to "Niccolo
-- Machiavelli". A target without a page is treated as a redirect if its name, as the anchor of other links, leads
-- nearly always to one other target that has at least as many links, and not just to a namesake "Name (something)".
-- Less evidence is required if the names themselves agree: "The Netherlands", "Lima, Peru", "planets", "UNESCO".
-- An abbreviation may have more links than the full name: then the full name, if it has no page, is the redirect.
SELECT
    CASE WHEN is_longer = 1 THEN target ELSE page END AS page,
    min(CASE WHEN is_longer = 1 THEN page ELSE target END) AS target
FROM (
    SELECT
        *,
        CASE WHEN is_initials = 1 AND links_there < links AND has_page = 0 THEN 1 ELSE 0 END AS is_longer
    FROM (
        SELECT
            t.target AS page,
            o.target,
            o.n,
            coalesce(own.n, 0) AS own,
            coalesce(own.small, 0) AS small,
            sum(o.n) OVER (PARTITION BY t.target) AS elsewhere,
            row_number() OVER (PARTITION BY t.target ORDER BY o.n DESC, o.target) AS place,
            t.links,
            e.links AS links_there,
            CASE WHEN there.page IS NULL THEN 0 ELSE 1 END AS has_page,
            CASE
                WHEN regexp_replace(t.target, '^[A-Z]+$', '') <> '' THEN 0
                WHEN translate(o.target, 'abcdefghijklmnopqrstuvwxyz -,.''', '') = t.target THEN 1
                ELSE 0
            END AS is_initials
        FROM (
            SELECT a.target, a.links
            FROM (SELECT target, sum(n) AS links FROM anchored GROUP BY target) AS a
            LEFT JOIN page_list AS p ON a.target = p.page
            LEFT JOIN every_redirect AS r ON a.target = r.page
            WHERE p.page IS NULL AND r.page IS NULL
        ) AS t
        INNER JOIN anchored AS o ON lower(replace(replace(t.target, 'İ', 'I'), 'Σ', 'σ')) = o.form AND t.target <> o.target
        INNER JOIN (SELECT target, sum(n) AS links FROM anchored GROUP BY target) AS e ON o.target = e.target
        LEFT JOIN anchored AS own ON lower(replace(replace(t.target, 'İ', 'I'), 'Σ', 'σ')) = own.form AND t.target = own.target
        LEFT JOIN page_list AS there ON o.target = there.page
        WHERE '${entities}' = 'linked' AND ${guess_redirects} = 1
    ) AS first
) AS found
WHERE
    place = 1
    AND 10 * n >= 7 * elsewhere
    AND substring(target, 1, length(page) + 2) <> concat(page, ' (')
    -- As anchors are counted whatever their case, they cannot distinguish "LaTeX" and "Latex".
    AND (lower(replace(replace(page, 'İ', 'I'), 'Σ', 'σ')) <> lower(replace(replace(target, 'İ', 'I'), 'Σ', 'σ')) OR replace(page, ' ', '') <> page)
    -- A number has a page of its own, whatever "777" or "521" most often means.
    AND regexp_replace(page, '^[0-9]+$', '') <> ''
    AND (
        (is_initials = 1 AND (n >= 2 OR length(page) >= 3))
        OR (n >= 2 AND 2 * n >= own AND links_there >= links)
        OR (n >= 3 AND 5 * n >= own AND links_there >= links)
        OR (n >= 2 AND page = concat('The ', target) AND links_there >= links)
        OR (n >= 2 AND target = concat('The ', page) AND 2 * links_there >= links AND replace(page, ' ', '') <> page)
        OR (substring(page, 1, length(target) + 2) = concat(target, ', ') AND links_there >= links)
        -- Only a common noun has a plural in small letters; "lyrics" and "hydraulics" are not plurals.
        OR (
            small > 0
            AND (links_there >= links OR (n >= 2 AND 2 * links_there >= links))
            AND length(page) >= 5
            AND substring(target, length(target), 1) <> 'c'
            AND (
                page = concat(target, 's')
                OR (
                    substring(target, length(target), 1) = 'y'
                    AND page = concat(substring(target, 1, length(target) - 1), 'ies')
                )
            )
        )
    )
GROUP BY CASE WHEN is_longer = 1 THEN target ELSE page END
