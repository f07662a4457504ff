-- Accounts, API keys, usage and remembered answers.

-- Raised inside every transaction that changes who may come in; nodes reload what is newer than what they hold.
create table access_revision (
  only_row boolean primary key default true check (only_row),
  value bigint not null
);
insert into access_revision (value) values (0);

create table accounts (
  id text primary key,
  email text,
  plan text not null check (plan in ('sandbox', 'starter', 'pro', 'elite')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null default now(),
  revision bigint not null
);
create index accounts_revision on accounts (revision);

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  name text not null,
  mode text not null check (mode in ('live', 'test')),
  hash text not null unique,
  prefix text not null,
  last4 text not null,
  scopes json not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  revision bigint not null
);
create index api_keys_account on api_keys (account_id, created_at);
create index api_keys_revision on api_keys (revision);

create table usage_days (
  account_id text not null references accounts (id),
  mode text not null check (mode in ('live', 'test')),
  day date not null,
  operation text not null,
  requests bigint not null,
  lookups bigint not null,
  primary key (account_id, mode, day, operation)
);

-- The first answer to a POST that carried an Idempotency-Key, sealed, for a day.
create table idempotency (
  owner text not null,
  key text not null,
  request_hash text not null,
  status integer not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_age on idempotency (created_at);
