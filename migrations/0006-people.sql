-- People, their sessions and mailed links, and the audit log.

-- Several people may claim one address; at most one has proved it. Who loses the address keeps his row, and nothing to sign in with.
create table people (
  id text primary key,
  email text,
  email_verified_at timestamptz,
  password text,
  role text check (role in ('curator', 'operator')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null,
  check (email_verified_at is null or email is not null),
  check (role is null or email_verified_at is not null)
);
create index people_email on people (email);
create unique index people_verified_email on people (email) where email_verified_at is not null;

create table account_members (
  account_id text not null references accounts (id),
  person_id text not null references people (id),
  created_at timestamptz not null,
  primary key (account_id, person_id)
);
create index account_members_person on account_members (person_id);

-- A row is a session in force: closing deletes it. Only the keyed hash of the cookie is here.
create table sessions (
  hash text primary key,
  id text not null unique,
  person_id text not null references people (id),
  account_id text not null references accounts (id),
  created_at timestamptz not null,
  touched_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);

-- Links sent by mail: each works once, for an hour, for the address it was sent to.
create table mailed_links (
  hash text primary key,
  person_id text not null references people (id),
  purpose text not null check (purpose in ('verify', 'reset')),
  email text not null,
  expires_at timestamptz not null
);
create index mailed_links_person on mailed_links (person_id);

-- Who did what; only ever added to.
create table audit_log (
  id text primary key,
  at timestamptz not null,
  actor text not null,
  account_id text,
  action text not null,
  target text,
  details json not null,
  request_id text,
  address text
);
create index audit_log_time on audit_log (at, id);
create index audit_log_account on audit_log (account_id, at, id);
create index audit_log_actor on audit_log (actor, at, id);
