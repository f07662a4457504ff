-- Rows of sources as they report them, so that each project is composed from all rows about it.

alter table identities alter column project_id drop not null;
alter table identities add column row json;
-- When the source first reported this content.
alter table identities add column observed_at timestamptz;

-- Every source that was imported: where its data comes from, under which licence, and how far it is trusted.
alter table sources alter column location drop not null;
alter table sources add column title text;
alter table sources add column publisher text;
alter table sources add column licence text;
alter table sources add column licence_url text;
alter table sources add column attribution text;
alter table sources add column share_alike boolean not null default false;
-- When an operator allowed a share-alike source by name.
alter table sources add column share_alike_allowed_at timestamptz;
-- When sources disagree, the lowest number wins; equal numbers by name.
alter table sources add column trust integer not null default 500 check (trust between 1 and 999);
-- False: the source only adds to buildings that other sources have.
alter table sources add column creates_projects boolean not null default true;

-- Two rows of different sources that may be about one building, for a person to decide.
create table join_cases (
  id text primary key,
  dataset text not null check (dataset in ('production', 'sandbox')),
  source text not null,
  key text not null,
  -- The more trusted row.
  other_source text not null,
  other_key text not null,
  confidence real not null,
  distance_m integer,
  reason text not null,
  opened_at timestamptz not null,
  -- open; decided by a person: joined or apart; closed: no longer in doubt.
  state text not null check (state in ('open', 'joined', 'apart', 'closed')),
  decided_at timestamptz,
  decided_by text,
  decision_reason text,
  -- The project of the row before people joined it. Undo restores its id.
  project_id integer,
  unique (dataset, source, key, other_source, other_key)
);
create index join_cases_open on join_cases (dataset, opened_at, id) where state = 'open';

-- What decides which rows describe one building, so that joining need not read whole rows.
alter table identities add column facts json;
-- True: the project is made from this row, and the other rows about it only fill in what it does not say.
alter table identities add column is_anchor boolean not null default true;
update identities set is_anchor = false where offers is not null;
-- The rows of the project that remained, as they were when a person merged another into it.
alter table merges add column into_rows json;
