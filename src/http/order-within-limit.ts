import type { Context } from '../context.ts'
import { type AskedOrder, askerOf } from '../features/reservation/decide-order.ts'
import { type OrderAnswer, type RepeatableOrder, takeOrderOnce } from '../features/reservation/take-order.ts'
import { networkOf } from './network-of.ts'
import { addressOf, type CountedRequest, countRequest } from './plugins/rate-limit.ts'
import { type TriedCode, tryCard, tryCode } from './try-code.ts'
import type { Asked } from './route.ts'

/**
 * Takes an order at no event for the caller. One that waits for its money or its confirmation counts against the limit of its
 * address, as a booking that holds places does, and so does a code or a card that there is none of against its own; staff, repeats,
 * refusals and what is granted at once do not. A card counts for staff, too.
 *
 * @throws AppError too_many_requests; as takeOrderOnce
 */
export async function orderWithinLimit(
  context: Context,
  { request, reply }: Asked,
  asked: AskedOrder,
  repeatable: RepeatableOrder | null,
): Promise<OrderAnswer> {
  const { tenant, actor } = request
  const input = { ...asked, network: networkOf(context, request) }
  const { staff: isStaff } = askerOf(actor, input.kind)
  let counted: CountedRequest | null = null
  const tried: TriedCode[] = []
  const admit = async () => {
    tried.push(await tryCard(context, { request, reply }, input.cardNumber, isStaff))
    if (isStaff) return
    tried.push(await tryCode(context, { request, reply }, input.promotionalCode))
    const subject = `${tenant.id} ${addressOf(request)} ${input.kind}`
    counted = await countRequest(context, reply, 'unpaid_hold', subject)
  }
  const undo = async () => {
    await counted?.undo()
  }
  const endTry = async (error?: unknown) => {
    for (const one of tried) await one.end(error)
  }
  try {
    const answer = await takeOrderOnce(context, tenant, actor, input, { repeatable, admit })
    await endTry()
    if (answer.kind === 'taken' && answer.taken.kind === 'granted') await undo()
    return answer
  } catch (error) {
    await endTry(error)
    await undo()
    throw error
  }
}
