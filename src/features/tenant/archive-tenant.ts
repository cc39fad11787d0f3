import { serverSide, type TenantTx } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { listOwners } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { noteFollowersDue } from './due-work.queries.ts'
import type { Ending } from './ending.ts'
import { archivedLetter } from './registration-letters.ts'
import { updateTenantRow } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Archives an organisation: from now on nobody answers at its hosts, and no Meta lists it or its events; its rows stay. Its open
 * online payments are checked next: nobody is to pay any more, and what is paid all the same is refunded. May be repeated. Its owners
 * are told why.
 *
 * @param why null: nobody is told, since nothing of it is to remain
 * @returns false where it was archived already
 * @throws AppError category_rule for Root and the first Meta, which the server needs
 */
export async function archiveTenant(
  deps: BasicDeps<'notifyChange' | 'openPayments' | 'enqueue'>,
  tenant: Tenant,
  actor: Actor,
  why: { readonly reason: string; readonly ending: Ending } | null,
): Promise<boolean> {
  if (tenant.category === 'root' || tenant.firstMeta) throw new AppError('category_rule')
  return deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const archived = await updateTenantRow(serverSide(tx), tenant.id)
      .set({ archivedAt: now })
      .where('archivedAt', 'is', null)
      .$call(isDone)
    if (archived) await noteArchived(deps, tx, tenant, actor, why)
    await deps.openPayments.checkAll(tx, now)
    await noteFollowersDue(tx)
    await deps.notifyChange(tx, 'directory', null)
    return archived
  })
}

async function noteArchived(
  deps: Pick<Deps, 'now' | 'enqueue'>,
  tx: TenantTx,
  { organisation, language }: Tenant,
  actor: Actor,
  why: { readonly reason: string; readonly ending: Ending } | null,
): Promise<void> {
  await recordChange(tx, actor, deps.now(), 'organisation.archived', null, {
    ...(why === null ? {} : { after: { reason: why.reason } }),
  })
  if (why === null) return
  const letter = archivedLetter(language, { organisation, ...why })
  for (const recipient of await listOwners(tx)) await queueMail(deps, tx, { ...letter, recipient })
}
