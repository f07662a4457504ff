-- The tables that applications and the worker share, and the answers as columns.
create schema if not exists plinth;

create table if not exists plinth.queries (
  seq bigint generated always as identity primary key,
  query json not null
);

create table if not exists plinth.answers (
  seq bigint primary key,
  answer json not null
);

-- Adds the rows of a query, such as 'select id, address, city from listings', and returns how many.
create or replace function plinth.submit(source text) returns bigint language plpgsql as $$
declare
  added bigint;
begin
  execute format('insert into plinth.queries (query) select row_to_json(row) from (%s) as row', source);
  get diagnostics added = row_count;
  return added;
end
$$;

-- The answers of the worker. A query has the fields of `plinth match`: id, address, city, province, postal, lat, lng …
create or replace function plinth.matches() returns table (
  id text,
  outcome text,
  reason text,
  building_id text,
  project_id text,
  match_level text,
  match_confidence double precision,
  candidates json,
  error text
) language sql stable as $$
  select
    answer->>'id',
    answer->>'outcome',
    answer->>'reason',
    answer->'data'->0->>'building_id',
    answer->'data'->0->>'project_id',
    answer->'data'->0->>'match_level',
    (answer->'data'->0->>'match_confidence')::double precision,
    answer->'data',
    answer->>'error'
  from plinth.answers
  order by seq
$$;
