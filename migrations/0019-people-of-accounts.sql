-- Several people per account: their account roles, invitations, and who created a key.

-- Everyone who could sign in before had every right, and keeps it.
alter table account_members add column account_role text not null default 'owner'
  check (account_role in ('owner', 'developer', 'viewer'));
alter table account_members alter column account_role drop default;

-- A row is an open invitation: accepting and withdrawing delete it. Only the keyed hash of the emailed token is here.
create table invitations (
  id text primary key,
  account_id text not null references accounts (id),
  email text not null,
  account_role text not null check (account_role in ('owner', 'developer', 'viewer')),
  hash text not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  unique (account_id, email)
);
create index invitations_expiry on invitations (expires_at);

-- A key stays when its creator is removed, so the email address is stored with it.
alter table api_keys add column created_by text;
alter table api_keys add column created_by_email text;

-- A used link stays for a while, to say that it was used and not that it is invalid.
alter table mailed_links add column used_at timestamptz;
