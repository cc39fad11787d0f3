import type { TenantTx } from '../../db/database.ts'
import { fieldError } from '../../errors.ts'
import { localDate } from '../../lib/time.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { type Event, findEvent } from '../event/event.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  type Bounds,
  type EverSum,
  holdStill,
  type LineSum,
  sumBack,
  sumDocuments,
  sumEver,
  sumLines,
  sumReceived,
  sumWithdrawnLines,
} from './accounting.queries.ts'
import { type Accounts, accountsOf } from './accounting.ts'
import { boundsOf, type Period, readPeriod } from './period.ts'
import { findTicketProducts, readTerms } from './settlement.queries.ts'
import { othersOf, settle, withdrawnOthersOf, type Settlement } from './settlement.ts'

/** What books are of: days, of one event alone or (null) of the whole house. */
export type BooksOf = {
  readonly period: Period
  readonly event: { readonly id: string; readonly name: string } | null
  /** Whether they are all that an event brought so far, which alone can be settled. */
  readonly isWhole: boolean
}

export type Accounting = BooksOf & {
  /** Whether the period is not over yet: its figures still grow. Once it is over, nothing changes them (ADR 0152). */
  readonly isRunning: boolean
  /** A book each, the one of the organisation's currency first. */
  readonly accounts: readonly Accounts[]
  /** The first and last number of the period's receipts and credit notes, one series; null: there are none. */
  readonly numbers: { readonly first: number; readonly last: number } | null
  /** How what an event brought is divided, in the organisation's currency; null: the books are of something else. */
  readonly settlement: Settlement | null
}

/**
 * Reads which books somebody asks for: without days those of this month; of an event, those from the day it was made until today.
 *
 * @throws AppError validation_failed (`from`, `to`, `event`)
 */
export async function readBooksOf(
  deps: BasicDeps,
  tenant: Tenant,
  asked: { readonly from?: string; readonly to?: string; readonly event?: string },
): Promise<BooksOf> {
  const { event: eventId, from = '', to = '' } = asked
  if (eventId === undefined)
    return { period: readPeriod(asked, deps.now(), tenant.timeZone), event: null, isWhole: false }
  const event = await deps.database.asTenant(tenant.id, (tx) => findEvent(tx, eventId))
  if (event === null) throw fieldError('event', 'unknown_event')
  if (from + to === '') return wholeBooksOf(deps, tenant, event)
  return { period: readPeriod(asked, deps.now(), tenant.timeZone), event, isWhole: false }
}

/** The books of an event, of all days on which anything can have been booked for it so far. */
export function wholeBooksOf({ now }: Pick<Deps, 'now'>, { timeZone }: Tenant, event: Event): BooksOf {
  const period = { from: localDate(event.createdAt, timeZone), to: localDate(now(), timeZone) }
  return { period, event, isWhole: true }
}

/** All that moved in these days, seen at one moment. */
export async function readAccounting(deps: BasicDeps, tenant: Tenant, of: BooksOf): Promise<Accounting> {
  const { period, event, isWhole } = of
  const eventId = event?.id ?? null
  const bounds = boundsOf(period, tenant.timeZone)
  const sums = await deps.database.asTenant(tenant.id, async (tx) => {
    await holdStill(tx)
    const lines = await sumLines(tx, bounds, eventId)
    return {
      documents: await sumDocuments(tx, period, tenant.timeZone, eventId),
      lines,
      received: await sumReceived(tx, bounds, eventId),
      back: await sumBack(tx, bounds, eventId),
      settling: event !== null && isWhole ? await readSettling(tx, event.id, lines) : null,
    }
  })
  const { documents, settling } = sums
  const accounts = accountsOf(sums, tenant.currency)
  return {
    ...of,
    isRunning: bounds.until > deps.now(),
    accounts,
    settlement: settling && settlementOf(accounts, tenant, sums.lines, settling),
    numbers:
      documents.length === 0
        ? null
        : {
            first: Math.min(...documents.map(({ firstNumber }) => firstNumber)),
            last: Math.max(...documents.map(({ lastNumber }) => lastNumber)),
          },
  }
}

type Settling = Awaited<ReturnType<typeof readSettling>>

async function readSettling(tx: TenantTx, eventId: string, lines: readonly LineSum[]) {
  const productIds = lines.flatMap(({ productId }) => productId ?? [])
  return {
    terms: await readTerms(tx, eventId),
    ticketProducts: await findTicketProducts(tx, [...new Set(productIds)]),
    withdrawn: await sumWithdrawnLines(tx, eventId),
  }
}

function settlementOf(
  accounts: readonly Accounts[],
  { currency }: Tenant,
  lines: readonly LineSum[],
  { terms, ticketProducts, withdrawn }: Settling,
): Settlement | null {
  const books = accounts.find((each) => each.currency === currency)
  if (books === undefined) return null
  const inIt = <Row extends { readonly currency: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.currency === currency)
  const othersMinor = othersOf(books, inIt(lines), ticketProducts)
  return settle(books, terms, othersMinor - withdrawnOthersOf(inIt(withdrawn), ticketProducts))
}

/** How the money of some hours moved, in each currency that any moved in. */
export async function readTakings(tx: TenantTx, { currency }: Pick<Tenant, 'currency'>, bounds: Bounds) {
  const [received, back] = [await sumReceived(tx, bounds, null), await sumBack(tx, bounds, null)]
  const accounts = accountsOf({ documents: [], lines: [], received, back }, currency)
  return accounts.map(({ methods, ...sums }) => ({
    currency: sums.currency,
    methods,
    keptMinor: sums.receivedMinor - sums.refundedMinor - sums.withdrawnMinor,
  }))
}

/** What was sold and credited from the first receipt to the end of a period. */
export async function readEver(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  period: Period,
): Promise<readonly EverSum[]> {
  const { until } = boundsOf(period, tenant.timeZone)
  return deps.database.asTenant(tenant.id, (tx) => sumEver(tx, until))
}
