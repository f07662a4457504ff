-- Webhooks: who wants to hear of what, what is on its way to them, and how every attempt went.

-- How far the change log has been turned into deliveries. Its row is held while that is done, so that one node does it at
-- a time. What happened before there were webhooks is not told.
create table webhook_cursor (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null
);
insert into webhook_cursor (sequence) select value from counters where name = 'sequence';

create table webhook_endpoints (
  id text primary key,
  account_id text not null references accounts (id),
  url text not null,
  -- The destination that all its endpoints load together, whoever they belong to.
  host text not null,
  description text,
  event_types json not null,
  filters json not null,
  status text not null check (status in ('pending', 'enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('failing', 'gone', 'paused')),
  -- Newest first, sealed; older ones with the moment they end.
  secrets json not null,
  -- Events up to here are older than the endpoint.
  created_sequence bigint not null,
  -- The last event that was meant for it, whether it could be sent or not: a gap must be visible.
  last_sequence bigint,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- A replay under way: events after the one, up to the other.
  replay_after bigint,
  replay_until bigint,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_endpoints_account on webhook_endpoints (account_id, created_at);
create index webhook_endpoints_replay on webhook_endpoints (id) where replay_after is not null;

-- What is said about an event, once for all endpoints on a plan; only previous_sequence is put in when it is sent.
create table webhook_payloads (
  event_id text not null,
  plan text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (event_id, plan)
);
create index webhook_payloads_created on webhook_payloads (created_at);

create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  account_id text not null,
  event_id text not null,
  event_type text not null,
  plan text not null,
  -- Null of a ping, which is no part of the change log.
  sequence bigint,
  previous_sequence bigint,
  status text not null check (status in ('pending', 'leased', 'delivered', 'dead')),
  -- A test: one attempt and no more.
  is_single boolean not null,
  attempts integer not null,
  -- Attempts since it was last put in the queue; the retry schedule counts by them.
  round_attempts integer not null,
  -- Null while it is held until its endpoint is enabled.
  next_attempt_at timestamptz,
  lease_holder text,
  lease_until timestamptz,
  last_result text,
  created_at timestamptz not null,
  queued_at timestamptz not null,
  finished_at timestamptz,
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_queue on webhook_deliveries (endpoint_id, next_attempt_at, sequence) where status = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (lease_until) where status = 'leased';
create index webhook_deliveries_list on webhook_deliveries (account_id, created_at, id);
create index webhook_deliveries_payload on webhook_deliveries (event_id);

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  request_headers json not null,
  -- What was answered, or why nothing was.
  response_status integer,
  response_headers json,
  response_body_start text,
  error_code text,
  error_detail text,
  primary key (delivery_id, number)
);
create index webhook_attempts_started on webhook_attempts (started_at);
