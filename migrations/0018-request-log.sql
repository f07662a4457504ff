-- The request log, usage by credential, and the quota warnings that were sent.

-- Finished requests of one account in one process, packed to a few bytes each.
create table request_log_blocks (
  account_id text not null references accounts (id),
  -- The process that served them. Process and number make up a request id.
  process text not null,
  first_number bigint not null,
  last_number bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  requests integer not null,
  -- Requests of the same time that are not stored.
  omitted integer not null,
  -- One bit per status class in the block: 2 to the power of the first digit.
  classes integer not null,
  bytes bytea not null,
  primary key (account_id, process, first_number)
);
create index request_log_blocks_time on request_log_blocks (account_id, to_at);

-- Per API key, or per application that uses access tokens.
create table usage_credentials (
  account_id text not null references accounts (id),
  mode text not null check (mode in ('live', 'test')),
  day date not null,
  credential text not null,
  requests bigint not null,
  lookups bigint not null,
  errors bigint not null,
  rate_limited bigint not null,
  primary key (account_id, mode, day, credential)
);

-- One row per email about a monthly limit, so that only one node sends it.
create table usage_warnings (
  account_id text not null references accounts (id),
  mode text not null check (mode in ('live', 'test')),
  month text not null,
  kind text not null check (kind in ('requests', 'lookups')),
  percent integer not null,
  at timestamptz not null,
  primary key (account_id, mode, month, kind, percent)
);
