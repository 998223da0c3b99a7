-- Pages kept out of every statistic, by a hash that every engine has. They stay entities.
SELECT page
FROM page_list
WHERE is_disambiguation = 0 AND md5(concat('${seed}:', page)) < '${below}'
