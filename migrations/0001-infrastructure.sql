-- What the service itself needs before any room has a table.

-- Who does a job that only one process may do at a time; see src/db/lease.ts.
create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

-- Facts about this installation, such as the check value of the secret key.
create table instance (
  key text primary key,
  value text not null
);
