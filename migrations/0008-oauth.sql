-- OAuth 2.0: applications, consents, access tokens, and what the authorization server has to remember between two requests.

-- Applications of an account, and clients that registered themselves (no account). The secret is here as a keyed hash only.
create table oauth_clients (
  id text primary key,
  account_id text references accounts (id),
  metadata json not null,
  secret_hash text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index oauth_clients_account on oauth_clients (account_id, created_at);

-- What a person allowed a client to do for an account. A revoked one stays for a while, as its tokens do.
create table oauth_grants (
  id text primary key,
  person_id text not null references people (id),
  account_id text not null references accounts (id),
  client_id text not null,
  client_name text,
  resources json not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index oauth_grants_person on oauth_grants (person_id, client_id);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_expiry on oauth_grants (expires_at);

-- Tokens are loaded by every node like keys: what is newer than the revision it holds.
create table access_tokens (
  hash text primary key,
  id text not null unique,
  account_id text not null references accounts (id),
  client_id text not null,
  grant_id text references oauth_grants (id),
  person_id text references people (id),
  mode text not null check (mode in ('live', 'test')),
  scopes json not null,
  audience text not null check (audience in ('any', 'api', 'mcp')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revision bigint not null
);
create index access_tokens_revision on access_tokens (revision);
create index access_tokens_grant on access_tokens (grant_id);
create index access_tokens_client on access_tokens (client_id);
create index access_tokens_expiry on access_tokens (expires_at);

-- Codes, refresh tokens, sign-ins and questions under way: found by the keyed hash of their text, sealed otherwise.
create table oauth_records (
  model text not null,
  id_hash text not null,
  uid_hash text,
  grant_id text references oauth_grants (id),
  payload text not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index oauth_records_uid on oauth_records (model, uid_hash);
create index oauth_records_grant on oauth_records (grant_id);
create index oauth_records_expiry on oauth_records (expires_at);

-- The newest signs; one that was retired is published for a while, so that what it signed can be checked.
create table oauth_signing_keys (
  id text primary key,
  jwk text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
