-- Feeds that need no hand: what was announced, and the rows that could not be read.

-- When `feed.failing` and `feed.held` were announced; null once that is over. So each is announced once.
alter table feeds add column failing_announced_at timestamptz;
alter table feeds add column held_announced_at timestamptz;

-- Rows of a RESO server that could not be stored as they are. Empty key: the row has none.
create table feed_set_aside (
  feed_id text not null references feeds (id) on delete cascade,
  key text collate "C" not null,
  reason text not null,
  -- Of the row and the reason: the same row is not counted again.
  fingerprint text not null,
  set_aside_at timestamptz not null,
  primary key (feed_id, key)
);
