-- The project that a row was last the anchor of. It gets this id back when it parts from the project that it joined.
alter table identities add column home_id integer;
update identities set home_id = project_id where is_anchor;
create index identities_waiting on identities (dataset, home_id) where present and project_id is null;
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
  home_id integer,
  present boolean not null,
  is_anchor boolean not null,
  row_hash text not null,
  children json not null,
  offers json,
  row json,
  facts json,
  observed_at timestamptz,
  primary key (dataset, source, key, version)
);
create index row_versions_version on row_versions (dataset, version);

-- A trigger, because imports, decisions, merges and renamed keys all change rows. The first change of a version counts; a
-- row that the version itself stored has no former state. No row is ever deleted once its version is finished.
create function log_row_versions() returns trigger language plpgsql as $$
begin
  insert into row_versions
  select o.dataset, o.source, o.key, v.version, o.since, o.project_id, o.home_id, o.present, o.is_anchor, o.row_hash,
    o.children, o.offers, o.row, o.facts, o.observed_at
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
