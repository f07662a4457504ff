-- What the operators' desk needs of imports: what a run would have changed, and all it takes to run it again as approved.

alter table import_runs
  -- Of the file's bytes as they were read; null when it was not read to its end.
  add column sha256 text,
  -- The order as it was given: file, format, mapping, note; and of an approval its reason.
  add column asked json,
  -- How many projects are created, changed and gone; null when it did not get that far.
  add column changes json,
  -- The stopped run that this one repeats with a person's approval.
  add column approves text;
create index import_runs_approves on import_runs (approves) where approves is not null;

-- Who published it: a person, a command, the refresh.
alter table dataset_versions add column actor text;

-- The diff of a run that published nothing, as far as it is kept. What a published one changed is in the records themselves.
create table import_changes (
  run_id text not null references import_runs (id) on delete cascade,
  position integer not null,
  change text not null check (change in ('created', 'changed', 'gone')),
  project_id integer,
  name text not null,
  address text not null,
  body json not null,
  primary key (run_id, position)
);
