import type { TenantTx } from '../../db/database.ts'
import { countRows, selectRows } from '../../db/rows.ts'
import { type OfficeMailList, officeMailKinds, officeMailLists } from './mail.ts'

/** A mail as staff looks after it; what it says is its reader's. */
export type OfficeMail = Awaited<ReturnType<typeof listOfficeMails>>[number]

/** Lists mails, the latest first. */
export async function listOfficeMails(
  tx: TenantTx,
  { list, limit, offset }: { readonly list: OfficeMailList; readonly limit: number; readonly offset: number },
) {
  return selectOfficeMails(tx, list)
    .select(['id', 'recipient', 'subject', 'status', 'failure', 'createdAt', 'reservationId'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countOfficeMails(tx: TenantTx, list: OfficeMailList): Promise<number> {
  return selectOfficeMails(tx, list).$call(countRows)
}

/** The caller narrows the query. */
export function selectOfficeMails(tx: TenantTx, list: OfficeMailList) {
  const mails = selectRows(tx, 'mail').where('status', 'in', officeMailLists[list])
  // All that a sandbox keeps is for visitors, and can be read.
  return list === 'kept' ? mails.where('letter', 'is not', null) : mails.where('kind', 'in', officeMailKinds)
}
