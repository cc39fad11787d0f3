import { theServer } from '../../features/account/actor.ts'
import { saveSettlement } from '../../features/accounting/save-settlement.ts'
import { readTerms } from '../../features/accounting/settlement.queries.ts'
import type { BasicDeps } from '../../features/deps.ts'
import { listNamesOfArtists } from '../../features/event/event-parts.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { ScheduledEvent } from './schedule.ts'

/** Says once what tonight costs and what its artists are to get: from tomorrow on it is an evening that is settled. */
export async function settleTonight(
  deps: BasicDeps,
  tenant: Tenant,
  { plan: { terms }, event, isTonight }: ScheduledEvent,
): Promise<void> {
  if (!isTonight || terms === undefined) return
  const { asTenant } = deps.database
  const there = await asTenant(tenant.id, (tx) => readTerms(tx, event.id))
  if (there.costs.length + there.deals.length > 0) return
  const names = await asTenant(tenant.id, (tx) =>
    listNamesOfArtists(
      tx,
      event.artists.map(({ artistId }) => artistId),
    ),
  )
  const deals = event.artists.flatMap(({ artistId }) => {
    const deal = terms.deals[names.get(artistId) ?? '']
    return deal === undefined ? [] : [{ artistId, ...deal }]
  })
  await saveSettlement(deps, tenant, theServer, event.id, { costs: terms.costs, deals })
}
