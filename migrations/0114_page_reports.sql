-- What visitors say is wrong with a page, for whoever runs the server alone (ADR 0237): the organisation it is about never reads it.
create table page_report (
  id uuid primary key,
  tenant_id uuid not null references tenant (id),
  path text not null,
  kind text not null check (kind in ('pretends', 'sells_nothing', 'forbidden', 'other')),
  text text not null,
  email text,
  -- A keyed digest: networks are told apart by it, and nothing else.
  reported_from bytea not null,
  created_at timestamptz not null,
  -- When super-users were told of it, and when one was done with it.
  told_at timestamptz,
  settled_at timestamptz
);
create index page_report_of_tenant on page_report (tenant_id, created_at);
create index page_report_from on page_report (reported_from, created_at);
create index page_report_by_email on page_report (email) where email is not null;
select server_table('page_report');
