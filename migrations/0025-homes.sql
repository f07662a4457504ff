-- Homes: one unit of one building for one account, as seen by its listings.

create table homes (
  -- Made of the account, the dataset, the building and the unit, so that it is known before the row is written.
  id text primary key,
  -- No foreign key, as for listings.
  account_id text not null,
  dataset text not null check (dataset in ('production', 'sandbox')),
  building_id integer not null,
  -- The normalized label.
  unit text collate "C" not null,
  status text not null check (status in ('active', 'sold', 'leased', 'off_market')),
  listings integer not null,
  first_seen timestamptz not null,
  -- Null while a listing is on the market.
  last_seen timestamptz,
  updated_at timestamptz not null,
  unique (account_id, dataset, building_id, unit)
);
create index homes_updated on homes (account_id, dataset, updated_at);

-- The home of a listing, what its status means, and when it left the market.
alter table listings
  add column home_id text,
  add column market_status text not null default 'active',
  add column off_market_at timestamptz;
create index listings_home on listings (home_id, id) where home_id is not null;

-- Stored listings get their home when the relinker computes their links again. This is not announced.
update listings set is_stale = true;

-- Events about homes name listings: they are deleted with them.
create index events_home on events (account_id, resource_id) where resource_type = 'home';
create index events_home_listing on events (account_id, (body #>> '{details,listing,key}')) where resource_type = 'home';
create index events_home_previous on events (account_id, (body #>> '{details,previous,key}')) where resource_type = 'home';
