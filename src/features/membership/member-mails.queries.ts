import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'

/** What somebody was mailed about what they are a member of. */
export function selectMemberMails(tx: TenantTx, email: string) {
  return (
    selectRows(tx, 'mail')
      .where('recipient', '=', email)
      // As the index on them has it.
      .where('kind', 'in', ['membership', 'membership_renewal'])
  )
}
