-- Names in same_as that are neither a key, a redirect nor a Wikidata item, with the file and line that have them.
SELECT DISTINCT s.page, s.other, s.number, s.shard
FROM same_as AS s
LEFT JOIN (SELECT DISTINCT page FROM pages) AS p ON s.other = p.page
LEFT JOIN every_redirect AS r ON s.other = r.page
LEFT JOIN (SELECT DISTINCT item FROM items) AS i ON s.other = i.item
WHERE p.page IS NULL AND r.page IS NULL AND i.item IS NULL
