import type { TenantTx } from '../../db/database.ts'
import { type MailStatus, type OfficeMailList, officeMailKinds, officeMailLists } from './mail.ts'

/** A mail as staff looks after it; what it says is its reader's. */
export type OfficeMail = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly status: MailStatus
  /** As the mail server or the sender said it; null: nothing went wrong yet. */
  readonly failure: string | null
  readonly createdAt: Date
  /** Null: it is about no reservation. */
  readonly reservationId: string | null
}

/** The latest first. */
export async function listOfficeMails(
  tx: TenantTx,
  { list, limit, offset }: { readonly list: OfficeMailList; readonly limit: number; readonly offset: number },
): Promise<readonly OfficeMail[]> {
  const rows = await selectOfficeMails(tx, list)
    .select(['id', 'recipient', 'subject', 'status', 'failure', 'createdAt', 'reservationId'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  // The closed list is held by a check constraint.
  return rows.map((row) => ({ ...row, status: row.status as MailStatus }))
}

export async function countOfficeMails(tx: TenantTx, list: OfficeMailList): Promise<number> {
  const { count } = await selectOfficeMails(tx, list)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectOfficeMails(tx: TenantTx, list: OfficeMailList) {
  return tx
    .selectFrom('mail')
    .where('tenantId', '=', tx.tenantId)
    .where('status', 'in', officeMailLists[list])
    .where('kind', 'in', officeMailKinds)
}
