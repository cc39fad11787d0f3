import { violates } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { type Gift, givePlaces } from '../payment/give-places.ts'
import type { Bookings } from '../reservation/book-in-batches.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { freeSeating } from '../ticket/ticket.ts'
import { guestKey, type ListedGuest } from './guest-file.ts'
import { guestIsInStatement, guestStatements, listKnownGuests } from './guest-list.queries.ts'

type InviteDeps = BasicDeps & { readonly bookings: Bookings }

export type Invitation = {
  readonly eventId: string
  readonly priceId: string
  /** The list, known by its id: sent again, it goes on where it was. */
  readonly list: { readonly id: string; readonly name: string }
  /** Whether guests with an e-mail address get their tickets by mail. */
  readonly toMail: boolean
  readonly language: Language
  readonly guests: readonly ListedGuest[]
}

export type Invited = {
  /** How many guests were booked now. */
  readonly guests: number
  readonly places: number
  /** How many were invited to the event before; nothing changes for them. */
  readonly known: number
  /** The guests who were not booked, and why. */
  readonly refused: readonly { readonly guest: ListedGuest; readonly error: AppError }[]
}

/** The most guests booked in one transaction: fewer than a batch takes, so that other bookings get into it too. */
const mostAtOnce = 50

/**
 * Books a list of guests at the desk, free of charge, in its order: each has a booking of their own, so that a guest who finds no
 * place any more keeps nobody else out (ADR 0161). A guest of the same name and address who is in already, on any list, is not
 * booked again. A guest is booked and noted in one transaction, which several guests share (ADR 0248): sent again after
 * an interruption, a list goes on where it was.
 *
 * @throws AppError category_rule
 */
export async function inviteGuests(
  deps: InviteDeps,
  tenant: Tenant,
  actor: Actor,
  invitation: Invitation,
): Promise<Invited> {
  const { eventId, guests } = invitation
  const refused: { guest: ListedGuest; error: AppError }[] = []
  const booked: ListedGuest[] = []
  for (let from = 0; from < guests.length; from += mostAtOnce) {
    const some = await inviteSome(deps, tenant, actor, { ...invitation, guests: guests.slice(from, from + mostAtOnce) })
    booked.push(...some.booked)
    refused.push(...some.refused)
  }
  const places = booked.reduce((sum, guest) => sum + guest.places, 0)
  if (booked.length > 0)
    await deps.database.asTenant(tenant.id, (tx) =>
      recordChange(tx, actor, deps.now(), 'event.guests_invited', eventId, {
        after: { guests: booked.length, places },
      }),
    )
  return { guests: booked.length, places, known: guests.length - booked.length - refused.length, refused }
}

type SomeInvited = Pick<Invited, 'refused'> & { readonly booked: readonly ListedGuest[] }

/** Books some guests. When two presses book the same guest at once, one books them and the other counts them as known. */
async function inviteSome(
  deps: InviteDeps,
  tenant: Tenant,
  actor: Actor,
  invitation: Invitation,
): Promise<SomeInvited> {
  const { eventId, guests } = invitation
  const known = await findKnown(deps, tenant, eventId, guests)
  const former = (guest: ListedGuest) => known.get(guestKey(guest))
  const fresh = guests.filter((guest) => !former(guest)?.isIn)
  const now = deps.now()
  const gifts = fresh.map((guest) => giftFor(tenant.id, invitation, { guest, former: former(guest), now }))
  const outcomes = await givePlaces(deps, tenant, actor, gifts)
  const booked = fresh.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  const refused = fresh.flatMap((guest, index) => {
    const outcome = outcomes[index]
    if (outcome?.status !== 'rejected' || isInMeanwhile(outcome.reason)) return []
    if (!(outcome.reason instanceof AppError)) throw outcome.reason
    return [{ guest, error: outcome.reason }]
  })
  return { booked, refused }
}

function isInMeanwhile(error: unknown): boolean {
  return error instanceof AppError ? error.code === 'idempotency_conflict' : violates(error, 'guest_pkey')
}

export type KnownGuest = Omit<Awaited<ReturnType<typeof listKnownGuests>>[number], 'key'>

/** Finds the guests who were invited to the event before, by `guestKey`. */
export async function findKnown(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  eventId: string,
  guests: readonly ListedGuest[],
): Promise<ReadonlyMap<string, KnownGuest>> {
  const byHash = new Map(guests.map((guest) => [keyOf(guest).toString('hex'), guestKey(guest)]))
  const keys = guests.map(keyOf)
  const rows = await deps.database.asTenant(tenant.id, (tx) => listKnownGuests(tx, eventId, keys))
  return new Map(rows.map(({ key, ...guest }) => [byHash.get(key.toString('hex')) ?? '', guest]))
}

type OneGuest = {
  readonly guest: ListedGuest
  /** The guest as known from before: their booking was cancelled. */
  readonly former: KnownGuest | undefined
  readonly now: Date
}

function giftFor(
  tenantId: string,
  { eventId, priceId, list, toMail, language }: Invitation,
  { guest, former, now }: OneGuest,
): Gift {
  const { firstName, lastName, email, places, note } = guest
  const [key, isMailed] = [keyOf(guest), toMail && email !== '']
  const formerReservationId = former?.reservationId ?? null
  const holder = { firstName, lastName, seat: freeSeating }
  const holders = Array.from({ length: places }, () => holder)
  const line = { priceId, quantity: places, chosenMinor: null, holders, field: 'price' }
  return {
    sale: { eventId, email, toMail: isMailed, language, lines: [line], optionIds: [], promotionalCode: null },
    once: { key: `${eventId} ${key.toString('hex')}`, before: guestIsInStatement(tenantId, eventId, key) },
    along: (reservationId) =>
      guestStatements(tenantId, { eventId, key, list, reservationId, note, now, formerReservationId }),
  }
}

function keyOf(guest: ListedGuest): Buffer {
  return sha256(guestKey(guest))
}
