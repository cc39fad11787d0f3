import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import { newId } from '../../lib/ids.ts'
import { visitorPaths } from '../../lib/paths.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { findPrice, type Price } from '../catalog/catalog.queries.ts'
import type { TellDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { bookingPath } from '../reservation/booking-proof.ts'
import { readLedger } from '../reservation/counters.queries.ts'
import { holdPlaces } from '../reservation/hold-places.ts'
import { countKnown } from '../reservation/known-places.ts'
import { readKnown } from '../reservation/known-places.statements.ts'
import { countAt, counterKey } from '../reservation/places.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { announce } from '../webhook/announce.ts'
import { membersOnlyLetter } from './ended-texts.ts'
import { isAdmitted } from './is-admitted.ts'
import { offerLetter } from './mail-texts.ts'
import { type findAwaitedEvent, markEntry, type WaitingEntry } from './waiting-list.queries.ts'
import { type Offering, offerEnd, placesToOffer } from './waiting-list.ts'

export type OfferDeps = TellDeps

type Turn = {
  readonly event: NonNullable<Awaited<ReturnType<typeof findAwaitedEvent>>>
  readonly entry: WaitingEntry
  readonly price: Price
  /** Who asked for it, which is noted; null: a job, which is not. */
  readonly actor: Actor | null
}

/**
 * Offers somebody what they wait for, or as much of it as is free, in a transaction that holds the lock of the event's counter and
 * has found the event still to come.
 */
export async function offerTo(
  deps: OfferDeps,
  tx: TenantTx,
  tenant: Tenant,
  { event, entry, actor }: Omit<Turn, 'price'>,
): Promise<Offering> {
  const { eventId, priceId, email } = entry
  const price = await findPrice(tx, priceId)
  if (!price) return 'nothing_free'
  if (!(await isAdmitted(tx, tenant, { email, trusted: true }, price, deps.now())))
    return endForMembers(deps, tx, tenant, { event, entry, price, actor })
  const ledger = await readLedger(tx, { eventId, email, priceIds: [priceId], seats: [] })
  const key = counterKey(priceId, eventId)
  // What strangers hold in the name of somebody who proved their address takes nothing from them.
  const known = await readKnown(tx, { email, priceIds: [priceId], eventId })
  const mine = Math.min(
    price.maxPerUser - countKnown(known, { priceId, eventId, email }),
    (event.maxPerUser ?? Number.POSITIVE_INFINITY) - countAt(known, eventId, email),
  )
  if (mine <= 0) return (await markEntry(tx, entry.id, 'waiting', { status: 'left' })) ? 'has_most' : 'moved'
  const places = placesToOffer(
    entry.places,
    mine,
    event.capacity === null ? null : event.capacity - (ledger.events.get(eventId) ?? 0),
    price.stock === null ? null : price.stock - (ledger.prices.get(key) ?? 0),
  )
  if (places === 0) return 'nothing_free'
  return makeOffer(deps, tx, tenant, { event, entry, price, places, actor })
}

/** Ends the wait of a person whose membership has ended since they joined, or was cancelled: they could not book it either. */
async function endForMembers(
  deps: OfferDeps,
  tx: TenantTx,
  { timeZone, host }: Tenant,
  { event, entry: { id, email, language }, price }: Turn,
): Promise<Offering> {
  if (!(await markEntry(tx, id, 'waiting', { status: 'left' }))) return 'moved'
  const letter = membersOnlyLetter(language, {
    event: { name: event.name, when: momentText({ at: event.startsAt, timeZone, language, now: deps.now() }) },
    price: price.name,
    url: deps.urls.base(host) + visitorPaths.membership,
  })
  await queueMail(deps, tx, { ...letter, recipient: email })
  return 'no_member'
}

async function makeOffer(
  deps: OfferDeps,
  tx: TenantTx,
  tenant: Tenant,
  { event, entry, price, places, actor }: Turn & { readonly places: number },
): Promise<Offering> {
  const { eventId, email, language } = entry
  const now = deps.now()
  const until = offerEnd(event, tenant.waitingOfferSeconds, now)
  const id = newId()
  // A person who leaves at this moment is left out.
  if (!(await markEntry(tx, entry.id, 'waiting', { status: 'offered', reservationId: id }))) return 'moved'
  await announce(tx, now, [{ kind: 'waiting_entry.offered', data: { waiting_entry: entry.id, event: eventId } }])
  await holdPlaces(tx, { id, eventId, email, language, price, places, until, now })
  const moment = (at: Date) => momentText({ at, timeZone: tenant.timeZone, language, now })
  const letter = offerLetter(language, {
    event: { name: event.name, when: moment(event.startsAt) },
    places,
    until: moment(until),
    url: deps.urls.base(tenant.host) + bookingPath(deps, tenant.id, id),
  })
  await queueMail(deps, tx, { ...letter, recipient: email, reservationId: id, usefulUntil: until })
  if (actor)
    await recordChange(tx, actor, now, 'event.waiting_offered', eventId, {
      after: { places },
      personal: [{ field: 'email', personEmail: email, after: email }],
    })
  return 'offered'
}
