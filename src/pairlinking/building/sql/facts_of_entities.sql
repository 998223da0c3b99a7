-- Facts from the sources, in order of precedence; "line" is set for those from a catalogue.
SELECT
    n.entity,
    f.kind,
    f.description,
    f.clause,
    f.wikidata,
    f.image,
    f.url,
    f.data,
    CASE WHEN substring(f.shard, 1, 3) IN (${dumps}) THEN '' ELSE 'yes' END AS line
FROM facts AS f
INNER JOIN known_names AS n ON f.page = n.name
ORDER BY n.entity, f.shard
