-- Monthly limits of a key's own. Keys that replaced each other share them, and what was used.
alter table api_keys add column requests_per_month bigint check (requests_per_month >= 0);
alter table api_keys add column lookups_per_month bigint check (lookups_per_month >= 0);
alter table api_keys add column first_key_id text;
create index api_keys_limited on api_keys (id) where requests_per_month is not null or lookups_per_month is not null;

-- Empty for the account's own limit. The name of the node ends with the key, so that nodes of the version before can write.
alter table quota_holds add column key_id text not null default '';
