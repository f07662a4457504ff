-- The building of each listing. A query has the fields of `plinth match`: address, city, province, postal, lat, lng …
select
  id,
  answer->>'$.outcome' as outcome,
  answer->>'$.data[0].building_id' as building_id,
  answer->>'$.data[0].project_id' as project_id,
  (answer->>'$.data[0].match_confidence')::double as match_confidence
from (
  select id, plinth_match(to_json({id: id, address: address, city: city})::varchar) as answer
  from listings
);
