import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { ticketKinds } from '../catalog/product.ts'
import { countOfficeMails, selectOfficeMails } from '../mail/office-mails.queries.ts'
import { refundState } from '../payment/refund.queries.ts'
import { isBookedFor } from '../reservation/booked-for.ts'
import { uncounted } from '../ticket/inside.queries.ts'

/** A price, or all places of an event, of which little is left. */
export type NearlyGone = {
  /** The event; null for a price that is sold at no event in particular. */
  readonly eventId: string | null
  readonly eventName: string | null
  /** The price; null for all places of the event. */
  readonly priceId: string | null
  readonly priceName: string | null
  readonly productName: string | null
  readonly left: number
}

/** Work that waits for staff, and news that it should know of. */
export type OpenTasks = {
  /** Mails that the address or the server refused, or that were given up. */
  readonly mails: number
  /** Refunds that did not get through. */
  readonly failedRefunds: number
  /** Refunds that no provider sends: somebody hands them over. */
  readonly owedRefunds: number
  /** Devices that told, in the last days, of entries that cannot have been (ADR 0228). */
  readonly alarms: readonly DeviceAlarm[]
  /** Events to come whose people seem to be inside, hours before their doors. */
  readonly early: readonly EarlyEvent[]
  /** Products with few places or pieces left: those of events to come, the nearest first, then those sold at no event. */
  readonly nearlyGone: readonly NearlyGone[]
}

export type DeviceAlarm = { readonly deviceId: string; readonly name: string; readonly count: number }
export type EarlyEvent = { readonly eventId: string; readonly name: string; readonly scanned: number }

/** How long a device's alarm is shown. */
const alarmMs = 7 * 86_400_000
/** Staff and a sound check may be in before the doors; one in ten is more. */
const earlyShare = 10
const fewestEarly = 10
/** How long before the start people come to an event without a time of doors. */
const usualDoorsMs = 3 * 3_600_000
const earlyWithinMs = 3 * 86_400_000

/** Nearly gone is fewer than one in ten left, and not none: that is a success, not a task. */
const fewShare = 10
const mostListed = 8

export async function listOpenTasks(tx: TenantTx, now: Date): Promise<OpenTasks> {
  const mails = await countOfficeMails(tx, 'undelivered')
  const refunds = await countRefundsToSee(tx)
  const [places, stocks, things] = [
    await listEventsNearlyGone(tx, now),
    await listPricesNearlyGone(tx, now),
    await listThingsNearlyGone(tx),
  ]
  const atEvents = [...places, ...stocks].toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const nearlyGone = [...atEvents.map(({ startsAt, ...gone }) => gone), ...things].slice(0, mostListed)
  return { mails, ...refunds, nearlyGone, alarms: await listAlarms(tx, now), early: await listEarly(tx, now) }
}

async function listAlarms(tx: TenantTx, now: Date): Promise<readonly DeviceAlarm[]> {
  const rows = await selectRows(tx, 'scanLog')
    .innerJoin('device', sameTenant('device.id', 'scanLog.deviceId'))
    .select(['device.id as deviceId', 'device.name', sql<number>`count(*)`.as('count')])
    .where('device.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`scan_log.conflict in (${uncounted})`)
    .where('scanLog.recordedAt', '>', new Date(now.getTime() - alarmMs))
    .groupBy(['device.id', 'device.name'])
    .orderBy('device.name')
    .orderBy('device.id')
    .limit(mostListed)
    .execute()
  return rows.map(({ count, ...device }) => ({ ...device, count: Number(count) }))
}

async function listEarly(tx: TenantTx, now: Date): Promise<readonly EarlyEvent[]> {
  const { rows } = await sql<EarlyEvent & { readonly sold: number }>`
    select event.id as event_id, event.name, inside.scanned, inside.sold
    from event cross join lateral (
      select count(*) filter (where ticket.status = 'scanned')::int as scanned, count(*)::int as sold from ticket
      where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.event_id = event.id
        and ticket.status in ('not_scanned', 'scanned') offset 0
    ) inside
    where event.tenant_id = ${tx.tenantId}::uuid and event.cancelled_at is null
      and event.starts_at between ${now} and ${new Date(now.getTime() + earlyWithinMs)}
      and coalesce(event.doors_open_at, event.starts_at - ${`${usualDoorsMs} milliseconds`}::interval) > ${now}
      and inside.scanned >= ${fewestEarly} and inside.scanned * ${sql.lit(earlyShare)} > inside.sold
    order by event.starts_at, event.id limit ${mostListed}`.execute(tx)
  return rows.map(({ eventId, name, scanned }) => ({ eventId, name, scanned }))
}

type RefundsToSee = Pick<OpenTasks, 'failedRefunds' | 'owedRefunds'>

/** What waits for staff at one event. */
export type EventTasks = Pick<OpenTasks, 'mails'> &
  RefundsToSee & {
    /** People on its waiting list who were offered nothing yet. */
    readonly waiting: number
  }

export async function countEventTasks(tx: TenantTx, eventId: string): Promise<EventTasks> {
  return {
    mails: await selectOfficeMails(tx, 'undelivered')
      .where(isBookedFor(tx, eventId, 'mail'))
      .$call(countRows),
    ...(await countRefundsToSee(tx, eventId)),
    waiting: await selectRows(tx, 'waitingEntry')
      .where('eventId', '=', eventId)
      .where('status', '=', 'waiting')
      .$call(countRows),
  }
}

/** Counts the refunds that the page of money lists as to be seen to (payment/owed-refunds.queries.ts). */
async function countRefundsToSee(tx: TenantTx, eventId: string | null = null): Promise<RefundsToSee> {
  const counted = await selectRows(tx, 'refund')
    .innerJoin('payment', sameTenant('payment.id', 'refund.paymentId'))
    .select([
      sql<number>`count(*) filter (where ${refundState()} = 'failed')`.as('failed'),
      sql<number>`count(*) filter (where ${refundState()} = 'owed')`.as('owed'),
    ])
    .where('refund.status', '<>', 'succeeded')
    .$if(eventId !== null, (query) => query.where(isBookedFor(tx, eventId ?? '', 'refund')))
    .executeTakeFirstOrThrow()
  return { failedRefunds: Number(counted.failed), owedRefunds: Number(counted.owed) }
}

async function listEventsNearlyGone(tx: TenantTx, now: Date) {
  const rows = await selectRows(tx, 'event')
    .innerJoin('eventCounter', sameTenant('eventCounter.eventId', 'event.id'))
    .select(['event.id as eventId', 'event.name as eventName', 'event.startsAt'])
    .select(sql<number>`capacity - held`.as('left'))
    .where('event.startsAt', '>', now)
    .where('event.cancelledAt', 'is', null)
    .where(isFew(sql`capacity`, sql`held`))
    .orderBy('event.startsAt')
    .limit(mostListed)
    .execute()
  return rows.map((event) => ({ ...event, priceId: null, priceName: null, productName: null }))
}

/** Lists ticket prices, whose stock counts at each event. */
async function listPricesNearlyGone(tx: TenantTx, now: Date) {
  return selectLimitedPrices(tx)
    .innerJoin('eventProduct', sameTenant('eventProduct.productId', 'price.productId'))
    .innerJoin('event', sameTenant('event.id', 'eventProduct.eventId'))
    .innerJoin('priceCounter', (join) =>
      sameTenant('priceCounter.priceId', 'price.id')(join).onRef('priceCounter.eventId', '=', 'event.id'),
    )
    .select(['event.id as eventId', 'event.name as eventName', 'event.startsAt'])
    .select(sql<number>`price.stock - price_counter.held`.as('left'))
    .where('product.kind', 'in', ticketKinds)
    .where('event.startsAt', '>', now)
    .where('event.cancelledAt', 'is', null)
    .where(isFew(sql`price.stock`, sql`price_counter.held`))
    .orderBy('event.startsAt')
    .limit(mostListed)
    .execute()
}

/** Lists the prices of everything else, whose stock counts for the price as a whole. */
async function listThingsNearlyGone(tx: TenantTx): Promise<readonly NearlyGone[]> {
  const rows = await selectLimitedPrices(tx)
    .innerJoin('priceCounter', (join) =>
      sameTenant('priceCounter.priceId', 'price.id')(join).on('priceCounter.eventId', '=', nilUuid),
    )
    .select(sql<number>`price.stock - price_counter.held`.as('left'))
    .where('product.kind', 'not in', ticketKinds)
    .where(isFew(sql`price.stock`, sql`price_counter.held`))
    .orderBy('price.id')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({ ...row, eventId: null, eventName: null }))
}

function selectLimitedPrices(tx: TenantTx) {
  return selectRows(tx, 'price')
    .innerJoin('product', sameTenant('product.id', 'price.productId'))
    .select(['price.id as priceId', 'price.name as priceName', 'product.name as productName'])
    .where('price.stock', 'is not', null)
    .where('price.archived', '=', false)
    .where('product.archived', '=', false)
    .where('product.published', '=', true)
}

function isFew(all: RawBuilder<unknown>, held: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${all} > ${held} and (${all} - ${held}) * ${sql.lit(fewShare)} < ${all}`
}
