-- Why a row joined the project of a more trusted source, and when; null when it did not, or when people put it there.
alter table identities add column join_rule text
  check (join_rule in ('corporation', 'address', 'shared_address', 'similar_address'));
-- What both have in common, and the distance of the row's point to the project's.
alter table identities add column join_value text;
alter table identities add column join_distance_m integer;
alter table identities add column joined_at timestamptz;
create index identities_joined on identities (dataset, joined_at desc, source, key) where present and join_rule is not null;

-- The last project that was made from this row. The row gets it back when it parts from the project that it joined.
alter table identities add column own_project_id integer;
update identities set own_project_id = project_id where is_anchor and project_id is not null;
update identities i set own_project_id = c.project_id from join_cases c
  where c.dataset = i.dataset and c.source = i.source and c.key = i.key and c.state = 'joined'
    and c.project_id is not null and i.own_project_id is null
    and not exists (select 1 from identities o where o.dataset = i.dataset and o.project_id = c.project_id);
-- A row that an import joined has the project that ended with its row first.
update identities i set own_project_id = r.id from (
    select distinct on (dataset, source, key) * from (
      select dataset, id, since, body -> 'rows' -> 0 ->> 'source' as source, body -> 'rows' -> 0 ->> 'key' as key
      from records where kind = 'project' and until = since and body ->> 'merged_into' is not null) ended
    order by dataset, source, key, since desc) r
  where i.dataset = r.dataset and i.source = r.source and i.key = r.key and not i.is_anchor and i.own_project_id is null
    and not exists (select 1 from identities o where o.dataset = i.dataset and o.project_id = r.id);
create index identities_waiting on identities (dataset, own_project_id) where present and project_id is null;
alter table join_cases drop column project_id;

-- Decisions about addresses that went from a project to the one that took its rows. They return with the project.
create table moved_decisions (
  dataset text not null,
  project_id integer not null,
  replaced json not null,
  primary key (dataset, project_id)
);

-- The version that first stored the row: a rollback to an older one removes it.
alter table identities add column since integer not null default 0;

-- What a row was before a version changed it, so that a rollback restores the rows with the records.
create table row_versions (
  dataset text not null,
  source text not null,
  key text not null,
  version integer not null,
  since integer not null,
  project_id integer,
  own_project_id integer,
  present boolean not null,
  is_anchor boolean not null,
  row_hash text not null,
  children json not null,
  offers json,
  row json,
  facts json,
  observed_at timestamptz,
  join_rule text,
  join_value text,
  join_distance_m integer,
  joined_at timestamptz,
  primary key (dataset, source, key, version)
);
create index row_versions_version on row_versions (dataset, version);

-- A trigger, because imports, decisions, merges and renamed keys all change rows. The first change of a version counts; a
-- row that the version itself stored has no former state. No row is ever deleted once its version is finished.
create function log_row_versions() returns trigger language plpgsql as $$
begin
  insert into row_versions
  select o.dataset, o.source, o.key, v.version, o.since, o.project_id, o.own_project_id, o.present, o.is_anchor, o.row_hash,
    o.children, o.offers, o.row, o.facts, o.observed_at, o.join_rule, o.join_value, o.join_distance_m, o.joined_at
  from old_rows o
  join new_rows n on n.dataset = o.dataset and n.source = o.source and n.key = o.key
  join (select dataset, max(number) + 1 as version from dataset_versions group by dataset) v on v.dataset = o.dataset
  where o.since < v.version and (o.present <> n.present or o.is_anchor <> n.is_anchor or o.row_hash <> n.row_hash
    or o.project_id is distinct from n.project_id or o.children::text <> n.children::text)
  on conflict do nothing;
  return null;
end $$;
create trigger identities_updated after update on identities
  referencing old table as old_rows new table as new_rows for each statement execute function log_row_versions();

-- The newest version before rows were logged. A rollback to an older one restores records only.
insert into counters (name, value)
select 'rows_logged.' || d.name, coalesce((select max(number) from dataset_versions where dataset = d.name), 0)
from (values ('production'), ('sandbox')) as d(name);
