import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type EverSum, holdStill, sumBack, sumDocuments, sumEver, sumLines, sumReceived } from './accounting.queries.ts'
import { type Accounts, accountsOf } from './accounting.ts'
import { boundsOf, type Period } from './period.ts'

/** The books of a period. */
export type Accounting = {
  readonly period: Period
  /** Whether the period is not over yet: its figures still grow. Once it is over, nothing changes them (ADR 0152). */
  readonly isRunning: boolean
  /** A book each, the one of the organisation's currency first. */
  readonly accounts: readonly Accounts[]
  /** The first and last number of the period's receipts and credit notes, one series; null: there are none. */
  readonly numbers: { readonly first: number; readonly last: number } | null
}

/** All that moved in a period, seen at one moment. */
export async function readAccounting(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  period: Period,
): Promise<Accounting> {
  const bounds = boundsOf(period, tenant.timeZone)
  const sums = await deps.database.asTenant(tenant.id, async (tx) => {
    await holdStill(tx)
    return {
      documents: await sumDocuments(tx, period, tenant.timeZone),
      lines: await sumLines(tx, bounds),
      received: await sumReceived(tx, bounds),
      back: await sumBack(tx, bounds),
    }
  })
  const { documents } = sums
  return {
    period,
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

/** What was sold and credited from the first receipt to the end of a period. */
export async function readEver(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  period: Period,
): Promise<readonly EverSum[]> {
  const { until } = boundsOf(period, tenant.timeZone)
  return deps.database.asTenant(tenant.id, (tx) => sumEver(tx, until))
}
