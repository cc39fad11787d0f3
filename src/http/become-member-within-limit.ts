import type { Context } from '../context.ts'
import { may } from '../features/account/actor.ts'
import {
  type MembershipAnswer,
  type RepeatableMembership,
  takeMembershipOnce,
} from '../features/reservation/take-membership.ts'
import type { AskedMembership } from '../features/reservation/decide-membership.ts'
import { networkOf } from './network-of.ts'
import { addressOf, type CountedRequest, countRequest } from './plugins/rate-limit.ts'
import { type TriedCode, tryCode } from './try-code.ts'
import type { Asked } from './route.ts'

/**
 * Takes a membership for the caller. An order that waits for its money or its confirmation counts against the limit of
 * its address, as a booking that holds places does, and so does a code that there is none of against its own; staff, repeats, refusals and what is granted at once do not.
 *
 * @throws AppError too_many_requests; as takeMembershipOnce
 */
export async function becomeMemberWithinLimit(
  context: Context,
  { request, reply }: Asked,
  asked: AskedMembership,
  repeatable: RepeatableMembership | null,
): Promise<MembershipAnswer> {
  const { tenant, actor } = request
  const input = { ...asked, network: networkOf(context, request) }
  const isStaff = may(actor, 'membership:write')
  let counted: CountedRequest | null = null
  let tried: TriedCode | null = null
  const admit = async () => {
    if (isStaff) return
    tried = await tryCode(context, { request, reply }, input.promotionalCode)
    const subject = `${tenant.id} ${addressOf(request)} membership`
    counted = await countRequest(context, reply, 'unpaid_hold', subject)
  }
  const undo = async () => {
    await counted?.undo()
  }
  const endTry = async (error?: unknown) => {
    await tried?.end(error)
  }
  try {
    const answer = await takeMembershipOnce(context, tenant, actor, input, { repeatable, admit })
    await endTry()
    if (answer.kind === 'taken' && answer.taken.kind === 'granted') await undo()
    return answer
  } catch (error) {
    await endTry(error)
    await undo()
    throw error
  }
}
