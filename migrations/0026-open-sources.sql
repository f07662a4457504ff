-- Sources of the table of open data, which are downloaded. `location` is then their name in that table.
alter table sources drop constraint sources_kind_check;
alter table sources add constraint sources_kind_check check (kind in ('file', 'open'));
-- When the data was last found to be that of the publisher; the next check is due one interval later.
alter table sources add column checked_at timestamptz;
-- Why the last download failed. Null after one that worked.
alter table sources add column problem text;
-- Hash of the files, the format and the mapping of the last import: the same files are not imported again.
alter table sources add column imported_hash text;
