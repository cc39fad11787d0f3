import { serverSide } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { AppearanceDecision } from './appearance.ts'
import { agreeToAll, type Appearance, findAppearance, putDecision } from './appearance.queries.ts'
import { updateTenantRow } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Agrees, for an organisation that an event of another one names as artist, that its own calendar shows it, or refuses that. May be repeated, and
 * decided otherwise.
 *
 * @throws AppError not_found
 */
export async function decideAppearance(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  state: AppearanceDecision,
): Promise<Appearance> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const common = serverSide(tx)
    const { name, organisation } = orNotFound(await findAppearance(common, tenant, id))
    if (await putDecision(common, tenant, id, state))
      await recordChange(tx, actor, deps.now(), `appearance.${state}`, id, { after: { name, organisation } })
    return orNotFound(await findAppearance(common, tenant, id))
  })
}

/**
 * Says whether events of others that name an organisation are shown on its calendar without asking its people. Those that wait are agreed to with
 * it; what was refused stays so, and what is shown goes on being shown when it ends.
 */
export async function putConsent(
  deps: BasicDeps<'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  standing: boolean,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const common = serverSide(tx)
    // Before what waits: whoever publishes an event shares the row, and is waited for.
    const isChanged = await updateTenantRow(common, tenant.id)
      .set({ showsAppearances: standing })
      .where('showsAppearances', '!=', standing)
      .$call(isDone)
    if (!isChanged) return
    if (standing) await agreeToAll(common, tenant)
    await recordChange(tx, actor, deps.now(), 'appearance.consent_changed', null, {
      before: { standing: !standing },
      after: { standing },
    })
    await deps.notifyChange(tx, 'directory', null)
  })
}
