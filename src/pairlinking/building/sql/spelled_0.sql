-- A target without a page is treated as another spelling of a page, of a redirect, or of a target with more links.
-- A short single word stays as it is ("Münster" and "Munster" are two places), and so does a name with a leading dot
-- (".name"). In names of one or two words, capitals distinguish a title from a common noun ("Foreign Affairs", "foreign
-- affairs"); a hyphen distinguishes numbers ("1 E-3 m"). The name of a disambiguation page has several meanings.
SELECT page, target
FROM (
    SELECT
        a.name AS page,
        b.target,
        row_number() OVER (PARTITION BY a.name ORDER BY b.has_page DESC, b.links DESC, b.name, b.target) AS place
    FROM spellings AS a
    INNER JOIN spellings AS b ON a.spelling = b.spelling AND a.name <> b.name AND a.name <> b.target
    LEFT JOIN page_list AS p ON b.target = p.page
    WHERE
        a.has_page = 0
        AND (b.has_page = 1 OR b.links > a.links OR (b.links = a.links AND b.name < a.name))
        AND coalesce(p.is_disambiguation, 0) = 0
        AND length(a.spelling) >= 4
        AND substring(a.name, 1, 1) <> '.'
        AND substring(b.name, 1, 1) <> '.'
        AND (a.words = b.words OR a.has_digits = 0)
        AND (
            (a.letters = b.letters AND ((a.words > 1 AND b.words > 1) OR length(a.spelling) >= 8))
            OR (a.words > 2 AND b.words > 2)
            OR (
                a.words = 2 AND b.words = 2
                AND ((a.small = 0 AND b.small = 0) OR (a.small > 0 AND b.small > 0))
            )
        )
) AS found
WHERE place = 1
