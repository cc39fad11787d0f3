-- A database that is distributed (ADR 0008) distributes the tables of later migrations as they are made. What Citus
-- adds is named in texts that run only there: a database without it knows none of that.

create function is_distributed() returns boolean language plpgsql stable as $$
declare
  found boolean;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return false;
  end if;
  execute 'select exists (select from pg_dist_partition where logicalrelid = to_regclass(''public.tenant''))' into found;
  return found;
end $$;

create or replace function tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  -- Before the policy: who distributes a table reads it, and has no tenant.
  if is_distributed() then
    execute 'select create_distributed_table($1, ''tenant_id'', colocate_with := ''event'')' using name;
  end if;
  execute format('alter table %s force row level security', name);
  -- current_setting without "missing_ok", and a cast that refuses the empty string: no tenant set is an error, not zero rows by luck.
  execute format($policy$create policy tenant_isolation on %s
    using (tenant_id = current_setting('app.tenant_id')::uuid)
    with check (tenant_id = current_setting('app.tenant_id')::uuid)$policy$, name);
  execute format('comment on table %s is %L', name, 'tenant');
end $$;

-- A distributed database does not clear columns of a key that begins with the tenant. Events are deleted by use cases, which do it.
alter table product no force row level security;
alter table event no force row level security;
alter table product drop constraint product_made_for_event,
  add constraint product_made_for_event foreign key (tenant_id, made_for_event_id) references event (tenant_id, id);
alter table product force row level security;
alter table event force row level security;
