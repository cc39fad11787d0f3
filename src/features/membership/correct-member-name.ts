import { AppError, orNotFound } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { lockMembershipsOf, writeMemberName } from './membership.queries.ts'
import { rewriteNameWords } from './name-words.queries.ts'

export type MemberName = { readonly firstName: string; readonly lastName: string }

/** A version of a name, by which a change of the name on a membership is noticed. */
export function nameVersion({ firstName, lastName }: MemberName): string {
  return sha256(JSON.stringify([firstName, lastName])).toString('hex')
}

type Correction = {
  /** The id of a membership. */
  readonly id: string
  /** The version of the name that the caller has seen (`nameVersion`). */
  readonly seen: string
  readonly wanted: MemberName
}

/**
 * Puts another name on a membership, and on those of the same address with the same name: when two people share an address, only
 * one is corrected. A second press changes nothing.
 *
 * @throws AppError not_found (also for a membership that is nobody's any more), changed_meanwhile
 */
export async function correctMemberName(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { id, seen, wanted }: Correction,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const membership = orNotFound((await lockMembershipsOf(tx, id)).find((one) => one.id === id))
    const { email, firstName, lastName } = membership
    if (firstName === wanted.firstName && lastName === wanted.lastName) return
    if (nameVersion(membership) !== seen) throw new AppError('changed_meanwhile')
    await writeMemberName(tx, { email, former: membership, wanted })
    await rewriteNameWords(tx, email)
    const [before, after] = [fullName(membership), fullName(wanted)]
    await recordChange(tx, actor, deps.now(), 'membership.renamed', id, {
      personal: [{ field: 'name', personEmail: email, before, after }],
    })
  })
}

function fullName({ firstName, lastName }: MemberName): string {
  return `${firstName} ${lastName}`.trim()
}
