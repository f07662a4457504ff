-- People's word on addresses: what is asked and unclear, what callers say about it, and what curators decide.

-- Raised inside every transaction that changes a decision; nodes load what is newer than what they hold.
create table links_revision (
  only_row boolean primary key default true check (only_row),
  value bigint not null
);
insert into links_revision (value) values (0);

-- One case an address that somebody should look at: asked for while we were unsure, or spoken of by a caller.
create table link_cases (
  id text primary key,
  dataset text not null check (dataset in ('production', 'sandbox')),
  -- The address folded to its parts; of a text that cannot be read as an address, the text itself.
  address_key text not null,
  -- The question as it was last asked.
  text text not null,
  city text,
  province text,
  postal_code text,
  -- What we answered then.
  outcome text not null,
  reason text,
  confidence double precision,
  doubt double precision not null,
  asks bigint not null,
  -- Accounts that said something about it: one account cannot shout.
  voices integer not null,
  status text not null check (status in ('open', 'decided', 'skipped')),
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (dataset, address_key)
);
create index link_cases_status on link_cases (status);

create table link_feedback (
  id text primary key,
  case_id text not null references link_cases (id),
  account_id text not null,
  verdict text not null check (verdict in ('confirm', 'correct', 'reject')),
  text text not null,
  project_id integer,
  building_id integer,
  note text,
  created_at timestamptz not null
);
create index link_feedback_case on link_feedback (case_id, created_at);

-- The ledger. A row is never deleted and says for ever who decided what, why and on what evidence; only its state moves
-- on, and each move is a row of its own.
create table link_decisions (
  id text primary key,
  dataset text not null check (dataset in ('production', 'sandbox')),
  case_id text references link_cases (id),
  kind text not null check (kind in ('accept', 'correct', 'reject', 'alias')),
  state text not null check (state in ('proposed', 'verified', 'revoked', 'superseded')),
  address_key text not null,
  text text not null,
  city text,
  province text,
  -- Null when the decision is that none of our projects is meant.
  project_id integer,
  building_id integer,
  actor text not null,
  note text,
  evidence json not null,
  -- Whose place it took, and which correction suggested it.
  supersedes text,
  suggested_by text,
  decided_at timestamptz not null,
  revision bigint not null
);
-- One address is verified to be in one place.
create unique index link_decisions_verified on link_decisions (dataset, address_key) where state = 'verified';
create index link_decisions_revision on link_decisions (revision);
create index link_decisions_case on link_decisions (case_id);
create index link_decisions_suggested on link_decisions (suggested_by) where suggested_by is not null;
create index link_decisions_decided on link_decisions (decided_at, id);

create table link_moves (
  decision_id text not null references link_decisions (id),
  number integer not null,
  from_state text,
  to_state text not null,
  actor text not null,
  note text,
  moved_at timestamptz not null,
  primary key (decision_id, number)
);
