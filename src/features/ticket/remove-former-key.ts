import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { fingerprintOf } from './former-ticket-key.ts'
import { deleteFormerKey, type FormerKeyName, getFormerKey } from './former-ticket-key.queries.ts'

/** Takes a key of another server off an event: the codes that it signed open nothing from now on. @throws AppError not_found */
export async function removeFormerKey(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  name: FormerKeyName,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const { publicKey } = await getFormerKey(tx, name)
    await deleteFormerKey(tx, name)
    const before = { fingerprint: fingerprintOf(publicKey) }
    await recordChange(tx, actor, deps.now(), 'event.former_key_removed', name.eventId, { before })
  })
}
