-- Why a row joined the project of a more trusted source, and when; null when it did not, or when people put it there.
alter table identities add column join_rule text
  check (join_rule in ('corporation', 'address', 'shared_address', 'similar_address'));
-- What both have in common, and the distance of the row's point to the project's.
alter table identities add column join_value text;
alter table identities add column join_distance_m integer;
alter table identities add column joined_at timestamptz;
create index identities_joined on identities (dataset, joined_at desc, source, key) where present and join_rule is not null;

-- The last project that was made from this row. It is the row's again when the row is alone again. A project has one such row.
alter table identities add column own_project_id integer;
update identities set own_project_id = project_id where is_anchor and project_id is not null;
update identities i set own_project_id = c.project_id from join_cases c
  where c.dataset = i.dataset and c.source = i.source and c.key = i.key and c.state = 'joined'
    and c.project_id is not null and i.own_project_id is null
    and not exists (select 1 from identities o where o.dataset = i.dataset and o.project_id = c.project_id);
-- A row that an import joined has the project that ended with its row first.
update identities i set own_project_id = r.id from (
    select distinct on (dataset, source, key) * from (
      select dataset, id, since, body -> 'rows' -> 0 ->> 'source' as source, body -> 'rows' -> 0 ->> 'key' as key
      from records where kind = 'project' and until = since and body ->> 'merged_into' is not null) ended
    order by dataset, source, key, since desc) r
  where i.dataset = r.dataset and i.source = r.source and i.key = r.key and not i.is_anchor and i.own_project_id is null
    and not exists (select 1 from identities o where o.dataset = i.dataset and o.project_id = r.id);
create index identities_own on identities (dataset, own_project_id) where not is_anchor and own_project_id is not null;
alter table join_cases drop column project_id;

-- Decisions about addresses that went from a project to the one that took its rows. They return with the project.
create table moved_decisions (
  dataset text not null,
  project_id integer not null,
  replaced json not null,
  primary key (dataset, project_id)
);
