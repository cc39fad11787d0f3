import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import type { Reservation as ReservationRow } from '../../db/tables.ts'
import { isAmong } from '../../db/is-among.ts'
import {
  changedSince,
  isDone,
  isWithin,
  sameTenant,
  selectRows,
  type Span,
  updateQuietly,
  updateRow,
  updateRows,
} from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { idsOf, nilUuid } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { firstSpoken } from '../../lib/spoken.ts'
import type { MembershipPeriod, OrderKind, ProductKind } from '../catalog/product.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { languageHere } from '../tenant/tenant.queries.ts'
import type { Thing } from '../ticket/thing.ts'
import { listThings } from '../ticket/things.queries.ts'
import { expiringStatuses, type ReservationStatus } from './reservation.ts'

export type Reservation = Omit<Selectable<ReservationRow>, 'eventId' | 'language'> & {
  /** The event's id; the nil uuid: at no event. */
  readonly eventId: string
  readonly language: Language
}

/** A reservation as a reader sees it. */
export type ReservationView = {
  readonly id: string
  readonly createdAt: Date
  /** The booker's address; '' at a desk sale without one. */
  readonly bookerEmail: string
  /** The event's id; the nil uuid: at no event. */
  readonly eventId: string
  readonly status: ReservationStatus
  /** The total as it was booked, whatever was cancelled since. */
  readonly totalMinor: number
  /** The discount of its code, which is already taken off. */
  readonly discountMinor: number
  /** The code it was booked with; null: none. */
  readonly promotionalCode: string | null
  readonly optionIds: readonly string[]
  readonly ticketIds: readonly string[]
  readonly paymentIds: readonly string[]
  /** To which page of one of the organisation's sites its own page leads back, if it still is one; null: none. */
  readonly returnUrl: string | null
  readonly lines: readonly BookedLine[]
}

/** A line of a reservation, as it was booked: whatever was cancelled of it since, and whatever became of its price. */
export type BookedLine = {
  readonly id: string
  readonly priceId: string
  readonly productId: string
  readonly kind: ProductKind
  readonly quantity: number
  /** What each costs, the discount of the code already taken off. */
  readonly unitAmountMinor: number
  readonly unitDiscountMinor: number
  /** Null: not subject to VAT. */
  readonly vatRateHundredths: number | null
  /** The number of the card that a top-up was ordered for by its number; null: none was named. */
  readonly cardNumber: string | null
}

/** With what it led to. */
export type ReservationWithThings = ReservationView & {
  readonly things: readonly Thing[]
  /** The memberships that it granted, cancelled ones too. */
  readonly membershipIds: readonly string[]
}

const typed = ({
  languageHere: here,
  ...row
}: Selectable<ReservationRow> & { readonly languageHere: string }): Reservation => ({
  ...row,
  eventId: row.eventId ?? nilUuid,
  language: firstSpoken(row.language, here),
})

function selectReservations(tx: TenantTx) {
  return selectRows(tx, 'reservation').selectAll().select(languageHere(tx))
}

export async function findReservation(tx: TenantTx, id: string): Promise<Reservation | null> {
  const row = await selectReservations(tx).where('id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

export async function getReservation(tx: TenantTx, id: string): Promise<Reservation> {
  return orNotFound(await findReservation(tx, id))
}

export async function findReservationByConfirmation(tx: TenantTx, hash: Buffer): Promise<Reservation | null> {
  const row = await selectReservations(tx).where('confirmationHash', '=', hash).executeTakeFirst()
  return row ? typed(row) : null
}

/**
 * Counts a try of its code; the update is conditional, so that tries made at once are counted one by one.
 *
 * @returns how many tries there were with this one; null: there were enough, or its mail has no code
 */
export async function countCodeTry(tx: TenantTx, id: string, most: number): Promise<number | null> {
  const row = await updateQuietly(tx, 'reservation')
    .set((column) => ({ codeTries: column('codeTries', '+', 1) }))
    .where('id', '=', id)
    .where('confirmationHash', 'is not', null)
    .where('codeTries', '<', most)
    .returning('codeTries')
    .executeTakeFirst()
  return row?.codeTries ?? null
}

/** Locks one reservation. The counters of its event, where they are needed, are locked first. */
export async function lockReservation(tx: TenantTx, id: string): Promise<Reservation | null> {
  const row = await selectReservations(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? typed(row) : null
}

export async function getReservationLocked(tx: TenantTx, id: string): Promise<Reservation> {
  return orNotFound(await lockReservation(tx, id))
}

/** Locks one reservation unless it has expired: for an expired one the counters are locked first. */
export async function lockUnlessExpired(tx: TenantTx, id: string): Promise<Reservation | null> {
  const row = await selectReservations(tx)
    .where('id', '=', id)
    .where((where) =>
      where.or([where('status', '<>', 'cancelled'), where('cancelledBecause', 'is distinct from', 'expiry')]),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? typed(row) : null
}

function selectDue(tx: TenantTx, now: Date) {
  return selectReservations(tx).where('expiresAt', '<=', now).where('status', 'in', expiringStatuses)
}

/** Lists holds that have run out, the oldest first. */
export async function listDueHolds(tx: TenantTx, now: Date, most: number): Promise<readonly Reservation[]> {
  return (await selectDue(tx, now).orderBy('expiresAt').limit(most).execute()).map(typed)
}

/** Locks those of `ids` that are still due, in the order of their ids; the others were paid, confirmed or expired meanwhile. */
export async function lockDueHolds(tx: TenantTx, ids: readonly string[], now: Date): Promise<readonly Reservation[]> {
  const rows = await selectDue(tx, now).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  return rows.map(typed)
}

const confirmedStatuses: readonly ReservationStatus[] = ['unpaid', 'email_verified']

/** Moves a reservation whose row is locked, on the condition of its former status all the same. */
export async function markStatus(
  tx: TenantTx,
  reservation: Pick<Reservation, 'id' | 'status'>,
  change: {
    readonly status: ReservationStatus
    readonly now: Date
    readonly cancelledBecause?: Reservation['cancelledBecause']
  },
): Promise<void> {
  const cause = change.cancelledBecause ?? null
  const isMarked = await updateRow(tx, 'reservation', reservation.id, {
    status: change.status,
    expiresAt: null,
    unconfirmedFrom: null,
    unpaidFrom: null,
    // A booker who confirmed is the person of the address; what ends or is paid before was asked for by somebody who only typed it.
    // There money that came online is the proof, which is checked when they are mailed.
    unasked: confirmedStatuses.includes(change.status)
      ? false
      : sql<boolean>`unasked or unconfirmed_from is not null or unpaid_from is not null`,
    cancelledAt: cause === null ? null : change.now,
    cancelledBecause: cause,
  })
    .where('status', '=', reservation.status)
    .$call(isDone)
  if (!isMarked) throw new Error('a locked reservation has moved')
}

/** Sets the address of the booker, who is mailed there; the caller has locked the reservation. */
export async function markBooker(tx: TenantTx, id: string, email: string): Promise<void> {
  await updateRow(tx, 'reservation', id, {
    bookerEmail: email,
    toMail: true,
    bookerErased: false,
    unasked: true,
  }).execute()
}

/** Holds the places of a reservation until `until`; the caller has locked it. */
export async function markHeldUntil(tx: TenantTx, id: string, until: Date): Promise<void> {
  await updateRow(tx, 'reservation', id, { expiresAt: until }).execute()
  await noteDue(tx, 'holds', until)
}

/** Ends the holds of reservations that nobody has settled at `until` at the latest. */
export async function shortenHolds(tx: TenantTx, ids: readonly string[], by: Date): Promise<void> {
  if (ids.length === 0) return
  await updateRows(tx, 'reservation')
    .set({ expiresAt: by })
    .where('id', 'in', ids)
    .where('status', 'in', ['unpaid', 'email_unverified'] satisfies ReservationStatus[])
    .where('expiresAt', '>', by)
    .execute()
  await noteDue(tx, 'holds', by)
}

/** Moves the end of holds with the end of their event, for reservations that are paid at its door. */
export async function moveDoorHolds(
  tx: TenantTx,
  eventId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  await updateRows(tx, 'reservation')
    .set({ expiresAt: to })
    .where('eventId', '=', eventId)
    .where('status', '=', 'unpaid')
    .where('expiresAt', '=', from)
    .execute()
  await noteDue(tx, 'holds', to)
}

/** Notes a change of the reservation other than of its status. */
export async function markChanged(tx: TenantTx, id: string): Promise<void> {
  await updateRows(tx, 'reservation').where('id', '=', id).execute()
}

export type ReservationLine = Awaited<ReturnType<typeof listLines>>[number]

/** Lists lines; `handedOut` of things is read under the lock of the reservation. */
export async function listLines(tx: TenantTx, reservationIds: readonly string[]) {
  if (reservationIds.length === 0) return []
  return selectRows(tx, 'reservationLine')
    .select(['reservationId', 'productId', 'priceId', 'countedEventId', 'makesTickets', 'quantity'])
    .select(['unitAmountMinor', 'handedOut'])
    .where('reservationId', 'in', reservationIds)
    .orderBy('id')
    .execute()
}

/** Selects the lines of a reservation with their products, by the names `line` and `product`. */
export function selectLines(tx: TenantTx, reservationId: string) {
  return selectRows(tx, 'reservationLine as line')
    .innerJoin('product', sameTenant('product.id', 'line.productId'))
    .where('line.reservationId', '=', reservationId)
}

export type MembershipLine = Awaited<ReturnType<typeof listMembershipLines>>[number]

/**
 * Lists the lines that make their booker a member, in the order of their products, which is the order they are locked in. Their
 * `amountMinor` already has the code's discount taken off.
 */
export async function listMembershipLines(tx: TenantTx, reservationId: string) {
  const rows = await selectLines(tx, reservationId)
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .select(['line.productId', 'line.priceId', 'price.membershipPeriod as period', 'line.quantity'])
    .select(['line.unitAmountMinor as amountMinor', 'line.unitDiscountMinor as discountMinor'])
    .select(['price.maxPerUser', 'line.firstName', 'line.lastName'])
    .where('product.kind', '=', 'membership')
    .orderBy('line.productId')
    .orderBy('line.id')
    .execute()
  return rows.map((row) => ({ ...row, period: row.period as MembershipPeriod | null }))
}

/** Lists the lines whose personal maximum, today's, the counters of persons decide: all but those of memberships. */
export async function listCountedLines(tx: TenantTx, reservationId: string) {
  return selectLines(tx, reservationId)
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .select(['line.priceId', 'line.countedEventId', 'line.quantity', 'price.maxPerUser'])
    .where('product.kind', '<>', 'membership')
    .execute()
}

/** What a reservation is for, as its mails name it: its event; at none, where its start is null, the product of its line. */
export async function findBookedEvent(tx: TenantTx, { id, eventId }: Pick<Reservation, 'id' | 'eventId'>) {
  if (eventId === nilUuid) return { ...noEvent, name: await findOrderedProduct(tx, id) }
  return selectRows(tx, 'event')
    .leftJoin('location', sameTenant('location.id', 'event.locationId'))
    .select(['event.name', 'event.startsAt', 'event.endsAt', 'event.cancelledAt', 'event.postponedAt'])
    .select(['location.name as locationName', 'location.city', 'event.accessNotes'])
    .where('event.id', '=', eventId)
    .executeTakeFirstOrThrow()
}

const noEvent = {
  startsAt: null,
  endsAt: null,
  cancelledAt: null,
  postponedAt: null,
  locationName: null,
  city: null,
  accessNotes: null,
}

/** Finds what is ordered at no event; null: the reservation is at one. */
export async function findOrderKind(
  tx: TenantTx,
  { id, eventId }: Pick<Reservation, 'id' | 'eventId'>,
): Promise<OrderKind | null> {
  if (eventId !== nilUuid) return null
  const { kind } = await selectLines(tx, id).select('product.kind').executeTakeFirstOrThrow()
  // Nothing else is ordered at none (takeOrder).
  return kind as OrderKind
}

async function findOrderedProduct(tx: TenantTx, reservationId: string): Promise<string> {
  const { name } = await selectLines(tx, reservationId)
    .select('product.name')
    .orderBy('line.id')
    .executeTakeFirstOrThrow()
  return name
}

/** Finds the mail with a reservation's tickets; null when none was written yet. */
export async function findTicketsMail(tx: TenantTx, reservationId: string): Promise<string | null> {
  const row = await selectRows(tx, 'mail')
    .select('id')
    .where('reservationId', '=', reservationId)
    .where('kind', '=', 'tickets')
    .executeTakeFirst()
  return row?.id ?? null
}

/** How many places an event has and how many one person may have; null: unlimited, or no event. */
export type EventLimits = { readonly capacity: number | null; readonly maxPerUser: number | null }

export async function readEventLimits(tx: TenantTx, eventId: string): Promise<EventLimits> {
  if (eventId === nilUuid) return { capacity: null, maxPerUser: null }
  return selectRows(tx, 'event').select(['capacity', 'maxPerUser']).where('id', '=', eventId).executeTakeFirstOrThrow()
}

export type ReservationFilter = {
  readonly eventId?: string
  /** One of these; absent: any. */
  readonly statuses?: readonly ReservationStatus[]
  readonly updatedSince?: Date
  readonly email?: string
  /** The booking number, ten digits, as people say it on the phone. */
  readonly reference?: string
} & Span

const inOrderMade = inOrderOfMaking('reservation.id')

/** The whole discount of a `reservation`. */
export const discountOf = sql<number>`(select coalesce(sum(quantity * unit_discount_minor), 0)::bigint
  from reservation_line where tenant_id = reservation.tenant_id and reservation_id = reservation.id)`

/** The code of a `reservation`; null: none. */
export const codeOf = sql<string | null>`(select code from promotional_code
  where tenant_id = reservation.tenant_id and id = reservation.promotional_code_id)`

/** The name on the first ticket of a `reservation` that bears one; null: none does. */
export const holderOf = sql<string | null>`(select trim(first_name || ' ' || last_name) from ticket
  where tenant_id = reservation.tenant_id and reservation_id = reservation.id and (first_name <> '' or last_name <> '')
  order by id limit 1)`

/** Whether the house gave a `reservation` away: its amount is what it is worth, and no money came. */
export const givenAwayOf = sql<boolean>`exists (select from payment where tenant_id = reservation.tenant_id
  and reservation_id = reservation.id and method = 'free' and status = 'settled')`

function selectViews(tx: TenantTx) {
  return selectRows(tx, 'reservation')
    .select(['id', 'createdAt', 'bookerEmail', 'eventId', 'status', 'totalMinor', 'returnUrl'])
    .select([
      discountOf.as('discountMinor'),
      codeOf.as('promotionalCode'),
      sql<string[]>`array(select option_id from reservation_option
        where tenant_id = reservation.tenant_id and reservation_id = reservation.id order by option_id)`.as(
        'optionIds',
      ),
      sql<string[]>`array(select id from ticket
        where tenant_id = reservation.tenant_id and reservation_id = reservation.id and superseded_by is null
        order by id)`.as('ticketIds'),
      // A closed payment brought nothing: a booking paid once has one payment.
      sql<string[]>`array(select id from payment
        where tenant_id = reservation.tenant_id and reservation_id = reservation.id and status <> 'closed'
        order by id)`.as('paymentIds'),
      sql<string[]>`array(select id from membership
        where tenant_id = reservation.tenant_id and reservation_id = reservation.id order by id)`.as('membershipIds'),
    ])
}

/** Chooses reservations, but by when they changed. */
function selectChosen(tx: TenantTx, filter: ReservationFilter) {
  let query = selectRows(tx, 'reservation').select('reservation.id').where(isWithin(filter, 'reservation.createdAt'))
  if (filter.eventId !== undefined) query = query.where('reservation.eventId', '=', filter.eventId)
  if (filter.statuses !== undefined) query = query.where('reservation.status', 'in', filter.statuses)
  if (filter.email !== undefined) query = query.where('reservation.bookerEmail', '=', filter.email)
  if (filter.reference !== undefined) query = query.where('reservation.reference', '=', filter.reference)
  return query
}

/** Chooses those of which anything that an answer shows has changed, each part by itself. */
function selectChanged(tx: TenantTx, filter: ReservationFilter, since: Date) {
  const of = sql`tenant_id = ${tx.tenantId}::uuid and reservation_id = reservation.id`
  const whereChanged = (part: 'payment' | 'refund' | 'dispute') =>
    sql<boolean>`exists (select from ${sql.table(part)} where ${of} and ${changedSince(since, `${part}.updatedAt`)})`
  const namesOfThings = sql<boolean>`exists (select from reservation_line line
    join price on price.tenant_id = line.tenant_id and price.id = line.price_id
    join product on product.tenant_id = line.tenant_id and product.id = line.product_id
    where line.tenant_id = ${tx.tenantId}::uuid and line.reservation_id = reservation.id and not line.makes_tickets
      and ${changedSince(since, 'price.updatedAt', 'product.updatedAt')})`
  const changes = [
    changedSince(since, 'reservation.updatedAt'),
    whereChanged('payment'),
    whereChanged('refund'),
    whereChanged('dispute'),
    namesOfThings,
  ]
  return changes.map((change) => selectChosen(tx, filter).where(change))
}

/**
 * Lists the next of those that changed. Each part is asked for as many as the page has: a few are found by when they changed, and many in
 * their order. One condition on all parts read a whole tenant for every page.
 */
async function listChangedIds(tx: TenantTx, filter: ReservationFilter & Page, since: Date): Promise<readonly string[]> {
  const parts = selectChanged(tx, filter, since)
  const found = await Promise.all(parts.map((part) => inOrder(part, inOrderMade, filter).execute()))
  const ids = [...new Set(idsOf(found.flat()))].toSorted()
  return (filter.isDescending ? ids.toReversed() : ids).slice(0, filter.limit)
}

export async function listReservations(tx: TenantTx, filter: ReservationFilter & Page) {
  const { updatedSince } = filter
  const ids =
    updatedSince === undefined
      ? idsOf(await inOrder(selectChosen(tx, filter), inOrderMade, filter).execute())
      : await listChangedIds(tx, filter, updatedSince)
  const views = await readViews(tx, ids)
  return filter.isDescending ? views.toReversed() : views
}

export async function countReservations(tx: TenantTx, filter: ReservationFilter): Promise<number> {
  const { updatedSince } = filter
  if (updatedSince === undefined) return countFound(tx, selectChosen(tx, filter))
  const [first, ...others] = selectChanged(tx, filter, updatedSince)
  if (first === undefined) return 0
  const changed = others.reduce((all, part) => all.union(part), first)
  return countFound(tx, tx.selectFrom(changed.as('changed')).select('changed.id'))
}

export async function getReservationView(tx: TenantTx, id: string): Promise<ReservationWithThings> {
  const [view] = await readViews(tx, [id])
  return orNotFound(view)
}

/** Reads some reservations, in the order of their ids; all that is asked travels together. */
async function readViews(tx: TenantTx, ids: readonly string[]): Promise<readonly ReservationWithThings[]> {
  const [rows, lines, things] = await Promise.all([
    selectViews(tx).where(isAmong('id', ids)).orderBy('id').execute(),
    listBookedLines(tx, ids),
    listThings(tx, ids),
  ])
  return rows.map((row) => ({
    ...row,
    eventId: row.eventId ?? nilUuid,
    lines: lines.get(row.id) ?? [],
    things: things.get(row.id) ?? [],
  }))
}

/** Lists the lines of some reservations, by reservation, in the order they were booked. */
async function listBookedLines(
  tx: TenantTx,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly BookedLine[]>> {
  if (reservationIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'reservationLine as line')
    .innerJoin('product', sameTenant('product.id', 'line.productId'))
    .innerJoin('reservation', sameTenant('reservation.id', 'line.reservationId'))
    // Whoever was forgotten is not told of by the number of a card.
    .leftJoin('nfcCard', (join) =>
      join.onRef('nfcCard.id', '=', 'line.cardId').on('reservation.bookerErased', '=', false),
    )
    .select(['line.id', 'line.reservationId', 'line.priceId', 'line.productId', 'product.kind', 'line.quantity'])
    .select([
      'line.unitAmountMinor',
      'line.unitDiscountMinor',
      'line.vatRateHundredths',
      'nfcCard.number as cardNumber',
    ])
    .where(isAmong('line.reservationId', reservationIds))
    .orderBy('line.id')
    .execute()
  return Map.groupBy(rows, ({ reservationId }) => reservationId)
}
