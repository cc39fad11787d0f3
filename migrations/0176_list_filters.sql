-- What somebody narrows a list of the administration down to again and again, under a name of their own.
create table list_filter (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  -- The room that the list is in.
  list text not null,
  name text not null,
  -- The choices and the order, as the address of the list has them; never what was searched for.
  query text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, list, name)
);
select tenant_table('list_filter');
