-- What refers to a payment or a refund is looked for as one is deleted: without these by reading the table each time.
create index money_back_of_payment on money_back (tenant_id, payment_id);
create index receipt_of_payment on receipt (tenant_id, payment_id);
create index receipt_of_refund on receipt (tenant_id, refund_id) where refund_id is not null;

-- A sandbox is deleted in steps, each within the time of a statement (ADR 0272).
drop function delete_sandbox();
-- Deletes so many rows of the tenant at most. True: nothing is left of it.
create function delete_sandbox(most integer) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  here uuid := current_setting('app.tenant_id')::uuid;
  waiting oid[];
  emptied oid;
  kept record;
  gone integer;
  room integer := most;
begin
  -- Bookings under way hold the row by their foreign keys: they are waited for, and later ones find none.
  perform from public.tenant where id = here and sandbox and archived_at is not null
    and not exists (select from public.payment_keys where tenant_id = here) for update;
  if not found then
    raise exception 'only an archived sandbox is deleted';
  end if;
  select array_agg(oid) into waiting from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and obj_description(oid, 'pg_class') like 'tenant%';
  while cardinality(waiting) > 0 loop
    -- One that no other of these refers to any more.
    select one into emptied from unnest(waiting) as one where not exists (
      select from pg_constraint where contype = 'f' and confrelid = one and conrelid <> one and conrelid = any (waiting)
        and confdeltype <> 'n') limit 1;
    if emptied is null then
      raise exception 'the tables refer to one another in a circle';
    end if;
    execute format('delete from %1$s where ctid = any (array(select ctid from %1$s where tenant_id = $1 limit $2))', emptied::regclass)
      using here, room;
    get diagnostics gone = row_count;
    room := room - gone;
    if room <= 0 then
      return false;
    end if;
    waiting := array_remove(waiting, emptied);
  end loop;
  -- What the server keeps of it: addresses, sessions, entries of the calendar.
  for kept in
    select conrelid::regclass as name, attname as of_tenant from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'public.tenant'::regclass and obj_description(conrelid, 'pg_class') = 'server'
  loop
    execute format('delete from %s where %I = $1', kept.name, kept.of_tenant) using here;
  end loop;
  delete from public.tenant where id = here;
  return true;
end $$;
revoke execute on function delete_sandbox(integer) from public;
