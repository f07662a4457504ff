-- Listings: customers' own records, the link of each, and the passes that keep the links true.

create table listings (
  id bigint generated always as identity primary key,
  -- No foreign key: it would cost a lookup per row of a load. Rows of listing_accounts have one.
  account_id text not null,
  dataset text not null check (dataset in ('production', 'sandbox')),
  -- The customer's own key.
  key text collate "C" not null,
  -- A feed that Plinth reads (feed_…), or a label that the customer sent.
  feed_id text,
  address text not null,
  hints json not null,
  status text,
  attributes json,
  -- The link: the current answer for the address. The columns repeat the first candidate, for filters.
  outcome text not null,
  action text not null,
  reason text,
  reason_detail text,
  none_probability double precision not null,
  project_id integer,
  building_id integer,
  unit text,
  confidence double precision,
  match_method text,
  candidates json not null,
  -- What the link was computed with.
  version_number integer not null,
  links_revision bigint not null,
  model_version text not null,
  linked_at timestamptz not null,
  -- Hashes of the facts that the answer depends on.
  link_keys bigint[] not null,
  -- Computed with older data than listing_sync says: the relinker computes it again.
  is_stale boolean not null,
  -- All spellings of one address share it.
  address_key text,
  -- The account's own decision: verdict, project_id, building_id, note, at, by.
  decision json,
  -- When the listing left its feed.
  gone_at timestamptz,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, dataset, key)
);
create index listings_link_keys on listings using gin (link_keys);
create index listings_stale on listings (dataset, id) where is_stale;
create index listings_target on listings (account_id, dataset, project_id, building_id, unit) where project_id is not null;
create index listings_updated on listings (account_id, dataset, updated_at);
create index listings_feed on listings (feed_id, account_id, dataset, key) where feed_id is not null;
create index listings_gone on listings (gone_at) where gone_at is not null;

-- Counters of an account, changed in the transaction of its listings.
create table listing_accounts (
  account_id text not null references accounts (id),
  dataset text not null check (dataset in ('production', 'sandbox')),
  stored bigint not null,
  -- First links that were free. They are limited, so that deleting and loading again is not free for ever.
  free_links_used bigint not null,
  primary key (account_id, dataset)
);

-- The data that the links of all listings are true for, or become true for by the passes that are not finished.
create table listing_sync (
  dataset text primary key check (dataset in ('production', 'sandbox')),
  version_number integer not null,
  links_revision bigint not null,
  -- The reader and the model. Empty until the first pass is planned.
  model_version text not null
);
insert into listing_sync values ('production', 0, 0, ''), ('sandbox', 0, 0, '');

-- One job of computing links again. Passes of a dataset run in order.
create table listing_passes (
  id bigint generated always as identity primary key,
  dataset text not null check (dataset in ('production', 'sandbox')),
  why text not null,
  -- The listings that share one of these keys; null for all.
  link_keys bigint[],
  to_version integer not null,
  -- Listings up to this id are done.
  cursor bigint not null,
  total bigint not null,
  done bigint not null,
  changed bigint not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index listing_passes_open on listing_passes (dataset, id) where finished_at is null;

-- For the history of one listing, and the changes of one account.
create index events_listing on events (account_id, resource_id, sequence) where resource_type = 'listing';
create index events_account on events (account_id, sequence) where account_id is not null;
