import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import { sellAtDesk } from '../payment/sell-at-desk.ts'
import type { Bookings } from '../reservation/book-in-batches.ts'
import { freeSeating } from '../ticket/ticket.ts'
import { isBookerErased } from '../reservation/erase-booker.queries.ts'
import { findReservation } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { guestKey, type ListedGuest } from './guest-file.ts'
import { insertGuest, listKnownGuests } from './guest-list.queries.ts'

type InviteDeps = Pick<Deps, 'database' | 'now' | 'life' | 'enqueue'> & { readonly bookings: Bookings }

export type Invitation = {
  readonly eventId: string
  readonly priceId: string
  /** Known by its id: sent again, a list goes on where it was. */
  readonly list: { readonly id: string; readonly name: string }
  /** Whoever has an address gets their tickets by mail. */
  readonly toMail: boolean
  readonly language: Language
  readonly guests: readonly ListedGuest[]
}

export type Invited = {
  /** Booked now. */
  readonly guests: number
  readonly places: number
  /** They were invited to the event before, and stay as they were. */
  readonly known: number
  /** Whom nothing was booked for, and why. */
  readonly refused: readonly { readonly guest: ListedGuest; readonly error: AppError }[]
}

/**
 * Books a list of guests at the desk, free of charge, in its order: each is a booking of their own, so that whoever finds no
 * place any more keeps nobody else out (ADR 0161). A guest of that name and address who is in already is not booked again, on
 * whichever list they stand.
 *
 * @throws AppError idempotency_conflict (another press books one of them at this moment)
 */
export async function inviteGuests(
  deps: InviteDeps,
  tenant: Tenant,
  actor: Actor,
  invitation: Invitation,
): Promise<Invited> {
  const { eventId, guests } = invitation
  const known = await findKnown(deps, tenant, eventId, guests)
  const refused: { guest: ListedGuest; error: AppError }[] = []
  const booked: ListedGuest[] = []
  for (const guest of guests) {
    const former = known.get(guestKey(guest))
    if (former?.isIn) continue
    try {
      await inviteOne(deps, tenant, actor, { ...invitation, guest, replaces: former?.reservationId ?? null })
      booked.push(guest)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'idempotency_conflict') throw error
      refused.push({ guest, error })
    }
  }
  const places = booked.reduce((sum, guest) => sum + guest.places, 0)
  if (booked.length > 0)
    await deps.database.asTenant(tenant.id, (tx) =>
      recordChange(tx, actor, deps.now(), {
        action: 'event.guests_invited',
        subjectId: eventId,
        after: { guests: booked.length, places },
      }),
    )
  return { guests: booked.length, places, known: guests.length - booked.length - refused.length, refused }
}

export type KnownGuest = {
  readonly reservationId: string
  /** False: their booking was cancelled since. */
  readonly isIn: boolean
  readonly places: number
}

/** Those who were invited to the event before, by `guestKey`. */
export async function findKnown(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  eventId: string,
  guests: readonly ListedGuest[],
): Promise<ReadonlyMap<string, KnownGuest>> {
  const byHash = new Map(guests.map((guest) => [keyOf(guest).toString('hex'), guestKey(guest)]))
  const rows = await deps.database.asTenant(tenant.id, (tx: TenantTx) =>
    listKnownGuests(tx, eventId, guests.map(keyOf)),
  )
  return new Map(rows.map(({ key, ...guest }) => [byHash.get(key.toString('hex')) ?? '', guest]))
}

type OneGuest = Invitation & {
  readonly guest: ListedGuest
  /** Their booking that was cancelled. */
  readonly replaces: string | null
}

async function inviteOne(
  deps: InviteDeps,
  tenant: Tenant,
  actor: Actor,
  { eventId, priceId, list, toMail, language, guest, replaces }: OneGuest,
): Promise<void> {
  const { firstName, lastName, email, places, note } = guest
  const key = keyOf(guest)
  const holder = { firstName, lastName, seat: freeSeating }
  const holders = Array.from({ length: places }, () => holder)
  const line = { priceId, quantity: places, chosenMinor: null, holders, field: 'price' }
  const sale = {
    ...{ eventId, email, toMail: toMail && email !== '', language },
    ...{ lines: [line], optionIds: [], promotionalCode: null },
  }
  let former = replaces
  for (let turn = 0; turn < mostTurns; turn++) {
    const { id: reservationId } = await sellAtDesk(deps, tenant, actor, sale, {
      method: 'free',
      // Whatever else was chosen with the list: one guest has one booking, of the first who sent it.
      repeat: { key: `guest ${eventId} ${key.toString('hex')} ${former ?? ''}`, bodyHash: key },
    })
    const isTheirs = await deps.database.asTenant(tenant.id, async (tx) => {
      const reservation = await findReservation(tx, reservationId)
      if (!reservation || reservation.status === 'cancelled') return false
      if (await isBookerErased(tx, reservationId)) return false
      await insertGuest(tx, { eventId, key, list, reservationId, note, now: deps.now() })
      return true
    })
    if (isTheirs) return
    former = reservationId
  }
  throw new AppError('idempotency_conflict')
}

/** Bookings of one guest within the life of a key that came to nothing, one after the other. */
const mostTurns = 20

function keyOf(guest: ListedGuest): Buffer {
  return sha256(guestKey(guest))
}
