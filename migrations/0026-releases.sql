-- When a record was removed, if not when its last version was published: a release of a source is imported with its day.
alter table records add column removed_at timestamptz;
