import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { may } from '../features/account/permission.ts'
import { addressOf, countRequest } from './plugins/rate-limit.ts'

/**
 * Runs `join` for whoever asks. An order that waits for its money or its confirmation counts against the limit of its
 * address, as a booking that holds places does; staff, refusals and what is granted at once do not.
 *
 * @param join answers null, or with `kind: 'granted'`, when nothing is left waiting
 * @throws AppError too_many_requests; as `join`
 */
export async function becomeMemberWithinLimit<Joined extends { readonly kind: string } | string | null>(
  context: Context,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  join: () => Promise<Joined>,
): Promise<Joined> {
  const { tenant, actor } = request
  if (may(actor, 'membership:write')) return join()
  const counted = await countRequest(
    context,
    reply,
    'unpaid_hold',
    `${tenant.id} ${addressOf(request)} membership`,
  )
  try {
    const joined = await join()
    const isDone = joined === null || (typeof joined === 'object' && joined.kind === 'granted')
    if (isDone) await counted.takeBack()
    return joined
  } catch (error) {
    await counted.takeBack()
    throw error
  }
}
