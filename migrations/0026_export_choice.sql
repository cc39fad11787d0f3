-- Which columns somebody takes along of a list, and in which order: as they left it, by person and list.
create table export_choice (
  tenant_id uuid not null references tenant (id),
  account_id uuid not null,
  list text not null,
  columns text[] not null,
  updated_at timestamptz not null,
  primary key (tenant_id, account_id, list)
);
select tenant_table('export_choice');
