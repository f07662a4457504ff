-- The building of each listing. A query has the fields of `plinth match`: address, city, province, postal, lat, lng …
select
  id,
  json_value(answer, '$.outcome') as outcome,
  json_value(answer, '$.data[0].building_id') as building_id,
  json_value(answer, '$.data[0].project_id') as project_id,
  cast(json_value(answer, '$.data[0].match_confidence') as float64) as match_confidence
from (
  select id, `DATASET`.plinth_match(to_json_string(struct(id, address, city))) as answer
  from `DATASET`.listings
);
