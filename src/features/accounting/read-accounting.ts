import type { TenantTx } from '../../db/database.ts'
import { fieldError } from '../../errors.ts'
import { localDate } from '../../lib/time.ts'
import type { Deps } from '../deps.ts'
import { type Event, findEvent } from '../event/event.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  type Bounds,
  type EverSum,
  holdStill,
  sumBack,
  sumDocuments,
  sumEver,
  sumLines,
  sumReceived,
} from './accounting.queries.ts'
import { type Accounts, accountsOf } from './accounting.ts'
import { boundsOf, type Period, readPeriod } from './period.ts'

/** What books are of: days, of one event alone or (null) of the whole house. */
export type BooksOf = { readonly period: Period; readonly event: { readonly id: string; readonly name: string } | null }

export type Accounting = BooksOf & {
  /** Whether the period is not over yet: its figures still grow. Once it is over, nothing changes them (ADR 0152). */
  readonly isRunning: boolean
  /** A book each, the one of the organisation's currency first. */
  readonly accounts: readonly Accounts[]
  /** The first and last number of the period's receipts and credit notes, one series; null: there are none. */
  readonly numbers: { readonly first: number; readonly last: number } | null
}

/**
 * Reads which books somebody asks for: without days those of this month; of an event, those from the day it was made until today.
 *
 * @throws AppError validation_failed (`from`, `to`, `event`)
 */
export async function readBooksOf(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  asked: { readonly from?: string; readonly to?: string; readonly event?: string },
): Promise<BooksOf> {
  const { event: eventId, from = '', to = '' } = asked
  if (eventId === undefined) return { period: readPeriod(asked, deps.now(), tenant.timeZone), event: null }
  const event = await deps.database.asTenant(tenant.id, (tx) => findEvent(tx, eventId))
  if (event === null) throw fieldError('event', 'unknown_event')
  const whole = wholePeriod(deps, tenant, event)
  return { period: from + to === '' ? whole : readPeriod(asked, deps.now(), tenant.timeZone), event }
}

/** The days on which anything can have been booked for an event so far. */
export function wholePeriod(
  { now }: Pick<Deps, 'now'>,
  { timeZone }: Tenant,
  { createdAt }: Pick<Event, 'createdAt'>,
): Period {
  return { from: localDate(createdAt, timeZone), to: localDate(now(), timeZone) }
}

/** All that moved in these days, seen at one moment. */
export async function readAccounting(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  { period, event }: BooksOf,
): Promise<Accounting> {
  const eventId = event?.id ?? null
  const bounds = boundsOf(period, tenant.timeZone)
  const sums = await deps.database.asTenant(tenant.id, async (tx) => {
    await holdStill(tx)
    return {
      documents: await sumDocuments(tx, period, tenant.timeZone, eventId),
      lines: await sumLines(tx, bounds, eventId),
      received: await sumReceived(tx, bounds, eventId),
      back: await sumBack(tx, bounds, eventId),
    }
  })
  const { documents } = sums
  return {
    period,
    event,
    isRunning: bounds.until > deps.now(),
    accounts: accountsOf(sums, tenant.currency),
    numbers:
      documents.length === 0
        ? null
        : {
            first: Math.min(...documents.map(({ firstNumber }) => firstNumber)),
            last: Math.max(...documents.map(({ lastNumber }) => lastNumber)),
          },
  }
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
