-- What looks wrong in the rows of an import, with examples. Null for earlier runs.
alter table import_runs add column quality json;
