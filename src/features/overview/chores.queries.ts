import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { nilUuid } from '../../lib/ids.ts'
import { ticketKinds } from '../catalog/product.ts'
import { countOfficeMails } from '../mail/office-mails.queries.ts'
import { refundState } from '../payment/refund.queries.ts'

/** A price, or all places of an event, of which little is left. */
export type NearlyGone = {
  /** Null: a price that is sold at no event in particular. */
  readonly eventId: string | null
  readonly eventName: string | null
  /** Null: the places of the event. */
  readonly priceId: string | null
  readonly priceName: string | null
  readonly productName: string | null
  readonly left: number
}

export type Chores = {
  /** Mails that the address or the server refused, or that were given up. */
  readonly mails: number
  /** Refunds that did not get through. */
  readonly failedRefunds: number
  /** Refunds that no provider sends: somebody hands them over. */
  readonly owedRefunds: number
  /** What has little left: of events to come, the nearest first, then what is sold at none. */
  readonly nearlyGone: readonly NearlyGone[]
}

/** Fewer than one in ten, and not none: that is a success, not a chore. */
const fewShare = 10
const mostListed = 8

export async function listChores(tx: TenantTx, now: Date): Promise<Chores> {
  const mails = await countOfficeMails(tx, 'undelivered')
  const refunds = await countRefundsToSee(tx)
  const [places, stocks, things] = [
    await listEventsNearlyGone(tx, now),
    await listPricesNearlyGone(tx, now),
    await listThingsNearlyGone(tx),
  ]
  const atEvents = [...places, ...stocks].toSorted(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime(),
  )
  const nearlyGone = [...atEvents.map(({ startsAt, ...gone }) => gone), ...things].slice(0, mostListed)
  return { mails, ...refunds, nearlyGone }
}

/** Those the page of money lists as to be seen to (payment/owed-refunds.queries.ts). */
async function countRefundsToSee(tx: TenantTx): Promise<Pick<Chores, 'failedRefunds' | 'owedRefunds'>> {
  const counted = await tx
    .selectFrom('refund')
    .innerJoin('payment', (join) =>
      join.onRef('payment.tenantId', '=', 'refund.tenantId').onRef('payment.id', '=', 'refund.paymentId'),
    )
    .select([
      sql<number>`count(*) filter (where ${refundState()} = 'failed')`.as('failed'),
      sql<number>`count(*) filter (where ${refundState()} = 'owed')`.as('owed'),
    ])
    .where('refund.tenantId', '=', tx.tenantId)
    .where('refund.status', '<>', 'succeeded')
    .executeTakeFirstOrThrow()
  return { failedRefunds: Number(counted.failed), owedRefunds: Number(counted.owed) }
}

async function listEventsNearlyGone(tx: TenantTx, now: Date) {
  const rows = await tx
    .selectFrom('event')
    .innerJoin('eventCounter', (join) =>
      join
        .onRef('eventCounter.tenantId', '=', 'event.tenantId')
        .onRef('eventCounter.eventId', '=', 'event.id'),
    )
    .select(['event.id', 'event.name', 'event.startsAt', sql<number>`capacity - held`.as('left')])
    .where('event.tenantId', '=', tx.tenantId)
    .where('event.startsAt', '>', now)
    .where('event.cancelledAt', 'is', null)
    .where(isFew(sql`capacity`, sql`held`))
    .orderBy('event.startsAt')
    .limit(mostListed)
    .execute()
  return rows.map(({ id, name, startsAt, left }) => ({
    ...{ startsAt, left, eventId: id, eventName: name },
    ...{ priceId: null, priceName: null, productName: null },
  }))
}

/** Of ticket prices the stock counts at each event. */
async function listPricesNearlyGone(tx: TenantTx, now: Date) {
  return selectLimitedPrices(tx)
    .innerJoin('eventProduct', (join) =>
      join
        .onRef('eventProduct.tenantId', '=', 'price.tenantId')
        .onRef('eventProduct.productId', '=', 'price.productId'),
    )
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'price.tenantId').onRef('event.id', '=', 'eventProduct.eventId'),
    )
    .innerJoin('priceCounter', (join) =>
      join
        .onRef('priceCounter.tenantId', '=', 'price.tenantId')
        .onRef('priceCounter.priceId', '=', 'price.id')
        .onRef('priceCounter.eventId', '=', 'event.id'),
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

/** Of everything else it counts for the price as a whole. */
async function listThingsNearlyGone(tx: TenantTx): Promise<readonly NearlyGone[]> {
  const rows = await selectLimitedPrices(tx)
    .innerJoin('priceCounter', (join) =>
      join
        .onRef('priceCounter.tenantId', '=', 'price.tenantId')
        .onRef('priceCounter.priceId', '=', 'price.id')
        .on('priceCounter.eventId', '=', nilUuid),
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
  return tx
    .selectFrom('price')
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'price.tenantId').onRef('product.id', '=', 'price.productId'),
    )
    .select(['price.id as priceId', 'price.name as priceName', 'product.name as productName'])
    .where('price.tenantId', '=', tx.tenantId)
    .where('price.stock', 'is not', null)
    .where('price.archived', '=', false)
    .where('product.archived', '=', false)
    .where('product.published', '=', true)
}

function isFew(all: RawBuilder<unknown>, held: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${all} > ${held} and (${all} - ${held}) * ${sql.lit(fewShare)} < ${all}`
}
