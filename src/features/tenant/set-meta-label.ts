import { type ServerTx, serverSide, violates } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { noteAtRoot } from './note-at-root.ts'
import { getFirstMeta } from './tenant.queries.ts'
import { lookOf } from './look-alike.ts'
import { isDomainLabel, reservedLabels, type Tenant } from './tenant.ts'

/**
 * Moves the first Meta to another label under DOMAIN. The old one is retired: it redirects readers and stays reserved; only Meta may
 * return to it. Its log says who moved it, and so does that of Root.
 *
 * @returns Meta at its new label
 * @throws AppError slug_taken, validation_failed (not a domain label)
 */
export async function setMetaLabel(deps: BasicDeps<'notifyChange'>, actor: Actor, rawLabel: string): Promise<Tenant> {
  const label = rawLabel.trim().toLowerCase()
  if (!isDomainLabel(label)) throw fieldError('label', 'domain_label')
  if (reservedLabels.has(label)) throw new AppError('slug_taken')
  try {
    const { id } = await deps.database.asServer(getFirstMeta)
    const [former, moved] = await deps.database.asTenant(id, async (tx) => {
      const now = deps.now()
      const moving = await moveTo(serverSide(tx), id, label, now)
      const [former, meta] = moving
      await recordChange(tx, actor, now, 'organisation.label_changed', null, {
        before: { label: former.label },
        after: { label: meta.label },
      })
      await deps.notifyChange(tx, 'directory', null)
      return moving
    })
    const after = { organisation: moved.organisation, label: moved.label }
    if (former.label !== moved.label) await noteAtRoot(deps, actor, 'organisation.label_changed', id, { after })
    return moved
  } catch (error) {
    if (violates(error, 'domain_pkey')) throw new AppError('slug_taken')
    throw error
  }
}

/** @returns Meta as it was, and as it is now */
async function moveTo(
  tx: ServerTx,
  id: string,
  label: string,
  now: Date,
): Promise<readonly [former: Tenant, meta: Tenant]> {
  // The row of the tenant is the lock: two who change the label at once take turns.
  await tx.selectFrom('tenant').select('id').where('id', '=', id).forUpdate().execute()
  const former = await getFirstMeta(tx)
  await requireFree(tx, label, id)
  await tx
    .updateTable('domain')
    .set({ kind: 'retired' })
    .where('tenantId', '=', id)
    .where('kind', '=', 'label')
    .execute()
  await tx
    .insertInto('domain')
    .values({ name: label, look: lookOf(label), tenantId: id, kind: 'label', createdAt: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ kind: 'label' }).where('domain.tenantId', '=', id))
    .execute()
  const meta = await getFirstMeta(tx)
  if (meta.label !== label) throw new AppError('slug_taken')
  return [former, meta]
}

/** Refuses a label that another tenant has; a tenant's slug stays its own even when its label is another. */
async function requireFree(tx: ServerTx, label: string, metaId: string): Promise<void> {
  const other = await tx
    .selectFrom('tenant')
    .select('id')
    .where('slug', '=', label)
    .where('id', '!=', metaId)
    .executeTakeFirst()
  if (other) throw new AppError('slug_taken')
}
