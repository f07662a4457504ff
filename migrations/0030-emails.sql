-- Emails that a response promised, until they are sent. `body` is encrypted: it has addresses and links.
create table emails (
  id text primary key,
  body text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);
create index emails_next_attempt on emails (next_attempt_at);
