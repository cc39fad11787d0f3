import type { Context } from '../context.ts'
import { isOwn, may, speaksFor } from '../features/account/actor.ts'
import { joinWaitingList, type WaitingRequest } from '../features/waiting-list/join-waiting-list.ts'
import { addressOf, countRequest } from './plugins/rate-limit.ts'
import type { Asked } from './route.ts'

/**
 * Puts somebody on a waiting list. Each mails somebody, no matter who asked, so they count like holds that nobody has paid.
 *
 * @returns whether the address is to be confirmed first: by who asks, and never by what is known of it
 * @throws AppError too_many_requests; as joinWaitingList
 */
export async function joinWithinLimit(
  context: Context,
  { request, reply }: Asked,
  entry: Omit<WaitingRequest, 'trusted' | 'unasked' | 'language'>,
): Promise<{ readonly toConfirm: boolean }> {
  const { tenant, actor, language } = request
  const isStaff = may(actor, 'reservation:write')
  if (!isStaff) await countRequest(context, reply, 'unpaid_hold', `${tenant.id} ${addressOf(request)} ${entry.eventId}`)
  const trusted = speaksFor(actor, entry.email)
  const unasked = trusted && !isOwn(actor, entry.email)
  await joinWaitingList(context, tenant, { ...entry, trusted, unasked, language })
  return { toConfirm: !trusted }
}
