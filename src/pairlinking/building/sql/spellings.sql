-- Names of pages, of redirects, and of targets without a page, with the part that two spellings of a name share: its
-- letters without accents, points, commas, apostrophes, hyphens and spaces. "letters" keeps capitals, "spelling" does not.
-- The long table of accents is used only for names that are not plain ASCII: DuckDB rebuilds the table of "translate"
-- for every row.
-- "The" is removed if three or more words follow it ("The New York Times", not "The Sun"), and "U.S." is written out.
SELECT
    n.name,
    n.target,
    n.has_page,
    coalesce(t.links, 0) AS links,
    coalesce(t.small, 0) AS small,
    n.letters,
    lower(replace(replace(n.letters, 'İ', 'I'), 'Σ', 'σ')) AS spelling,
    1 + length(n.name) - length(replace(replace(replace(n.name, ' ', ''), '-', ''), '–', '')) AS words,
    CASE WHEN regexp_replace(n.name, '[0-9]', '') = n.name THEN 0 ELSE 1 END AS has_digits
FROM (
    SELECT
        name,
        target,
        has_page,
        CASE
            WHEN bit_length(written) = 8 * length(written)
                THEN replace(replace(replace(replace(replace(written, ' ', ''), '-', ''), ',', ''), '''', ''), '.', '')
            ELSE
                translate(
                    written,
                    'àáâãäåçèéêëìíîïðñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžșțÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝŸĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĴĶĹĻĽŁŃŅŇŌŎŐŔŖŘŚŜŞŠŢŤŨŪŬŮŰŲŴŶŹŻŽȘȚİ -–’,''.',
                    'aaaaaaceeeeiiiidnoooooouuuuyyaaaccccddeeeeegggghhiiiijkllllnnnooorrrssssttuuuuuuwyzzzstAAAAAACEEEEIIIIDNOOOOOOUUUUYYAAACCCCDDEEEEEGGGGHHIIIIJKLLLLNNNOOORRRSSSSTTUUUUUUWYZZZSTI'
                )
        END AS letters
    FROM (
        SELECT
            *,
            CASE
                WHEN substring(name, 1, 4) = 'The ' AND length(name) - length(replace(name, ' ', '')) >= 3
                    THEN substring(name, 5)
                WHEN substring(name, 1, 5) = 'U.S. ' THEN concat('United States ', substring(name, 6))
                WHEN substring(name, 1, 3) = 'US ' THEN concat('United States ', substring(name, 4))
                ELSE name
            END AS written
        FROM (
            SELECT page AS name, page AS target, 1 AS has_page
            FROM page_list
            UNION ALL
            SELECT page AS name, target, 1 AS has_page
            FROM redirect_ends
            UNION ALL
            SELECT t.target AS name, t.target, 0 AS has_page
            FROM targets AS t
            LEFT JOIN page_list AS p ON t.target = p.page
            LEFT JOIN every_redirect AS r ON t.target = r.page
            WHERE p.page IS NULL AND r.page IS NULL
        ) AS every
    ) AS every_written
) AS n
LEFT JOIN targets AS t ON n.name = t.target
WHERE '${entities}' = 'linked' AND ${guess_redirects} = 1
