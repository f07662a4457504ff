-- The nodes that are up, and what each of them may still spend of a month that is nearly used up.

create table nodes (
  name text primary key,
  seen_at timestamptz not null
);

create table quota_holds (
  node text not null,
  account_id text not null references accounts (id),
  mode text not null check (mode in ('live', 'test')),
  requests bigint not null,
  lookups bigint not null,
  expires_at timestamptz not null,
  primary key (account_id, mode, node)
);
