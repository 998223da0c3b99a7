-- Pairs of keys of one entity, with the file and line that say so: by same_as, which refers to a key, a redirect or a
-- Wikidata item; or because both have the same item, or one key is the item of the other.
SELECT DISTINCT s.page, p.page AS other, s.number, s.shard
FROM same_as AS s
INNER JOIN (SELECT DISTINCT page FROM pages) AS p ON s.other = p.page
WHERE s.page <> p.page
UNION
SELECT DISTINCT s.page, p.page AS other, s.number, s.shard
FROM same_as AS s
INNER JOIN every_redirect AS r ON s.other = r.page
INNER JOIN (SELECT DISTINCT page FROM pages) AS p ON r.target = p.page
LEFT JOIN (SELECT DISTINCT page FROM pages) AS own ON s.other = own.page
WHERE own.page IS NULL AND s.page <> p.page
UNION
SELECT DISTINCT s.page, i.page AS other, s.number, s.shard
FROM same_as AS s
INNER JOIN items AS i ON s.other = i.item
WHERE s.page <> i.page
UNION
SELECT DISTINCT p.page, i.page AS other, p.number, p.shard
FROM pages AS p
INNER JOIN items AS i ON p.page = i.item
WHERE p.page <> i.page
UNION
SELECT DISTINCT p.page, f.page AS other, p.number, p.shard
FROM items AS i
INNER JOIN (SELECT item, min(page) AS page FROM items GROUP BY item) AS f ON i.item = f.item
INNER JOIN pages AS p ON i.page = p.page
WHERE i.page <> f.page
