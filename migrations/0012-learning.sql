-- Decisions survive changes in how text is read, and the queue puts first what teaches the model most.

alter table link_decisions
  -- The reader and model that computed address_key. Another reader computes it again at its start.
  add column reader_version text not null default '1';

alter table link_cases
  -- The kind of answer when the address was last looked up; null without a candidate.
  add column stratum text check (stratum in ('exact', 'partial', 'fuzzy', 'name')),
  add column input text check (input in ('hints', 'text')),
  -- How much a decision teaches: 1, or more while few decisions of this kind exist.
  add column learning double precision not null default 1,
  -- A sure answer that was picked to check the model, not because it was uncertain.
  add column is_sample boolean not null default false;
