-- A confirmation is feedback, but no objection: the queue ranks cases by objections.

alter table link_cases
  -- Number of accounts that corrected or rejected the answer. voices also counts those that only confirmed it.
  add column objections integer not null default 0;

update link_cases c set objections = f.accounts
from (
  select case_id, count(distinct account_id) as accounts from link_feedback where verdict <> 'confirm' group by case_id
) f
where f.case_id = c.id;
