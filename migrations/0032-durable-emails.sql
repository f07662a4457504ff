-- Emails are a queue, and for some days a record of what became of each. The table of 0030 was never in a release.
drop table emails;
create table emails (
  id text primary key,
  kind text not null,
  account_id text,
  person_id text,
  -- Masked, for operators.
  address text not null,
  -- Encrypted: it has addresses and links. Null once the email is finished.
  body text,
  -- What a notice is about: a person gets one email a day about it.
  cause text,
  -- Rows with the same bundle are sent as one email.
  bundle text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'skipped', 'failed')),
  attempts int not null default 0,
  last_error text,
  due_at timestamptz not null,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'queued') = (finished_at is null))
);
create index emails_queue on emails (next_attempt_at, id) where state = 'queued';
create index emails_bundle on emails (bundle, id) where state = 'queued' and bundle is not null;
create index emails_cause on emails (person_id, cause, created_at) where cause is not null;
create index emails_created on emails (created_at, id);

-- The last event whose emails are in the queue.
create table notice_cursor (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null
);
insert into notice_cursor (sequence) select value from counters where name = 'sequence';

-- What people chose. Without a row, the defaults of their account role.
create table notification_settings (
  person_id text primary key references people (id),
  settings json not null
);
