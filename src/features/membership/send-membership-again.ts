import type { TenantTx } from '../../db/database.ts'
import { countRows } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { selectMemberMails } from './member-mails.queries.ts'
import { isLive, refusedMembershipMove } from './membership.ts'
import { findMemberLanguage, findMembership, lockMembershipsOf } from './membership.queries.ts'
import { tellMember } from './tell-member.ts'

/** Counts the mails that told a person of their membership; a second press finds another number. */
export async function countMembershipMails(tx: TenantTx, email: string): Promise<number> {
  return countRows(selectMemberMails(tx, email))
}

/**
 * Mails a member once more what they are a member of, with the way to their card.
 *
 * @param seen how many mails there were when the caller looked (`countMembershipMails`): a second press sends nothing
 * @throws AppError not_found (also for a membership that is nobody's any more), invalid_transition (ended or cancelled)
 */
export async function sendMembershipAgain(
  deps: BasicDeps<'enqueue' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  { id, seen }: { readonly id: string; readonly seen: number },
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    await lockMembershipsOf(tx, id)
    const membership = await findMembership(tx, id)
    if (!membership || membership.email === '') throw new AppError('not_found')
    const now = deps.now()
    if (!isLive(membership, now)) throw refusedMembershipMove(membership, now)
    if ((await countMembershipMails(tx, membership.email)) !== seen) return
    await tellMember(deps, tx, tenant, membership, {
      language: (await findMemberLanguage(tx, id)) ?? tenant.language,
      unasked: membership.reservationId === null,
    })
    await recordChange(tx, actor, now, 'membership.sent_again', id)
  })
}
