import { type TenantTx, violatedForeignKey } from '../../db/database.ts'
import { AppError, type FieldErrors, fieldError } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { getEventLocked } from '../event/event.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { readTerms, replaceCosts, replaceDeals } from './settlement.queries.ts'
import { type Deal, partProblems, type Terms, wrongTogether } from './settlement.ts'

/**
 * Replaces the costs of an event, the deals with its artists, or both; what `changes` does not name stays.
 *
 * @param seen what the person who changes it saw (`termsVersion`); absent: whatever it was
 * @throws AppError not_found, changed_meanwhile, validation_failed (`artists`: a deal that lacks something or has too much, shares of more
 *   than everything, somebody twice or not here)
 */
export async function saveSettlement(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  eventId: string,
  changes: Partial<Terms>,
  seen?: string,
): Promise<void> {
  requireSound(changes.deals ?? [])
  try {
    await deps.database.asTenant(tenant.id, (tx) => replaceTerms(deps, tx, { actor, eventId, changes, seen }))
  } catch (error) {
    if (violatedForeignKey(error) === 'artist_deal_artist') throw fieldError('artists', 'unknown_artists')
    throw error
  }
}

type Replacing = {
  readonly actor: Actor
  readonly eventId: string
  readonly changes: Partial<Terms>
  readonly seen: string | undefined
}

async function replaceTerms(
  deps: Pick<Deps, 'now'>,
  tx: TenantTx,
  { actor, eventId, changes, seen }: Replacing,
): Promise<void> {
  await getEventLocked(tx, eventId)
  const former = await readTerms(tx, eventId)
  if (seen !== undefined && seen !== termsVersion(former)) throw new AppError('changed_meanwhile')
  const terms = { ...former, ...changes }
  if (termsVersion(terms) === termsVersion(former)) return
  if (changes.costs) await replaceCosts(tx, eventId, changes.costs)
  if (changes.deals) await replaceDeals(tx, eventId, changes.deals)
  // Their number alone: the log is read by who may not see money, and is kept longer than the names of people.
  await recordChange(tx, actor, deps.now(), 'event.settlement_changed', eventId, {
    after: { costs: terms.costs.length, deals: terms.deals.length },
  })
}

/** A version of the costs and deals for a form; it changes when somebody else changes one of them. */
export function termsVersion({ costs, deals }: Terms): string {
  return versionOf([
    costs.map(({ label, amountMinor }) => [label, amountMinor]),
    deals.map(({ artistId, kind, guaranteeMinor, shareHundredths }) => [
      artistId,
      kind,
      guaranteeMinor,
      shareHundredths,
    ]),
  ])
}

function requireSound(deals: readonly Deal[]): void {
  const fields: FieldErrors = Object.fromEntries(
    deals.flatMap((deal, index) =>
      partProblems(deal).map(({ part, problem }) => [`artists.${index}.${part}`, [problem]] as const),
    ),
  )
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields })
  const problem = wrongTogether(deals)
  if (problem !== null) throw fieldError('artists', problem)
}
