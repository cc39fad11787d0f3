import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import {
  changedSince,
  deleteRows,
  isDone,
  isWithin,
  sameTenant,
  selectRows,
  type Span,
  updateRow,
  updateRows,
} from '../../db/rows.ts'
import type { Membership as MembershipRow } from '../../db/tables.ts'
import { idsOf } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { isSpoken } from '../../lib/spoken.ts'
import { announce } from '../webhook/announce.ts'
import type { ListedState } from './membership.ts'
import { eraseNameWords } from './name-words.queries.ts'
import { endRenewalsOf, type RenewalState } from './renewal.queries.ts'

export type Membership = Selectable<MembershipRow> & {
  /** The person's number here; null once they are erased. */
  readonly number: number | null
  /** The code that took something off; null when none did. */
  readonly promotionalCode: string | null
  /** How it is paid again by itself; all null where it is not, or another one was paid since. */
  readonly renewalId: string | null
  readonly renewalState: RenewalState | null
  readonly renewsAt: Date | null
  readonly renewalMinor: number | null
  readonly unpaidInvoiceId: string | null
}

function selectMemberships(tx: TenantTx) {
  return selectRows(tx, 'membership')
    .leftJoin('member', sameTenant('member.email', 'membership.email'))
    .leftJoin('promotionalCode', sameTenant('promotionalCode.id', 'membership.promotionalCodeId'))
    .leftJoin('renewal', sameTenant('renewal.membershipId', 'membership.id'))
    .selectAll('membership')
    .select(['member.number', 'promotionalCode.code as promotionalCode', 'renewal.id as renewalId'])
    .select('renewal.state as renewalState')
    .select(['renewal.renewsAt', 'renewal.unitAmountMinor as renewalMinor', 'renewal.unpaidInvoiceId'])
}

export async function findMembership(tx: TenantTx, id: string): Promise<Membership | null> {
  return (await selectMemberships(tx).where('membership.id', '=', id).executeTakeFirst()) ?? null
}

export type MembershipFilter = {
  readonly email?: string
  /** One of these states at `now`; absent: any. */
  readonly state?: { readonly among: readonly ListedState[]; readonly now: Date }
  readonly updatedSince?: Date
} & Span

function selectChosen(tx: TenantTx, filter: MembershipFilter) {
  const { email, state, updatedSince } = filter
  let query = selectMemberships(tx)
    .where(changedSince(updatedSince, 'membership.updatedAt'))
    .where(isWithin(filter, 'membership.createdAt'))
  if (email !== undefined) query = query.where('membership.email', '=', email)
  if (state !== undefined) query = query.where(stateAt(state.now), 'in', state.among)
  return query
}

/** As `membershipState`, in SQL. */
const stateAt = (now: Date) => sql<ListedState>`case when membership.cancelled_at is not null then 'cancelled'
  when membership.valid_until <= ${now}::timestamptz then 'ended'
  when membership.valid_from > ${now}::timestamptz then 'to_come' else 'valid' end`

/** Memberships in the order they were taken. */
export function listMemberships(tx: TenantTx, filter: MembershipFilter & Page): Promise<readonly Membership[]> {
  return inOrder(selectChosen(tx, filter), inOrderOfMaking('membership.id'), filter).execute()
}

export function countMemberships(tx: TenantTx, filter: MembershipFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, filter))
}

/** A membership with what it is called. */
export type NamedMembership = Membership & { readonly productName: string; readonly priceName: string }

/** Lists the memberships of a normalised address, cancelled ones too, the latest taken first. */
export async function listEveryMembershipOf(tx: TenantTx, email: string, limit: number) {
  return selectMemberships(tx)
    .innerJoin('product', sameTenant('product.id', 'membership.productId'))
    .innerJoin('price', sameTenant('price.id', 'membership.priceId'))
    .select(['product.name as productName', 'price.name as priceName'])
    .where('membership.email', '=', email)
    .orderBy('membership.id', 'desc')
    .limit(limit)
    .execute()
}

/** Finds when somebody got their number, with their first membership; null when nobody has that address. */
export async function findMemberSince(tx: TenantTx, email: string): Promise<Date | null> {
  const row = await selectRows(tx, 'member').select('createdAt').where('email', '=', email).executeTakeFirst()
  return row?.createdAt ?? null
}

/** Finds the language in which a membership was ordered; null at a desk, by a program, or for one that is spoken no longer. */
export async function findMemberLanguage(tx: TenantTx, id: string): Promise<Language | null> {
  const row = await selectRows(tx, 'membership')
    .innerJoin('reservation', sameTenant('reservation.id', 'membership.reservationId'))
    .select('reservation.language')
    .where('membership.id', '=', id)
    .executeTakeFirst()
  return isSpoken(row?.language) ? row.language : null
}

/** Two renewals at once would both begin at the same end: the product's row holds them in line. */
export async function lockMembershipProduct(tx: TenantTx, productId: string): Promise<void> {
  await selectRows(tx, 'product').select('id').where('id', '=', productId).forNoKeyUpdate().execute()
}

/** All memberships of the person who has this one, locked in one order; none when it is nobody's any more. */
export async function lockMembershipsOf(tx: TenantTx, id: string) {
  return selectRows(tx, 'membership')
    .select(['id', 'email', 'firstName', 'lastName'])
    .where('email', '=', (where) =>
      where
        .selectFrom('membership as one')
        .select('one.email')
        .where('one.tenantId', '=', tx.tenantId)
        .where('one.id', '=', id),
    )
    .where('email', '<>', '')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Name = { readonly firstName: string; readonly lastName: string }

/** Writes another name on those of a person's memberships that have the former one. */
export async function writeMemberName(
  tx: TenantTx,
  { email, former, wanted }: { readonly email: string; readonly former: Name; readonly wanted: Name },
): Promise<void> {
  await updateRows(tx, 'membership')
    .set({ firstName: wanted.firstName, lastName: wanted.lastName })
    .where('email', '=', email)
    .where('firstName', '=', former.firstName)
    .where('lastName', '=', former.lastName)
    .execute()
}

/** A person's memberships, of any product, that were not cancelled and have not ended at `now`. */
export async function listUnended(tx: TenantTx, email: string, now: Date): Promise<readonly Membership[]> {
  return selectMemberships(tx)
    .where('membership.email', '=', email)
    .where('cancelledAt', 'is', null)
    .where((where) => where.or([where('validUntil', 'is', null), where('validUntil', '>', now)]))
    .execute()
}

export type ListedMembership = {
  readonly id: string
  readonly productName: string
  /** The member's number; null when none was given. */
  readonly number: number | null
  readonly firstName: string
  readonly lastName: string
  readonly validFrom: Date
  /** The end; null when there is none. */
  readonly validUntil: Date | null
  /** Whether it holds, or will. */
  readonly live: boolean
} & Pick<Membership, 'renewalState' | 'renewsAt' | 'renewalMinor' | 'unpaidInvoiceId'>

/** A person's memberships that were not cancelled, those that hold first. */
export async function listMembershipsOf(tx: TenantTx, email: string, now: Date): Promise<readonly ListedMembership[]> {
  const rows = await selectMemberships(tx)
    .innerJoin('product', sameTenant('product.id', 'membership.productId'))
    .select('product.name as productName')
    .where('membership.email', '=', email)
    .where('membership.cancelledAt', 'is', null)
    .orderBy('membership.validFrom', 'desc')
    .execute()
  const all = rows.map((row) => ({ ...row, live: row.validUntil === null || row.validUntil > now }))
  return [...all.filter(({ live }) => live), ...all.filter(({ live }) => !live)]
}

/** What a card says of a membership; null when there is none, or it is nobody's any more. `live`: it holds at `now`. */
export async function findMemberCard(tx: TenantTx, id: string, now: Date): Promise<ListedMembership | null> {
  const membership = await findMembership(tx, id)
  if (!membership || membership.email === '') return null
  const { name } = await selectRows(tx, 'product')
    .select('name')
    .where('id', '=', membership.productId)
    .executeTakeFirstOrThrow()
  const { validFrom, validUntil, cancelledAt } = membership
  const holds = validFrom <= now && (validUntil === null || validUntil > now)
  return { ...membership, productName: name, live: cancelledAt === null && holds }
}

/** The latest end of a person's memberships of a product, of those that have not ended. Null: none, or one without end. */
export function latestEnd(unended: readonly Membership[], productId: string): Date | null {
  const rows = unended.filter((row) => row.productId === productId)
  if (rows.some((row) => row.validUntil === null)) return null
  const ends = rows.flatMap((row) => row.validUntil?.getTime() ?? [])
  return ends.length === 0 ? null : new Date(Math.max(...ends))
}

/** What a reservation granted and was not cancelled, in the order it was. */
export async function listMembershipsOfReservation(tx: TenantTx, reservationId: string) {
  return selectMemberships(tx)
    .where('reservationId', '=', reservationId)
    .where('cancelledAt', 'is', null)
    .orderBy('membership.id')
    .execute()
}

/** Cancels the memberships that some reservations granted. */
export async function cancelMemberships(tx: TenantTx, reservationIds: readonly string[], now: Date): Promise<void> {
  const ended = await updateRows(tx, 'membership')
    .set({ cancelledAt: now })
    .where('reservationId', 'in', reservationIds)
    .where('cancelledAt', 'is', null)
    .returning('id')
    .execute()
  await tellOfEnds(tx, idsOf(ended), now)
  await endRenewalsOf(tx, idsOf(ended), now)
}

/** The membership that is noted on the cashless card of a person. */
export type NotedMembership = {
  readonly productId: string
  readonly productName: string
  /** The end of the last term that was taken; null: there is none. */
  readonly validUntil: Date | null
}

/** Finds what the card of a person says at a till: a membership of the product with `sendToCashless` that is valid at `now`, or null. */
export async function findNotedMembership(tx: TenantTx, email: string, now: Date): Promise<NotedMembership | null> {
  const unended = await listUnended(tx, email, now)
  const [product] = await selectRows(tx, 'product').select(['id', 'name']).where('sendToCashless', '=', true).execute()
  if (!product || !unended.some(({ productId, validFrom }) => productId === product.id && validFrom <= now)) return null
  return { productId: product.id, productName: product.name, validUntil: latestEnd(unended, product.id) }
}

/** Marks a locked membership cancelled; false: it was cancelled before. */
export async function markCancelled(tx: TenantTx, id: string, now: Date): Promise<boolean> {
  const membership = updateRow(tx, 'membership', id, { cancelledAt: now })
  const isMarked = await isDone(membership.where('cancelledAt', 'is', null))
  if (!isMarked) return false
  await tellOfEnds(tx, [id], now)
  await endRenewalsOf(tx, [id], now)
  return true
}

/** Lets a membership end at another time. */
export async function writeEnd(tx: TenantTx, id: string, validUntil: Date): Promise<void> {
  await updateRow(tx, 'membership', id, { validUntil }).execute()
}

function tellOfEnds(tx: TenantTx, ids: readonly string[], now: Date): Promise<void> {
  const told = ids.map((membership) => ({ kind: 'membership.ended' as const, data: { membership } }))
  return announce(tx, now, told)
}

/** Takes a person's address, name and number off their memberships, which are nobody's and renewed no more from then on; their ids. */
export async function eraseMember(tx: TenantTx, email: string, now: Date): Promise<readonly string[]> {
  const memberships = await updateRows(tx, 'membership')
    .set({ email: '', firstName: '', lastName: '' })
    .where('email', '=', email)
    .returning('id')
    .execute()
  await endRenewalsOf(tx, idsOf(memberships), now)
  await eraseNameWords(tx, email)
  await deleteRows(tx, 'member').where('email', '=', email).execute()
  return memberships.map(({ id }) => id)
}

/** Everything that anybody can be, or was, a member of here, by its name; what is archived too. */
export async function listMembershipProducts(tx: TenantTx) {
  return selectRows(tx, 'product')
    .select(['id', 'name'])
    .where('kind', '=', 'membership')
    .orderBy('name')
    .orderBy('id')
    .execute()
}
