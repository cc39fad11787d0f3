import { theServer } from '../../features/account/actor.ts'
import { listProducts, type Price, type ProductWithPrices } from '../../features/catalog/catalog.queries.ts'
import { makesTickets } from '../../features/catalog/product.ts'
import { listMemberships } from '../../features/membership/membership.queries.ts'
import { cancelWithRefund } from '../../features/payment/cancel-with-refund.ts'
import { payReservation } from '../../features/payment/pay-reservation.ts'
import { bookReservation } from '../../features/reservation/book-reservation.ts'
import type { BookingLine, TicketHolder } from '../../features/reservation/booking.ts'
import { deliverTickets } from '../../features/reservation/deliver-tickets.ts'
import { uncountedNetwork } from '../../features/reservation/unconfirmed.ts'
import type { ReservationView } from '../../features/reservation/reservation.queries.ts'
import type { ReservationStatus } from '../../features/reservation/reservation.ts'
import { takeOrder } from '../../features/reservation/take-order.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import { assertNever } from '../../lib/assert-never.ts'
import { salesOpenMs } from './calendar.ts'
import type { DemoDeps } from './clock.ts'
import { listBookerEmails, putBackToCreated } from './demo.queries.ts'
import { type Person, person } from './people.ts'
import type { ScheduledEvent } from './schedule.ts'
import { type Seeded, seeded } from './seeded.ts'

/** What becomes of a reservation: its last status, or that its people have come in. */
type Fate = ReservationStatus | 'inside'

/** The fates of priced reservations, taken in turn; one evening has every status. */
const pricedFates: readonly Fate[] = [
  ...(['valid', 'inside', 'unpaid', 'valid', 'inside', 'paid_email_unsent', 'cancelled'] as const),
  ...(['valid', 'paid', 'inside', 'paid_email_invalid', 'valid', 'created', 'inside', 'unpaid'] as const),
]
const freeFates: readonly Fate[] = [
  ...(['email_verified', 'valid', 'email_unverified', 'inside', 'valid', 'cancelled'] as const),
]

const hourMs = 3_600_000
/** One that waits for its e-mail to be confirmed would have run out after a day. */
const unconfirmedMs = 20 * hourMs
const payAfterMs = 4 * 60_000
const membersEvery = 8
const extrasEvery = 6

/** Nothing is really sent, so no document is made. */
const onlyAttempt = { isLast: true }
const attachNothing = async () => []

/** Sells what the plan of an event says and is not sold yet. Ids of the tickets whose people are to come in. */
export async function sellTickets(
  deps: DemoDeps,
  tenant: Tenant,
  { plan, day, event, isTonight }: ScheduledEvent,
): Promise<readonly string[]> {
  if (event.cancelledAt !== null) return []
  const products = await deps.database.asTenant(tenant.id, (tx) => listProducts(tx, { publishedOnly: true }))
  const booked = await deps.database.asTenant(tenant.id, (tx) => listBookerEmails(tx, event.id))
  const shop = { deps, tenant, eventId: event.id, offer: offerOf(products, event.productIds) }
  const crowd = isTonight ? plan.crowd.tonight : plan.crowd.before
  const now = new Date()
  const inside: string[] = []
  for (let number = 0; number < crowd; number++) {
    const seed = `${tenant.slug} ${day.date} ${plan.start}`
    const booker = person(seed, number)
    if (booked.has(booker.email)) continue
    const fates = shop.offer.isFree ? freeFates : pricedFates
    const fate = fates[number % fates.length] ?? 'valid'
    const agoMs = salesOpenMs * (1 - number / crowd) + hourMs
    deps.setClock(new Date(now.getTime() - (fate === 'email_unverified' ? Math.min(agoMs, unconfirmedMs) : agoMs)))
    const reservation = await book(shop, booker.email, seed, number, fate)
    await settle(shop, reservation, isTonight || fate !== 'inside' ? fate : 'valid')
    if (isTonight && fate === 'inside') inside.push(...reservation.ticketIds)
  }
  deps.setClock(now)
  return inside
}

type Shop = { readonly deps: DemoDeps; readonly tenant: Tenant; readonly eventId: string; readonly offer: Offer }

type Offer = {
  readonly isFree: boolean
  readonly everybody: readonly Price[]
  readonly members: readonly Price[]
  readonly memberships: readonly Price[]
  /** The prices of what may be bought along with a ticket. */
  readonly extras: readonly Price[]
}

function offerOf(products: readonly ProductWithPrices[], eventProducts: readonly string[]): Offer {
  const tickets = products
    .filter(({ id, kind }) => eventProducts.includes(id) && makesTickets(kind))
    .flatMap(({ prices }) => prices)
    // Some of them would come too early or too late for it.
    .filter(({ saleStartsAt, saleEndsAt }) => saleStartsAt === null && saleEndsAt === null)
  const others = products.filter((product) => !makesTickets(product.kind))
  return {
    isFree: tickets.every((price) => price.amountMinor === 0),
    everybody: tickets.filter((price) => price.requiredMembershipId === null),
    members: tickets.filter((price) => price.requiredMembershipId !== null),
    memberships: others.filter(({ kind }) => kind === 'membership').flatMap(({ prices }) => prices),
    extras: others.filter(({ kind }) => kind !== 'membership').flatMap(({ prices }) => prices),
  }
}

async function book(shop: Shop, email: string, seed: string, number: number, fate: Fate): Promise<ReservationView> {
  const { deps, tenant, offer } = shop
  const random = seeded(`booking ${seed} ${number}`)
  const mayJoin = offer.members.length > 0 && number % membersEvery === membersEvery - 1
  const isMember = mayJoin && (await joins(shop, { ...person(seed, number), email }, random))
  const answer = await bookReservation(
    deps,
    tenant,
    {
      eventId: shop.eventId,
      email,
      toMail: true,
      optionIds: [],
      promotionalCode: null,
      lines: linesOf(offer, random, seed, number, isMember),
      network: uncountedNetwork,
      trusted: fate !== 'email_unverified',
      unasked: false,
      solved: false,
      staff: false,
      atDesk: false,
      language: tenant.language,
    },
    null,
  )
  if (answer.kind !== 'booked') throw new Error('a booking without a key cannot be repeated')
  return answer.reservation
}

/** False when they joined before, at another event or in a run that was cut short: that one may begin later than this hour. */
async function joins({ deps, tenant, offer }: Shop, member: Person, random: Seeded): Promise<boolean> {
  const known = await deps.database.asTenant(tenant.id, (tx) => listMemberships(tx, { email: member.email, limit: 1 }))
  if (known.length > 0) return false
  await takeOrder(deps, tenant, theServer, {
    ...member,
    kind: 'membership',
    cardNumber: null,
    priceId: random.pick(offer.memberships).id,
    chosenMinor: null,
    promotionalCode: null,
    language: tenant.language,
    atDesk: false,
    network: uncountedNetwork,
  })
  return true
}

function linesOf(
  offer: Offer,
  random: Seeded,
  seed: string,
  number: number,
  isMember: boolean,
): readonly BookingLine[] {
  const quantity = isMember ? random.pick([1, 2]) : random.pick([1, 1, 2, 2, 2, 3, 4])
  const price = random.pick(isMember ? offer.members : offer.everybody)
  const tickets = {
    priceId: price.id,
    quantity,
    chosenMinor: null,
    holders: holdersOf(seed, number, quantity),
    field: 'prices.0',
  }
  const hasExtra = !offer.isFree && offer.extras.length > 0 && number % extrasEvery === extrasEvery - 1
  if (!hasExtra) return [tickets]
  const extra = { priceId: random.pick(offer.extras).id, quantity: 1, chosenMinor: null, holders: [] }
  return [tickets, { ...extra, field: 'prices.1' }]
}

/** The booker and whom they bring along. */
function holdersOf(seed: string, number: number, quantity: number): readonly TicketHolder[] {
  return Array.from({ length: quantity }, (_, index) => {
    const { firstName, lastName } = person(index === 0 ? seed : `${seed} guest ${index}`, number)
    return { firstName, lastName, seat: freeSeating }
  })
}

async function settle({ deps, tenant, offer }: Shop, { id }: ReservationView, fate: Fate): Promise<void> {
  const pay = async () => {
    if (offer.isFree) return
    deps.setClock(new Date(deps.now().getTime() + payAfterMs))
    await payReservation(deps, tenant, theServer, id, { method: 'card', amountMinor: null })
  }
  switch (fate) {
    case 'unpaid':
    case 'email_unverified':
    case 'email_verified':
      return
    case 'created':
      return deps.database.asTenant(tenant.id, (tx) => putBackToCreated(tx, id))
    case 'paid':
      return pay()
    case 'cancelled':
      await pay()
      await cancelWithRefund(deps, tenant, theServer, id, { insist: false, ticketIds: null, handsOver: true })
      return
    case 'valid':
    case 'inside':
      await pay()
      return deliverTickets(deps.answeringMail('sent'), tenant.id, id, onlyAttempt, attachNothing)
    case 'paid_email_unsent':
      await pay()
      return deliverTickets(deps.answeringMail('in_outbox'), tenant.id, id, onlyAttempt, attachNothing)
    case 'paid_email_invalid':
      await pay()
      return deliverTickets(deps.answeringMail('refused'), tenant.id, id, onlyAttempt, attachNothing)
    default:
      assertNever(fate)
  }
}
