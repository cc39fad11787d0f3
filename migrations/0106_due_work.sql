-- When the clock has something to do for an organisation, so that it need not look at each of them every minute (ADR 0247). Rows are
-- added and never changed: who finds theirs there already waits for nobody.
create table due_work (
  what text not null check (what in ('holds', 'payments', 'waiting')),
  due_at timestamptz not null,
  tenant_id uuid not null references tenant (id),
  primary key (what, due_at, tenant_id)
);
select server_table('due_work');
-- What is there already is looked at once.
insert into due_work (what, due_at, tenant_id)
  select what, now(), tenant.id from tenant cross join unnest(array['holds', 'payments', 'waiting']) as what;
