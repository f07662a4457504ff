-- Each webhook endpoint receives the events of one dataset: that of the credential that created it.

alter table webhook_endpoints add column dataset text not null default 'production'
  check (dataset in ('production', 'sandbox'));
alter table webhook_endpoints alter column dataset drop default;
