import { type ServerTx, violates } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import { findFirstMeta } from './tenant.queries.ts'
import { isDomainLabel, reservedLabels, type Tenant } from './tenant.ts'

/**
 * Moves the first Meta to another label under DOMAIN. The old one is retired: it sends readers on and stays reserved;
 * Meta alone may come back to it.
 *
 * @returns Meta at its new label
 * @throws AppError slug_taken, validation_failed (not a domain label)
 */
export async function setMetaLabel(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange'>,
  rawLabel: string,
): Promise<Tenant> {
  const label = rawLabel.trim().toLowerCase()
  if (!isDomainLabel(label)) throw fieldError('label', 'domain_label')
  if (reservedLabels.has(label)) throw new AppError('slug_taken')
  try {
    return await deps.database.asServer(async (tx) => {
      const meta = await moveTo(tx, label, deps.now())
      await deps.notifyChange(tx, 'directory', null)
      return meta
    })
  } catch (error) {
    if (violates(error, 'domain_pkey')) throw new AppError('slug_taken')
    throw error
  }
}

async function moveTo(tx: ServerTx, label: string, now: Date): Promise<Tenant> {
  // The row of the tenant is the lock: two who change the label at once take turns.
  const { id } = await tx
    .selectFrom('tenant')
    .select('id')
    .where('firstMeta', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await requireFree(tx, label, id)
  await tx
    .updateTable('domain')
    .set({ kind: 'retired' })
    .where('tenantId', '=', id)
    .where('kind', '=', 'label')
    .execute()
  await tx
    .insertInto('domain')
    .values({ name: label, tenantId: id, kind: 'label', createdAt: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ kind: 'label' }).where('domain.tenantId', '=', id),
    )
    .execute()
  const meta = await findFirstMeta(tx)
  if (meta?.host !== label) throw new AppError('slug_taken')
  return meta
}

/** A tenant's slug stays its own even when its label is another. */
async function requireFree(tx: ServerTx, label: string, metaId: string): Promise<void> {
  const other = await tx
    .selectFrom('tenant')
    .select('id')
    .where('slug', '=', label)
    .where('id', '!=', metaId)
    .executeTakeFirst()
  if (other) throw new AppError('slug_taken')
}
