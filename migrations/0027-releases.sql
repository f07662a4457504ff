-- When a record was removed, if not when its last version was published: a release of a source is imported with its day.
alter table records add column removed_at timestamptz;

-- A release that is imported after a newer one changes the past: history ends, as records do, with the version that tells
-- it differently.
alter table history add column until integer;
create index history_until on history (dataset, until) where until is not null;

-- The releases of sources that were imported with a day at least once, and the imports of these sources without a day.
create table releases (
  source text not null,
  as_of timestamptz not null,
  -- Versions of the production dataset, as of records.
  since integer not null,
  until integer,
  primary key (source, as_of, since)
);

-- What they say: the contents of each row, and when each of them was valid.
create table release_rows (
  source text not null,
  key text not null,
  -- A hash of `row`.
  content text not null,
  row json not null,
  valid tstzmultirange not null,
  since integer not null,
  until integer,
  primary key (source, key, content, since)
);
