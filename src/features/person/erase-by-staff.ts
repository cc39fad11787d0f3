import type { TenantTx } from '../../db/database.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import type { AuditAction } from '../audit/action.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { MomentThere } from '../event/event.ts'
import { findMembership } from '../membership/membership.queries.ts'
import { removeEntriesOf } from '../payment/remove-waiting-entry.ts'
import { findReservation, lockReservation } from '../reservation/reservation.queries.ts'
import { hasStaffPermission } from '../tenant/has-staff-permission.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type ErasedHere, eraseHere, eraseUnaddressed, isAnything } from './erase-here.ts'
import { countKept, isNothing, type Kept } from './kept.queries.ts'

/** The reservation or membership by which the person is found: its booker, or the member. */
export type PersonOf = { readonly noun: 'reservation' | 'membership'; readonly id: string }

export type ToErase = {
  /** The e-mail address; null when none was given, or it was erased. */
  readonly email: string | null
  /** A version that changes when it is somebody else meanwhile, as after a correction of the address. */
  readonly version: string
  /** What an erasure would take; null when nothing is left to erase. */
  readonly kept: Kept | null
}

const actions: Readonly<Record<PersonOf['noun'], AuditAction>> = {
  reservation: 'reservation.person_erased',
  membership: 'membership.person_erased',
}

/** Finds what an erasure of the person would take. @throws AppError not_found */
export async function findToErase(deps: BasicDeps, tenant: Tenant, person: PersonOf): Promise<ToErase> {
  return deps.database.asTenant(tenant.id, (tx) =>
    readToErase(tx, person, { now: deps.now(), timeZone: tenant.timeZone }),
  )
}

/** As `findToErase`, for an address as the person gave it: somebody may hold a ticket that another booked, or only wait. */
export async function findAtAddress(deps: BasicDeps, tenant: Tenant, email: string): Promise<Kept> {
  const whose = { email, reservationId: null, now: deps.now(), timeZone: tenant.timeZone }
  return deps.database.asTenant(tenant.id, (tx) => countKept(tx, whose))
}

async function readToErase(tx: TenantTx, person: PersonOf, moment: MomentThere): Promise<ToErase> {
  const email = (await findEmail(tx, person)) || null
  const reservationId = person.noun === 'reservation' ? person.id : null
  const kept = await countKept(tx, { email, reservationId, ...moment })
  return { email, version: versionOf({ email }), kept: email === null && isNothing(kept) ? null : kept }
}

/** Finds the e-mail address; '' when there is none. */
async function findEmail(tx: TenantTx, { noun, id }: PersonOf): Promise<string> {
  return orNotFound(
    noun === 'reservation' ? (await findReservation(tx, id))?.bookerEmail : (await findMembership(tx, id))?.email,
  )
}

type EraseDeps = BasicDeps<'mailer' | 'enqueue' | 'secrets' | 'urls'>

/**
 * Erases, for an organisation, a person who asked for it by letter or by phone: what they could have erased themselves, here and
 * nowhere else (ADR 0188). Somebody without an address is the booking. A repeat finds nothing, changes nothing and notes nothing.
 *
 * @param seen the version that was agreed to; null to erase the person in any case
 * @throws AppError not_found, permission_denied (a program, or a role without that permission), changed_meanwhile (it is somebody else's address)
 */
export async function eraseByStaff(
  deps: EraseDeps,
  tenant: Tenant,
  actor: Actor,
  { seen, ...person }: PersonOf & { readonly seen: string | null },
): Promise<void> {
  const { email, version, kept } = await findToErase(deps, tenant, person)
  if (!hasStaffPermission(actor, tenant, 'erasure')) throw new AppError('permission_denied')
  if (kept === null) return
  if (seen !== null && seen !== version) throw new AppError('changed_meanwhile')
  // As the person does it themselves: what was offered goes to the next in line at once.
  if (email !== null) await removeEntriesOf(deps, tenant, email)
  const mailIds = await deps.database.asTenant(tenant.id, async (tx) => {
    const now = deps.now()
    const moment = { now, timeZone: tenant.timeZone }
    const erased = email === null ? await eraseNamesOf(tx, person, moment) : await eraseHere(tx, email, now)
    if (erased === null || !isAmong(erased, person)) {
      const left = await readToErase(tx, person, moment)
      // Somebody else has erased it meanwhile, or put another address there.
      if (left.kept !== null) throw new AppError('changed_meanwhile')
      return []
    }
    await recordChange(tx, actor, now, actions[person.noun], person.id)
    return erased.mailIds
  })
  await deps.mailer.discard(mailIds)
}

/**
 * Erases, for an organisation, the person with this address (ADR 0204), as by a booking or a membership. When nothing is left of
 * them, nothing is noted.
 *
 * @param email normalised
 * @returns whether anything was erased
 * @throws AppError permission_denied (a program, or a role without that permission)
 */
export async function eraseAtAddress(deps: EraseDeps, tenant: Tenant, actor: Actor, email: string): Promise<boolean> {
  if (!hasStaffPermission(actor, tenant, 'erasure')) throw new AppError('permission_denied')
  const removed = await removeEntriesOf(deps, tenant, email)
  const { mailIds, wasAnything } = await deps.database.asTenant(tenant.id, async (tx) => {
    const erased = await eraseHere(tx, email, deps.now())
    const wasAnything = removed > 0 || isAnything(erased)
    if (wasAnything) await recordChange(tx, actor, deps.now(), 'organisation.person_erased', null)
    return { mailIds: erased.mailIds, wasAnything }
  })
  await deps.mailer.discard(mailIds)
  return wasAnything
}

/** Erases the names of a person without an address. Null when there is an address now, or nothing is left. */
async function eraseNamesOf(tx: TenantTx, person: PersonOf, moment: MomentThere): Promise<ErasedHere | null> {
  const locked = await lockReservation(tx, person.id)
  if (locked?.bookerEmail !== '') return null
  const { kept } = await readToErase(tx, person, moment)
  return kept === null ? null : eraseUnaddressed(tx, person.id)
}

function isAmong({ reservationIds, membershipIds }: ErasedHere, { noun, id }: PersonOf): boolean {
  return (noun === 'reservation' ? reservationIds : membershipIds).includes(id)
}
