-- While a table is small every index that begins with the tenant costs the planner the same, and of equals it takes the newest. A
-- plan made then is kept while the table grows, and reads all of the organisation for one row. So the primary key of what is found by
-- its id on a hot path is its newest index (ADR 0211); test/http/plans.test.ts finds the index that came after.
create function newest_primary_key(name regclass) returns void language plpgsql as $$
declare
  own record;
  reference record;
  saved text[] := '{}';
  statement text;
begin
  select conname, pg_get_constraintdef(oid) as definition into strict own
    from pg_constraint where conrelid = name and contype = 'p';
  for reference in
    select conrelid::regclass as of_table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where confrelid = name and contype = 'f' order by conrelid::regclass::text, conname
  loop
    -- The rows are looked at once more, which the policy forbids to whoever is in no tenant, the owner too.
    saved := saved || format('alter table %s no force row level security, add constraint %I %s', reference.of_table, reference.conname, reference.definition)
      || format('alter table %s force row level security', reference.of_table);
    execute format('alter table %s drop constraint %I', reference.of_table, reference.conname);
  end loop;
  execute format('alter table %s drop constraint %I, add constraint %I %s', name, own.conname, own.conname, own.definition);
  execute format('alter table %s no force row level security', name);
  foreach statement in array saved loop
    execute statement;
  end loop;
  execute format('alter table %s force row level security', name);
end $$;

select newest_primary_key(hot) from unnest(
  '{ticket,reservation,event,price,product,device,event_product,idempotency_key,member}'::regclass[]) hot;

-- The same for what is not found by its id.
drop index ticket_one_seat;
create unique index ticket_one_seat on ticket (tenant_id, event_id, seat) where seat <> 'L' and cancelled_at is null;
drop index membership_by_email;
create index membership_by_email on membership (tenant_id, email);
drop index waiting_entry_in_line;
create index waiting_entry_in_line on waiting_entry (tenant_id, event_id, waiting_since, id) where status = 'waiting';
