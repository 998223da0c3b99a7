-- Pages excluded from every statistic, chosen by a hash that every engine has. They are still entities.
SELECT page
FROM page_list
WHERE is_disambiguation = 0 AND md5(concat('${seed}:', page)) < '${below}'
