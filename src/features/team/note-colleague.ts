import type { TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import { type Change, recordChange } from '../audit/record-change.ts'

type Noted = Omit<Change, 'personal'> & { readonly email: string }

/** Notes what became of somebody in the team, with their address: as what was before, where nothing is after. */
export async function noteColleague(tx: TenantTx, actor: Actor, now: Date, { email, ...change }: Noted): Promise<void> {
  const said = change.after === undefined ? { before: email } : { after: email }
  await recordChange(tx, actor, now, { ...change, personal: [{ field: 'email', personEmail: email, ...said }] })
}
