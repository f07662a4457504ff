-- What finds the rows that may be about the same building as a changed row, so that an import joins only these. Both are
-- null until the row is joined once: the first import after an upgrade joins all rows.
alter table identities add column join_keys integer[];
alter table identities add column street_keys integer[];
-- Without a list of pending entries: each search would read all of it.
create index identities_join_keys on identities using gin (join_keys, street_keys)
  with (fastupdate = off) where present;
create index identities_unkeyed on identities (dataset) where present and join_keys is null;

-- Keys of rows that something else than an import changed: a merge, a corrected address.
create table join_pending (
  dataset text not null,
  join_key integer not null,
  primary key (dataset, join_key)
);

-- With which version of the code the keys were made; 0: the next publish joins all rows.
insert into counters (name, value) values ('join_keys.production', 0), ('join_keys.sandbox', 0);

create index project_names_address on project_names (dataset, address_key);
create index join_cases_other on join_cases (dataset, other_source, other_key);
create index join_cases_decided on join_cases (dataset) where state in ('joined', 'apart');
