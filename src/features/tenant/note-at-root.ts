import { type ServerTx, serverSide } from '../../db/database.ts'
import { type Actor, actingFromRoot } from '../account/actor.ts'
import type { AuditAction } from '../audit/action.ts'
import { type AuditValues, type Change, type ChangedValues, recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { getRootTenant } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/** Notes in the log of Root what a super-user did to the server. @throws Error before the installation */
export async function noteAtRoot(
  deps: BasicDeps,
  actor: Actor,
  action: AuditAction,
  subjectId: Change['subjectId'],
  values: ChangedValues = {},
): Promise<void> {
  await doAndNoteAtRoot(deps, actor, async () => ({ answer: null, change: { ...values, action, subjectId } }))
}

/**
 * Does something to the server and notes it in the log of Root, in one transaction: both are written, or neither.
 *
 * @throws Error before the installation
 */
export async function doAndNoteAtRoot<T>(
  deps: BasicDeps,
  actor: Actor,
  act: (tx: ServerTx) => Promise<{ readonly answer: T; readonly change: Change }>,
): Promise<T> {
  const root = await deps.database.asServer(getRootTenant)
  return deps.database.asTenant(root.id, async (tx) => {
    const { answer, change } = await act(serverSide(tx))
    await recordChange(tx, actor, deps.now(), change.action, change.subjectId, change)
    return answer
  })
}

/** Notes what a super-user did to something of an organisation, in its log and in that of Root. */
export async function noteInBoth(
  deps: BasicDeps,
  actor: Actor,
  tenant: Tenant,
  { action, after }: { readonly action: AuditAction; readonly after: AuditValues },
): Promise<void> {
  await noteFromRoot(deps, actor, tenant, { action, after })
  const about = { organisation: tenant.organisation, ...after }
  await noteAtRoot(deps, actor, action, tenant.id, { after: about })
}

/** Notes what a super-user did in the log of an organisation alone, where that of Root has it already. */
export async function noteFromRoot(
  deps: BasicDeps,
  actor: Actor,
  tenant: Tenant,
  { action, after }: { readonly action: AuditAction; readonly after: AuditValues },
): Promise<void> {
  await deps.database.asTenant(tenant.id, (tx) =>
    recordChange(tx, actingFromRoot(actor), deps.now(), action, null, { after }),
  )
}

/**
 * Does something to an organisation from Root: its own log says what, and from where; the log of Root says to whom. The two logs are
 * of two tenants, so Root's comes second: a refused action is in neither.
 *
 * @param isDone whether anything was done, where that is an answer and not a refusal
 */
export async function actFromRoot<T>(
  deps: BasicDeps,
  actor: Actor,
  {
    tenant,
    action,
    after = {},
  }: { readonly tenant: Tenant; readonly action: AuditAction; readonly after?: AuditValues },
  act: (actor: Actor) => Promise<T>,
  isDone: (answer: T) => boolean = () => true,
): Promise<T> {
  const answer = await act(actingFromRoot(actor))
  if (isDone(answer))
    await noteAtRoot(deps, actor, action, tenant.id, { after: { organisation: tenant.organisation, ...after } })
  return answer
}
