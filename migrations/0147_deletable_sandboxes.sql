-- Mails are read here, and not while nobody may write one (0146).
alter table mail validate constraint mail_status_check;

-- Deletes all that is kept of the sandbox in scope (ADR 0272). The running role deletes nothing from append-only tables, and nobody else
-- should: this does, as their owner, for an archived sandbox alone.
create function delete_sandbox() returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  here uuid := current_setting('app.tenant_id')::uuid;
  waiting oid[];
  emptied oid;
  kept record;
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
    execute format('delete from %s where tenant_id = $1', emptied::regclass) using here;
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
end $$;
-- The running role is given it with its rights on the tables.
revoke execute on function delete_sandbox() from public;
