import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { momentText } from '../../lib/format.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import { waitInLine } from '../account/rate.queries.ts'
import { findPrice } from '../catalog/catalog.queries.ts'
import type { TellDeps } from '../deps.ts'
import { listOfferedPrices } from '../event/event-page.queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { expireDueHolds } from '../reservation/expire-holds.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { isAdmitted } from './is-admitted.ts'
import { confirmWaitingLetter, joinedLetter } from './mail-texts.ts'
import { countUnconfirmed, holdAwaitedEvent, insertEntry } from './waiting-list.queries.ts'
import { mostUnconfirmed } from './waiting-list.ts'
import { waitingPath } from './waiting-proof.ts'

export type WaitingRequest = {
  readonly eventId: string
  readonly priceId: string
  /** The person's normalised address. */
  readonly email: string
  readonly places: number
  /** True when the person of that e-mail is signed in, or a key acts for them: they need not confirm, and memberships count. */
  readonly trusted: boolean
  /** True when a key joins for them. */
  readonly unasked: boolean
  readonly language: Language
}

/**
 * Puts somebody on the waiting list of a price that is sold out, and says so by mail. An address that anybody could have typed counts
 * once it is confirmed by the link in that mail, whether or not it is known (ADR 0061), for as long as a booking could be. A person
 * who is on the list already keeps their place and gets no mail, and neither does an address with too much to confirm: the answer
 * never tells whether one is known.
 *
 * @throws AppError category_rule, validation_failed (unknown event or price), not_on_sale (or the list is closed), places_left,
 *   max_per_user, membership_required
 */
export async function joinWaitingList(deps: TellDeps, tenant: Tenant, request: WaitingRequest): Promise<void> {
  requireSelling(tenant)
  // Ended first, so that nobody waits for a place that only looks taken (ADR 0062).
  await expireDueHolds(deps, tenant.id)
  await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const event = await requireSoldOut(tx, request, now)
    const price = await findPrice(tx, request.priceId)
    if (!price) throw fieldError('price', 'unknown_price')
    const { eventId, priceId, email, places, unasked, language } = request
    if (!(await isAdmitted(tx, tenant, request, price, now))) throw new AppError('membership_required', { priceId })
    if (!request.trusted && !(await mayAskToConfirm(tx, email, now))) return
    const confirmUntil = request.trusted ? null : new Date(now.getTime() + tenant.emailHoldSeconds * 1000)
    const id = await insertEntry(tx, { eventId, priceId, email, places, language, confirmUntil, unasked }, now)
    if (id === null) return
    const moment = (at: Date) => momentText({ at, timeZone: tenant.timeZone, language, now })
    const words = { event: { name: event.name, when: moment(event.startsAt) }, places }
    const url = deps.urls.base(tenant.host) + waitingPath(deps, tenant.id, id)
    const mail =
      confirmUntil === null
        ? joinedLetter(language, { ...words, leaveUrl: url })
        : {
            ...confirmWaitingLetter(language, { ...words, url, until: moment(confirmUntil) }),
            usefulUntil: confirmUntil,
          }
    await queueMail(deps, tx, { ...mail, recipient: email })
  })
}

/** Whether an address may be mailed once more; its requests take turns until the end of the transaction, so that they see each other. */
async function mayAskToConfirm(tx: TenantTx, email: string, now: Date): Promise<boolean> {
  const bucket = `waiting_mail ${sha256(`${tx.tenantId} ${email}`).toString('base64url')}`
  await waitInLine(serverSide(tx), bucket, now)
  return (await countUnconfirmed(tx, email, now)) < mostUnconfirmed
}

async function requireSoldOut(tx: TenantTx, request: WaitingRequest, now: Date) {
  const event = await holdAwaitedEvent(tx, request.eventId)
  if (!event?.published) throw fieldError('event', 'unknown_event')
  if (event.startsAt <= now || event.cancelledAt !== null) throw new AppError('not_on_sale')
  const capacityLeft = event.capacity === null ? null : event.capacity - (event.held ?? 0)
  const offered = await listOfferedPrices(tx, { ...event, capacityLeft }, now)
  const price = offered.find(({ id, makesTickets }) => id === request.priceId && makesTickets)
  if (!price) throw fieldError('price', 'unknown_price')
  const priceId = price.id
  if (price.sale === 'over') throw new AppError('not_on_sale', { priceId })
  if (price.left !== 0) throw new AppError('places_left')
  if (price.waitingClosed) throw new AppError('not_on_sale', { priceId, detail: 'waiting_list_closed' })
  if (request.places > price.maxPerUser) throw new AppError('max_per_user', { priceId })
  return event
}
