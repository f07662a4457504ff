-- The language a person chose. Null: follow the browser.
alter table people add column language text check (language in ('en', 'fr'));
