import type pg from 'pg'
import type { Log } from './figures.ts'
import { fillPeople, type HousePeople } from './house-people.ts'
import { firstNames, lastNames, quoted } from './names.ts'
import type { BenchService } from './service.ts'
import type { Shop } from './shop.ts'
import { signInAt } from './staff.ts'

/** A year and more of a busy house. */
export type BigHouse = HousePeople & {
  readonly ticketCount: number
  /** The event of tonight, where most have come in. */
  readonly tonight: string
  /** A booking like any other, and what it is found by. */
  readonly reservation: string
  readonly reference: string
  readonly email: string
}

const eventCount = 300
const soldTonight = 2000
const longestAgoDays = 400

/**
 * Sells one booking of two tickets over the desk, and copies all its rows as often as wanted: other ids, days, events,
 * names and addresses, the rest as selling left it.
 */
export async function fillHouse(service: BenchService, shop: Shop, bookings: number, log: Log): Promise<BigHouse> {
  const startedAt = performance.now()
  const tonight = await sellOnce(service, shop)
  const client = await service.connect()
  try {
    await client.query(`set app.tenant_id = '${shop.tenantId}'`)
    await prepareCopies(client, shop, tonight, bookings)
    for (const table of copiedTables) await copyRows(client, table)
    await client.query(nameWords, [shop.tenantId])
    await client.query(admissions, [shop.tenantId, tonight])
    await client.query('update receipt_counter set last_number = last_number + $2 where tenant_id = $1', [
      shop.tenantId,
      bookings,
    ])
    const others = await fillPeople(client, shop, tonight)
    await client.query('vacuum analyze')
    const { rows } = await client.query(
      `select id, reference, booker_email as email from reservation where tenant_id = $1 and event_id <> $2
       order by id limit 1 offset $3`,
      [shop.tenantId, tonight, Math.floor(bookings / 2)],
    )
    const { rows: counted } = await client.query('select count(*)::int as tickets from ticket')
    log(`${counted[0].tickets} tickets in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    const { id, reference, email } = rows[0]
    return { ...others, ticketCount: counted[0].tickets, tonight, reservation: id, reference, email }
  } finally {
    await client.end()
  }
}

/** The event of tonight, with one booking of two tickets that were paid. */
async function sellOnce(service: BenchService, shop: Shop): Promise<string> {
  const product = await shop.create('products', { name: 'Entry', categorie_article: 'B' })
  const price = await shop.create('prices', { product, name: 'Full price', prix: 12, vat: '5.5' })
  const datetime = new Date(Date.now() + 3_600_000).toISOString()
  const event = await shop.create('events', { name: 'The night', datetime, products: [product] })
  const seller = await signInAt(service, shop)
  await seller.press('/admin/sale/', [
    ['key', '5b0f6c1e-6d0f-4c38-9c55-3f6d6f0d4a11'] as const,
    ['event', event] as const,
    ['price', price] as const,
    ['qty', '2'] as const,
    ['amount', ''] as const,
    ['email', 'guest@example.org'] as const,
    ['method', 'cash'] as const,
    // The total that the form showed.
    ['seen', '2400'],
  ])
  return event
}

/** Tables of `temp`, one row for each booking and each ticket to be made, with what is different in it. */
async function prepareCopies(client: pg.Client, shop: Shop, tonight: string, bookings: number): Promise<void> {
  const { rows } = await client.query('select id, created_at from reservation where tenant_id = $1', [shop.tenantId])
  const [sample, ...others] = rows
  if (!sample || others.length > 0) throw new Error('one booking was to be sold')
  await client.query(
    `insert into event select copied.* from event,
       generate_series(1, ${eventCount}) n,
       lateral (select now() + (n * ${longestAgoDays} / ${eventCount} - ${longestAgoDays} + 30) * interval '1 day' as starts_at) moved,
       lateral jsonb_populate_record(event, jsonb_build_object('id', gen_random_uuid(), 'name', 'Night ' || n,
         'slug', 'night-' || n, 'starts_at', moved.starts_at, 'created_at', moved.starts_at - interval '60 days')) copied
     where event.tenant_id = '${shop.tenantId}' and event.id = '${tonight}'`,
  )
  await client.query(
    `create temp table numbered_event as select id, row_number() over (order by starts_at) as number, starts_at
     from event where tenant_id = '${shop.tenantId}'`,
  )
  await client.query(
    `create temp table copied_booking as
     select n, uuidv7(at - now()) as reservation_id, at, case when n <= ${soldTonight / 2} then '${tonight}'::uuid else event.id end as event_id,
       'guest' || n || '@example.org' as email, gen_random_uuid() as unique_id
     from generate_series(1, ${bookings}) n
     join numbered_event event on event.number = 1 + n % ${eventCount},
     lateral (select least(now() - interval '1 second' * (1 + n % 5000),
       event.starts_at - interval '1 second' * (n % 4000000)) as at) moment`,
  )
  await client.query(
    `create temp table copied_ticket as
     select uuidv7(booking.at - now()) as ticket_id, ticket.id as sample_id, booking.n, booking.event_id, booking.reservation_id,
       booking.at, (array[${quoted(firstNames)}])[1 + (booking.n * 7 + seat) % ${firstNames.length}] as first_name,
       (array[${quoted(lastNames)}])[1 + (booking.n / 10) % ${lastNames.length}]
         || case when booking.n % 3 = 0 then '' else ' ' || chr(97 + booking.n % 26) || chr(97 + booking.n / 26 % 26) || chr(97 + booking.n / 676 % 26) || 'ot' end as last_name
     from copied_booking booking, (select id, row_number() over (order by id)::int as seat from ticket where tenant_id = '${shop.tenantId}') ticket`,
  )
  await client.query('analyze copied_booking; analyze copied_ticket')
}

type CopiedTable = {
  readonly name: string
  /** What is different in each row. */
  readonly different: string
  readonly of?: 'copied_ticket'
  /** Which of its rows is copied, where there are others. */
  readonly which?: string
}

const atTimes = `'created_at', copy.at`
const copiedTables: readonly CopiedTable[] = [
  {
    name: 'reservation',
    different: `'id', copy.reservation_id, 'event_id', copy.event_id, 'booker_email', copy.email, ${atTimes}, 'updated_at', copy.at`,
  },
  {
    name: 'reservation_line',
    different: `'id', gen_random_uuid(), 'reservation_id', copy.reservation_id, 'counted_event_id', copy.event_id`,
  },
  {
    name: 'ticket',
    of: 'copied_ticket',
    different: `'id', copy.ticket_id, 'reservation_id', copy.reservation_id, 'event_id', copy.event_id,
      'first_name', copy.first_name, 'last_name', copy.last_name, ${atTimes}`,
  },
  {
    name: 'payment',
    different: `'id', copy.unique_id, 'reservation_id', copy.reservation_id, ${atTimes}, 'settled_at', copy.at`,
  },
  {
    name: 'receipt',
    different: `'id', uuidv7(copy.at - now()), 'reservation_id', copy.reservation_id, 'payment_id', copy.unique_id,
      'number', 1 + copy.n, ${atTimes}`,
  },
  {
    name: 'mail',
    which: "kind = 'tickets'",
    different: `'id', uuidv7(copy.at - now()), 'reservation_id', copy.reservation_id, 'recipient', copy.email,
      'document_id', null, ${atTimes}, 'settled_at', copy.at, 'status', 'sent'`,
  },
  {
    name: 'audit_entry',
    which: 'subject_id in (select id from reservation order by created_at desc limit 1)',
    different: `'id', uuidv7(copy.at - now()), 'subject_id', copy.reservation_id, 'at', copy.at`,
  },
]

async function copyRows(client: pg.Client, { name, different, of, which = 'true' }: CopiedTable): Promise<void> {
  const { rows } = await client.query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [name],
  )
  const columns = String(rows[0].columns)
  const copiedColumns = columns.replaceAll(/(^|, )/g, '$1copied.')
  await client.query(
    `insert into ${name} (${columns}) select ${copiedColumns}
     from (select * from ${name} where ${which}) sample
     join ${of ?? 'copied_booking'} copy on ${of ? 'copy.sample_id = sample.id' : 'true'},
     lateral jsonb_populate_record(sample::${name}, jsonb_build_object(${different})) copied`,
  )
}

/** As name-words.ts makes them of these names, which have no marks but accents. */
const nameWords = `insert into ticket_name_word (tenant_id, ticket_id, word)
  select distinct $1::uuid, ticket_id, translate(lower(word), 'éèê', 'eee')
  from copied_ticket, regexp_split_to_table(first_name || ' ' || last_name, ' ') word`

/** Three in four of tonight, during the last hour. */
const admissions = `with inside as (
    update ticket set status = 'scanned', scanned_at = now() - interval '1 second' * (numbered.seat_number % 3600)
    from (select id, row_number() over (order by id) as seat_number from ticket where tenant_id = $1 and event_id = $2) numbered
    where ticket.tenant_id = $1 and ticket.id = numbered.id and numbered.seat_number % 4 <> 0
    returning ticket.id, ticket.scanned_at)
  insert into scan_log (tenant_id, id, ticket_id, event_id, result, ticket_status, scanned_at, recorded_at)
  select $1, gen_random_uuid(), id, $2, 'admitted', 'not_scanned', scanned_at, scanned_at from inside`
