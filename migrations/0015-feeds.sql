-- Feeds: sources of listings that Plinth reads by itself.

create table feeds (
  id text primary key,
  account_id text not null references accounts (id),
  dataset text not null check (dataset in ('production', 'sandbox')),
  name text not null,
  kind text not null check (kind in ('reso', 'ndjson', 'csv')),
  -- Null: files are uploaded.
  url text,
  resource text not null,
  filter text,
  -- Changes of the default mapping from fields of the feed to fields of a listing.
  fields json not null,
  page_size integer not null,
  every_seconds integer not null,
  key_prefix text not null,
  -- How requests are authenticated, without secrets. The secrets are encrypted.
  auth json not null,
  sealed_auth text,
  status text not null check (status in ('active', 'failing', 'paused', 'removed')),
  -- code, detail and since; null if the last run succeeded.
  problem json,
  failures integer not null,
  -- How far the feed was read. Changed only in the transaction that stores the rows.
  progress json not null,
  -- A sweep that found too much missing, until someone approves it or the next sweep ends.
  held_sweep json,
  -- Null: the feed waits for a person.
  next_run_at timestamptz,
  next_sweep_at timestamptz,
  last_run_at timestamptz,
  last_success_at timestamptz,
  -- Grows with every change by a person. A run that began before the change writes nothing more.
  generation integer not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index feeds_account on feeds (account_id, dataset, created_at);
create index feeds_due on feeds (next_run_at) where next_run_at is not null;

-- Runs that changed something or failed. Runs that found nothing new are not stored.
create table feed_runs (
  id text primary key,
  feed_id text not null references feeds (id) on delete cascade,
  started_at timestamptz not null,
  finished_at timestamptz,
  outcome text check (outcome in ('done', 'failed', 'held', 'interrupted')),
  problem json,
  counts json not null,
  -- The first rows that were not stored: key, line and reason.
  rejected json not null
);
create index feed_runs_newest on feed_runs (feed_id, started_at, id);

-- Keys that are in the feed, collected by a sweep.
create table feed_sweep_keys (
  feed_id text not null references feeds (id) on delete cascade,
  key text collate "C" not null,
  primary key (feed_id, key)
);
