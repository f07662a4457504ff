-- The catalogue: records by dataset version, where they came from, how they changed, and what was told about it.

-- Numbers given out one after the other. A publish holds the row 'publish.<dataset>' for its whole length, so that two
-- never run at once; 'sequence' is raised last in a transaction, so that committed numbers appear in order, without gaps.
create table counters (
  name text primary key,
  value bigint not null
);

insert into counters (name, value) values
  ('sequence', 0),
  ('publish.production', 0),
  ('publish.sandbox', 0),
  -- Ids of production start above every id of the sandbox, so that a mixed-up id finds nothing instead of something else.
  ('sandbox.project', 0), ('production.project', 999),
  ('sandbox.building', 0), ('production.building', 999),
  ('sandbox.floor_plan', 0), ('production.floor_plan', 9999),
  ('sandbox.unit', 0), ('production.unit', 99999),
  ('sandbox.media', 0), ('production.media', 9999),
  ('sandbox.developer', 0), ('production.developer', 999);

create table dataset_versions (
  dataset text not null check (dataset in ('production', 'sandbox')),
  number integer not null,
  version text not null,
  published_at timestamptz not null,
  source text not null,
  kind text not null check (kind in ('import', 'rollback')),
  note text,
  counts json not null,
  primary key (dataset, number),
  unique (dataset, version)
);

-- A record is a row for as long as it says the same: from version `since` until before version `until`.
-- `json`, not `jsonb`: the bytes are kept as written, and reading them back costs nothing.
create table records (
  dataset text not null,
  kind text not null check (kind in ('project', 'floor_plan', 'unit', 'media')),
  id integer not null,
  project_id integer not null,
  since integer not null,
  until integer,
  body json not null,
  primary key (dataset, project_id, kind, id, since)
);
create unique index records_current on records (dataset, kind, id) where until is null;
-- Rows arrive in the order of versions: a block range index finds the new ones and costs next to nothing.
create index records_since on records using brin (since) with (pages_per_range = 16);
create index records_until on records (dataset, until) where until is not null;

-- Which of our ids a row of a source stands for. `children` are the ids of its towers, plans, units and media by their
-- keys, kept when they disappear so that what returns is what it was; `row_hash` tells an unchanged row at a glance.
create table identities (
  dataset text not null,
  source text not null,
  key text not null,
  project_id integer not null,
  present boolean not null,
  row_hash text not null,
  children json not null,
  -- What this source knows and the owner of the project does not say.
  offers json,
  primary key (dataset, source, key)
);
create index identities_project on identities (dataset, project_id);

-- What is unique over the projects of a dataset. Slugs are given once and never to another project.
create table project_names (
  dataset text not null,
  project_id integer not null,
  slug text not null,
  address_key text,
  primary key (dataset, project_id),
  unique (dataset, slug)
);

create table developers (
  dataset text not null,
  id integer not null,
  name text not null,
  name_key text not null,
  primary key (dataset, id),
  unique (dataset, name_key)
);

-- Every change of a field of a project or a plan. When it was recorded, and by which source, is said by its version.
create table history (
  dataset text not null,
  project_id integer not null,
  kind text not null check (kind in ('project', 'floor_plan')),
  record_id integer not null,
  field text not null,
  from_value json,
  to_value json,
  effective_at timestamptz not null,
  version integer not null,
  is_correction boolean not null,
  reason text
);
create index history_project on history (dataset, project_id);
create index history_version on history using brin (version) with (pages_per_range = 16);

-- The change log and the outbox in one: what was told is what happened.
create table events (
  sequence bigint primary key,
  id text not null unique,
  dataset text not null,
  -- Set when the event is one account's business and nobody else's.
  account_id text,
  type text not null,
  resource_type text not null,
  resource_id text not null,
  project_id integer,
  changed_fields json not null,
  body json not null,
  occurred_at timestamptz not null
);
create index events_occurred on events (occurred_at);
