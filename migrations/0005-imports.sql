-- What was imported, by whom and with what result; and the sources that the daily refresh reads again.

create table import_runs (
  id text primary key,
  source text not null,
  file_name text not null,
  format text,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Null while it runs.
  outcome text check (outcome in ('published', 'unchanged', 'refused', 'failed', 'dry_run')),
  version text,
  counts json not null,
  -- The first thousand, with line, column and reason.
  rejected json not null,
  gates json not null,
  actor text not null
);
create index import_runs_started on import_runs (started_at);

create table sources (
  name text primary key,
  kind text not null check (kind in ('file')),
  location text not null,
  format text,
  map json,
  enabled boolean not null,
  last_run text
);
