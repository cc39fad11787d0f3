import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Tables of the hot paths: nothing collects their statistics while they are filled. */
const tables = [
  'ticket',
  'reservation',
  'reservation_line',
  'event',
  'price',
  'product',
  'device',
  'scan_log',
  'event_counter',
  'price_counter',
  'person_counter',
  'promotional_code',
  'promotional_code_product',
  'membership',
  'member',
  'waiting_entry',
  'idempotency_key',
  'payment',
  'ticket_lookup',
  'event_product',
]

export async function stopAutovacuum(client: pg.Client): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
}

/**
 * Fills the tables of a tenant as sales and scans would, all for one event or each of `events` alike.
 *
 * @param tickets a multiple of `events`
 */
export async function fillTables(
  client: pg.Client,
  tenantId: string,
  { tickets, events }: { readonly tickets: number; readonly events: number },
): Promise<void> {
  const eventIds = Array.from({ length: events }, () => randomUUID())
  // References to rows of other tables are not checked.
  await client.query('set session_replication_role = replica')
  await client.query(
    `create temporary table seed on commit preserve rows as
     select n, event_id, price_id, product_id, device_id, gen_random_uuid() as ticket_id, gen_random_uuid() as reservation_id,
       $1::uuid as tenant_id, 'guest' || n || '.' || event_id || '@example.org' as email
     from (select event_id, gen_random_uuid() as price_id, gen_random_uuid() as product_id, gen_random_uuid() as device_id
       from unnest($2::uuid[]) event_id) night, generate_series(1, $3::int) n`,
    [tenantId, eventIds, tickets / events],
  )
  for (const fill of fills) await client.query(fill)
  await client.query('drop table seed')
  await client.query('set session_replication_role = origin')
}

const fills = [
  `insert into event (tenant_id, id, slug, name, starts_at, created_at, updated_at)
   select distinct tenant_id, event_id, event_id::text, 'Night', now(), now(), now() from seed`,
  `insert into product (tenant_id, id, kind, name, created_at, updated_at)
   select distinct tenant_id, product_id, 'ticket', 'Entry', now(), now() from seed`,
  `insert into price (tenant_id, id, product_id, name, amount_minor, max_per_user, created_at, updated_at)
   select distinct tenant_id, price_id, product_id, 'Full', 1000, 10, now(), now() from seed`,
  `insert into event_product (tenant_id, event_id, product_id, position)
   select distinct tenant_id, event_id, product_id, 1 from seed`,
  `insert into device (tenant_id, id, name, key_prefix, created_at)
   select tenant_id, device_id, 'Door', left(device_id::text, 8), now() from (select distinct tenant_id, device_id from seed)`,
  `insert into event_counter (tenant_id, event_id, held) select tenant_id, event_id, count(*) from seed group by 1, 2`,
  `insert into price_counter (tenant_id, price_id, event_id, held)
   select tenant_id, price_id, event_id, count(*) from seed group by 1, 2, 3`,
  `insert into person_counter (tenant_id, email, price_id, event_id, held)
   select tenant_id, email, price_id, event_id, 1 from seed`,
  `insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language, created_at, updated_at)
   select tenant_id, reservation_id, event_id, email, 'valid', 1000, 1, 'en', now(), now() from seed`,
  `insert into reservation_line (tenant_id, id, reservation_id, product_id, price_id, counted_event_id, makes_tickets, quantity, unit_amount_minor)
   select tenant_id, gen_random_uuid(), reservation_id, product_id, price_id, event_id, true, 1, 1000 from seed`,
  `insert into ticket (tenant_id, id, reservation_id, event_id, price_id, first_name, last_name, seat, status, created_at)
   select tenant_id, ticket_id, reservation_id, event_id, price_id, 'Guest', 'Number ' || n,
     case when n % 2 = 0 then 'L' else n::text end, 'not_scanned', now() from seed`,
  `insert into ticket_lookup (tenant_id, lookup, ticket_id, key_id)
   select tenant_id, sha256(ticket_id::text::bytea), ticket_id, event_id from seed`,
  `insert into scan_log (tenant_id, id, ticket_id, event_id, device_id, result, ticket_status, nonce, scanned_at, recorded_at)
   select tenant_id, gen_random_uuid(), ticket_id, event_id, device_id, 'already_scanned', 'scanned', gen_random_uuid(), now(), now() from seed`,
  `insert into payment (tenant_id, id, reservation_id, method, status, amount_minor, currency, created_at)
   select tenant_id, gen_random_uuid(), reservation_id, 'cash', 'open', 1000, 'EUR', now() from seed`,
  `insert into idempotency_key (tenant_id, key, body_hash, claim, holder, created_at)
   select tenant_id, ticket_id::text, '', gen_random_uuid(), 1, now() from seed`,
  `insert into member (tenant_id, email, number, created_at)
   select tenant_id, email, row_number() over () + (select coalesce(max(number), 0) from member), now() from seed`,
  `insert into membership (tenant_id, id, email, product_id, price_id, amount_minor, discount_minor, valid_from, created_at)
   select tenant_id, gen_random_uuid(), email, product_id, price_id, 1000, 0, now(), now() from seed`,
  `insert into promotional_code (tenant_id, id, code, discount_minor, active, created_at, updated_at)
   select tenant_id, ticket_id, ticket_id::text, 100, true, now(), now() from seed`,
  `insert into promotional_code_product (tenant_id, code_id, product_id) select tenant_id, ticket_id, product_id from seed`,
  `insert into waiting_entry (tenant_id, id, event_id, price_id, email, places, language, status, waiting_since, created_at)
   select tenant_id, gen_random_uuid(), event_id, price_id, email, 1, 'en', 'waiting', now(), now() from seed where n % 10 = 0`,
]
