-- What people change in the catalogue by hand: corrections of what a source says, and projects that turned out to be one.

alter table dataset_versions drop constraint dataset_versions_kind_check;
alter table dataset_versions add constraint dataset_versions_kind_check
  check (kind in ('import', 'rollback', 'correction', 'merge'));

-- A field as a person says it is, for as long as the source repeats what it said then. Rows are only ever ended: in force
-- from version `version` until before `ended_version`, so that a rollback knows what held when.
create table corrections (
  id text primary key,
  dataset text not null check (dataset in ('production', 'sandbox')),
  project_id integer not null,
  -- A field of the project, or `buildings.<id>.addresses`.
  field text not null,
  value json not null,
  source_value json not null,
  reason text,
  actor text not null,
  made_at timestamptz not null,
  version integer not null,
  state text not null check (state in ('in_force', 'superseded', 'revoked', 'lapsed', 'rolled_back')),
  ended_at timestamptz,
  ended_by text,
  end_reason text,
  ended_version integer
);
create unique index corrections_in_force on corrections (dataset, project_id, field) where state = 'in_force';
create index corrections_project on corrections (dataset, project_id);

create table merges (
  id text primary key,
  dataset text not null check (dataset in ('production', 'sandbox')),
  from_id integer not null,
  into_id integer not null,
  -- The canonical address of the merged project: rows that name it are about its successor.
  from_address text not null,
  -- What the survivor has of it, which no source's row says: names, towers, addresses.
  additions json not null,
  -- The source rows that stood for the merged project, as they were and as they became.
  identities json not null,
  -- Verified addresses that were entered again: [old decision, new one].
  decisions json not null,
  reason text not null,
  actor text not null,
  made_at timestamptz not null,
  version integer not null,
  state text not null check (state in ('in_force', 'undone', 'rolled_back')),
  ended_at timestamptz,
  ended_by text,
  end_reason text,
  ended_version integer
);
create unique index merges_in_force on merges (dataset, from_id) where state = 'in_force';
create index merges_into on merges (dataset, into_id);
