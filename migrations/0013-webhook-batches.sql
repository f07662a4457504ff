-- Batches: many events in one webhook request, for endpoints that ask for it.

alter table webhook_endpoints add column max_batch integer not null default 1 check (max_batch between 1 and 500);
-- Events up to here are in the endpoint's batches. Null while fan-out creates one delivery per event.
alter table webhook_endpoints add column batch_sequence bigint;
-- When its last batch was formed.
alter table webhook_endpoints add column batched_at timestamptz;
create index webhook_endpoints_batching on webhook_endpoints (id) where batch_sequence is not null;

alter table webhook_deliveries add column event_count integer not null default 1;

-- The events of a batch, in order. Formed once: every attempt sends the same bytes.
create table webhook_batches (
  delivery_id text primary key references webhook_deliveries (id) on delete cascade,
  sequences json not null,
  first_event_id text not null,
  last_event_id text not null,
  created_at timestamptz not null
);
create index webhook_batches_created on webhook_batches (created_at);
