-- Wikidata items of pages: as given by a catalogue, or by the number of a page in its wiki.
SELECT page, wikidata AS item
FROM facts
WHERE wikidata <> ''
UNION ALL
SELECT p.page, v.value AS item
FROM page_props AS v
INNER JOIN pages AS p ON v.number = p.number
WHERE v.name = 'wikibase_item' AND substring(p.shard, 1, 3) IN (${dumps})
