import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertMissing, selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { changeEventCounters } from '../event/event.queries.ts'
import { counterKey, emptyLedger, type Ledger, seatKey } from './places.ts'

/** A change of how many places are held; negative releases them. */
export type PlaceChange = {
  readonly eventId: string
  /** The booker's address; for '' no personal maximum is counted. */
  readonly email: string
  readonly priceId: string
  readonly countedEventId: string
  readonly makesTickets: boolean
  readonly delta: number
}

/**
 * Locks the counters of those events, then those of prices counted as a whole, each ordered by id: the order in which bookings lock
 * them. Reservations and tickets are locked after them.
 */
export async function lockCounters(
  tx: TenantTx,
  eventIds: readonly string[],
  wholePriceIds: readonly string[],
): Promise<void> {
  await selectRows(tx, 'eventCounter')
    .select('eventId')
    .where('eventId', 'in', eventIds)
    .orderBy('eventId')
    .forNoKeyUpdate()
    .execute()
  if (wholePriceIds.length > 0) await lockWholePrices(tx, wholePriceIds)
}

async function lockWholePrices(tx: TenantTx, priceIds: readonly string[]): Promise<void> {
  await selectRows(tx, 'priceCounter')
    .select('priceId')
    .where('eventId', '=', nilUuid)
    .where('priceId', 'in', priceIds)
    .orderBy('priceId')
    .forNoKeyUpdate()
    .execute()
}

/** Locks the counter of one price counted as a whole, and makes it when nobody has yet. No other may be locked after it. */
export async function lockWholePrice(tx: TenantTx, priceId: string): Promise<void> {
  await createPriceCounter(tx, priceId, nilUuid)
  await lockWholePrices(tx, [priceId])
}

async function createPriceCounter(tx: TenantTx, priceId: string, eventId: string): Promise<void> {
  await insertMissing(tx, 'priceCounter', { priceId, eventId }).execute()
}

/**
 * Makes a person's counter of a price if there is none, by default for the price as a whole; under the lock of the price, as bookings
 * do.
 */
export async function createPersonCounter(
  tx: TenantTx,
  email: string,
  priceId: string,
  eventId = nilUuid,
): Promise<void> {
  await insertMissing(tx, 'personCounter', { email, priceId, eventId }).execute()
}

/** Makes the missing counters of a ticket price at an event; under the lock of the event, as bookings do. */
export async function createTicketCounters(
  tx: TenantTx,
  { eventId, email, priceId }: Pick<PlaceChange, 'eventId' | 'email' | 'priceId'>,
): Promise<void> {
  await createPriceCounter(tx, priceId, eventId)
  await createPersonCounter(tx, email, priceId, eventId)
}

/** Changes counters that are locked. The tables refuse a count below zero, so nothing is released twice unseen. */
export async function changeCounters(tx: TenantTx, changes: readonly PlaceChange[]): Promise<void> {
  const events = summed(
    changes.filter((change) => change.makesTickets),
    ({ eventId }) => [eventId],
  )
  const prices = summed(changes, ({ priceId, countedEventId }) => [priceId, countedEventId])
  const persons = summed(
    changes.filter((change) => change.email !== ''),
    ({ email, priceId, countedEventId }) => [email, priceId, countedEventId],
  )
  if (events.deltas.length > 0) await changeEventCounters(tx, events.keys[0] ?? [], events.deltas)
  if (prices.deltas.length > 0)
    await sql`update price_counter counter set held = counter.held + change.delta
      from unnest(${prices.keys[0]}::uuid[], ${prices.keys[1]}::uuid[], ${prices.deltas}::int[])
        as change (price_id, event_id, delta)
      where counter.tenant_id = ${tx.tenantId} and counter.price_id = change.price_id
        and counter.event_id = change.event_id`.execute(tx)
  if (persons.deltas.length > 0)
    await sql`update person_counter counter set held = counter.held + change.delta
      from unnest(${persons.keys[0]}::text[], ${persons.keys[1]}::uuid[], ${persons.keys[2]}::uuid[],
        ${persons.deltas}::int[]) as change (email, price_id, event_id, delta)
      where counter.tenant_id = ${tx.tenantId} and counter.email = change.email
        and counter.price_id = change.price_id and counter.event_id = change.event_id`.execute(tx)
}

/** Sums the changes to one delta per key, as the columns of an unnest. */
function summed(
  changes: readonly PlaceChange[],
  keyOf: (change: PlaceChange) => readonly string[],
): { readonly keys: readonly string[][]; readonly deltas: readonly number[] } {
  const sums = new Map<string, { readonly key: readonly string[]; delta: number }>()
  for (const change of changes) {
    const key = keyOf(change)
    const known = sums.get(key.join(' '))
    if (known) known.delta += change.delta
    else sums.set(key.join(' '), { key, delta: change.delta })
  }
  const rows = [...sums.values()]
  const keys = (rows[0]?.key ?? []).map((_, column) => rows.map((row) => row.key[column] ?? ''))
  return { keys, deltas: rows.map((row) => row.delta) }
}

type PlacesAsked = {
  readonly eventId: string
  /** The booker's address; '' has no personal counts. */
  readonly email: string
  readonly priceIds: readonly string[]
  readonly seats: readonly string[]
}

/** Reads how much is held at an event, at some prices, by one person and which seats are taken; after the counters were locked. */
export async function readLedger(tx: TenantTx, { eventId, email, priceIds, seats }: PlacesAsked): Promise<Ledger> {
  const ledger = emptyLedger()
  const event = await selectRows(tx, 'eventCounter').select('held').where('eventId', '=', eventId).executeTakeFirst()
  ledger.events.set(eventId, event?.held ?? 0)
  const prices = await selectRows(tx, 'priceCounter')
    .select(['priceId', 'eventId', 'held'])
    .where('priceId', 'in', priceIds)
    .where('eventId', 'in', [eventId, nilUuid])
    .execute()
  for (const count of prices) ledger.prices.set(counterKey(count.priceId, count.eventId), count.held)
  const persons = await selectRows(tx, 'personCounter')
    .select(['priceId', 'eventId', 'held'])
    .where('email', '=', email)
    .where((where) => where.or([where('priceId', 'in', priceIds), where('eventId', '=', eventId)]))
    .execute()
  for (const count of persons) ledger.persons.set(counterKey(count.priceId, count.eventId, email), count.held)
  for (const seat of await listTakenSeats(tx, eventId, seats)) ledger.seats.add(seatKey(eventId, seat))
  return ledger
}

/** Which of these seats somebody else holds at the event. */
async function listTakenSeats(tx: TenantTx, eventId: string, seats: readonly string[]): Promise<readonly string[]> {
  if (seats.length === 0) return []
  const rows = await selectRows(tx, 'ticket')
    .select('seat')
    .where('eventId', '=', eventId)
    .where('seat', 'in', seats)
    .where('cancelledAt', 'is', null)
    .execute()
  return rows.map(({ seat }) => seat)
}
