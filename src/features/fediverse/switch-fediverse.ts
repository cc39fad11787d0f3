import { serverSide } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { requireApproved } from '../tenant/approval.ts'
import { showAnew } from '../tenant/calendar.queries.ts'
import { getTenant, lockTenant, updateTenantRow } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { makeFediverseActor } from './account.ts'
import { handleOf } from './fediverse.ts'
import { countFollowers, countInboxes, findFediverseActor, insertFediverseActor } from './fediverse.queries.ts'

/** How an organisation stands on other servers. */
export type FediverseStanding = {
  readonly isOn: boolean
  /** `la-verriere@la-verriere.example.org`; null: it never had an account. */
  readonly handle: string | null
  readonly followers: number
  /** Servers that are written to, and those among them that do not answer at the moment. */
  readonly servers: number
  readonly failing: number
}

/** @throws AppError not_found (Root) */
export async function readFediverse(
  { database, urls }: Pick<Deps, 'database' | 'urls'>,
  tenant: Tenant,
): Promise<FediverseStanding> {
  if (tenant.category === 'root') throw new AppError('not_found')
  return database.asTenant(tenant.id, async (tx) => {
    const actor = await findFediverseActor(tx)
    const { fediverseLabel } = await getTenant(serverSide(tx), tenant.id)
    const { inboxes: servers, failing } = await countInboxes(tx)
    const handle = actor && handleOf(actor.label, urls.base(actor.label))
    return { isOn: fediverseLabel !== null, handle, followers: await countFollowers(tx), servers, failing }
  })
}

/**
 * Has an organisation tell other servers what is on, from an account that they follow, or no more: what they know of is deleted there. The
 * account stays the same one when it is switched on again. May be repeated.
 *
 * @throws AppError not_found (Root), is_sandbox, not_approved
 */
export async function switchFediverse(
  deps: BasicDeps<'enqueue' | 'secrets' | 'urls' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  isOn: boolean,
): Promise<FediverseStanding> {
  const { label } = tenant
  if (label === null) throw new AppError('not_found')
  if (isOn) {
    if (tenant.sandbox) throw new AppError('is_sandbox')
    requireApproved(tenant)
  }
  const former = await deps.database.asTenant(tenant.id, findFediverseActor)
  const made = isOn && former === null ? await makeFediverseActor(deps, tenant.id, label) : null
  await deps.database.asTenant(tenant.id, async (tx) => {
    await lockTenant(serverSide(tx), tenant.id)
    const known = await findFediverseActor(tx)
    const present = known ?? made
    const fediverseLabel = isOn ? (present?.label ?? null) : null
    const isChanged = await updateTenantRow(serverSide(tx), tenant.id)
      .set({ fediverseLabel })
      .where('fediverseLabel', isOn ? 'is' : 'is not', null)
      .$call(isDone)
    if (!isChanged || present === null) return
    if (known === null) await insertFediverseActor(tx, present)
    if (isOn) await showAnew(tx)
    await recordChange(tx, actor, deps.now(), isOn ? 'fediverse.switched_on' : 'fediverse.switched_off', null, {
      after: { handle: handleOf(present.label, deps.urls.base(present.label)) },
    })
    await deps.notifyChange(tx, 'directory', null)
    await deps.enqueue(tx, { name: 'tell_followers', tenantId: tenant.id })
  })
  return readFediverse(deps, tenant)
}
