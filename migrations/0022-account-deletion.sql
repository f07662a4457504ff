-- An owner can delete the account: it is suspended at once, and erased at this time unless an operator reinstates it.
alter table accounts add column erase_at timestamptz check (erase_at is null or status = 'suspended');
create index accounts_erase_at on accounts (erase_at) where erase_at is not null;
