import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { AuditEntry as AuditEntryRow, AuditPersonal } from '../../db/tables.ts'
import { type AuditAction, isAuditAction } from './action.ts'

/** One thing that was done, with the names and addresses that nobody had erased. */
export type AuditEntry = Omit<Selectable<AuditEntryRow>, 'action'> & {
  readonly action: AuditAction
  readonly personal: readonly Pick<Selectable<AuditPersonal>, 'field' | 'before' | 'after'>[]
}

/** The latest first. @param of null: everything; otherwise what was done to these */
export async function listAuditEntries(
  tx: TenantTx,
  page: { readonly of: readonly string[] | null; readonly offset: number; readonly limit: number },
): Promise<readonly AuditEntry[]> {
  const entries = await tx
    .selectFrom('auditEntry')
    .selectAll()
    .where('tenantId', '=', tx.tenantId)
    .$if(page.of !== null, (query) => query.where('subjectId', 'in', page.of ?? []))
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  if (entries.length === 0) return []
  const personal = await tx
    .selectFrom('auditPersonal')
    .select(['entryId', 'field', 'before', 'after'])
    .where('tenantId', '=', tx.tenantId)
    .where(
      'entryId',
      'in',
      entries.map(({ id }) => id),
    )
    .orderBy('field')
    .execute()
  return entries.map(({ action, ...entry }) => ({
    ...entry,
    action: known(action),
    personal: personal.filter(({ entryId }) => entryId === entry.id),
  }))
}

function known(action: string): AuditAction {
  if (!isAuditAction(action)) throw new Error(`the audit log holds an action that is none: ${action}`)
  return action
}

/** Takes a person's names and addresses out of the log; what was done, and by whom, stays. */
export async function eraseFromAudit(tx: TenantTx, email: string): Promise<void> {
  await tx
    .deleteFrom('auditPersonal')
    .where('tenantId', '=', tx.tenantId)
    .where('personEmail', '=', email)
    .execute()
}
