-- What was asked under a key that makes things once, so that the same key with something else is refused (ADR 0193).
create table asked_request (
  tenant_id uuid not null references tenant (id),
  key text not null,
  version text not null,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
select tenant_table('asked_request');
