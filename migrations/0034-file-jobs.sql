-- Files of addresses that customers upload, and the jobs that find the building of each row.

create table file_jobs (
  id text primary key,
  account_id text not null references accounts (id),
  dataset text not null check (dataset in ('production', 'sandbox')),
  name text not null,
  format text not null check (format in ('csv', 'tsv', 'ndjson', 'xlsx', 'parquet')),
  -- As stored; the bytes themselves are files in the data folder or the shared store.
  bytes bigint not null,
  -- Names and first values of the columns.
  columns json not null,
  has_header boolean not null,
  -- Field of a lookup → columns that make it up.
  mapping json not null,
  -- False: no text of a row goes to the curators' queue.
  stores_queries boolean not null,
  -- waiting: a person must say which column has the address. paused: the quota is used up, or the plan does not allow it.
  state text not null check (state in ('waiting', 'queued', 'running', 'paused', 'finished', 'failed')),
  -- code and detail, when paused or failed.
  problem json,
  -- Null until the file was read once.
  rows_total integer,
  -- Changed only in the transaction that makes a part of the result count.
  rows_done integer not null,
  parts integer not null,
  -- Rows by outcome, and lookups that were billed.
  counts json not null,
  failures integer not null,
  -- Grows with every change by a person. A run that began before the change writes nothing more.
  generation integer not null,
  next_run_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index file_jobs_account on file_jobs (account_id, dataset, created_at, id);
create index file_jobs_due on file_jobs (next_run_at) where next_run_at is not null;
create index file_jobs_expired on file_jobs (expires_at);
