import type { TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import { type Change, recordChange } from '../audit/record-change.ts'

type Noted = Omit<Change, 'personal'> & { readonly email: string }

/** Notes a change in the team with the person's address: as the value before, if there is none after. */
export async function noteColleague(tx: TenantTx, actor: Actor, now: Date, { email, ...change }: Noted): Promise<void> {
  const said = change.after === undefined ? { before: email } : { after: email }
  const personal = [{ field: 'email', personEmail: email, ...said }]
  await recordChange(tx, actor, now, change.action, change.subjectId, { ...change, personal })
}
