-- The building of each listing. The rows of the index come first in each of the 16 buckets, which run in parallel.
-- A query has the fields of `plinth match`: address, city, province, postal, lat, lng …
with buckets as (
  select row_number() over (order by seq4()) - 1 as bucket from table(generator(rowcount => 16))
), input as (
  select bucket, part::float as part, data, null as query
  from plinth_index, buckets
  union all
  select mod(abs(hash(id)), 16), null, null,
    to_json(object_construct('id', id, 'address', address, 'city', city))
  from listings
), answers as (
  select parse_json(matched.answer) as answer
  from input, table(plinth_match(part, data, query) over (partition by bucket order by part nulls last)) as matched
)
select
  answer:id as id,
  answer:outcome::varchar as outcome,
  answer:data[0].building_id::varchar as building_id,
  answer:data[0].project_id::varchar as project_id,
  answer:data[0].match_confidence::float as match_confidence
from answers;
