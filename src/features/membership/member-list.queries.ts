import { type RawBuilder, sql } from 'kysely'
import { begins, isWord, unindexed } from '../../db/begins.ts'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Sorted } from '../../db/in-order.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { isTooLittle, wordsToFind } from '../../lib/name-words.ts'
import { isSearchable, normalizeEmail } from '../../lib/text.ts'
import { soonUntil } from './membership.ts'
import type { RenewalState } from './renewal.queries.ts'

/** The filters of the list of members. */
export const memberFilters = ['valid', 'ending', 'ended', 'cancelled'] as const
export type MemberFilter = (typeof memberFilters)[number]

/** A person's last membership of a product: the one that ends last, of those that were not cancelled. */
export type ListedMember = {
  /** The id of the membership. */
  readonly id: string
  readonly email: string
  /** The name on this membership, else on the latest that has one; '' when none has. */
  readonly firstName: string
  readonly lastName: string
  /** The member's number. */
  readonly number: number | null
  /** When the person first became a member of anything here. */
  readonly since: Date
  readonly productName: string
  readonly priceId: string
  /** The booking that it was bought with; null: it was granted alone. */
  readonly reservationId: string | null
  /** The start of the unbroken membership while they are a member, else of this membership. */
  readonly validFrom: Date
  /** The end; null when there is none. */
  readonly validUntil: Date | null
  readonly cancelledAt: Date | null
  /** How it is paid again by itself; null: it is not. */
  readonly renewalState: RenewalState | null
}

type MemberChoice = {
  /** The search as it was typed; null for all members. */
  readonly text: string | null
  readonly productId: string | null
  readonly filter: MemberFilter | null
  readonly now: Date
}

/** What members are listed by: when their membership was taken, or when it ends. */
export const memberOrders = {
  taken: inOrderOfMaking('membership.id'),
  until: [
    { column: sql`coalesce(membership.valid_until, 'infinity')`, type: 'timestamptz' },
    ...inOrderOfMaking('membership.id'),
  ],
} as const satisfies Readonly<Record<string, Order>>
export type MemberOrder = keyof typeof memberOrders

type MemberSearch = MemberChoice & Sorted<MemberOrder> & { readonly limit: number; readonly offset: number }

/** The most people that a search looks up first; beyond that, each membership is checked for whether it is theirs. */
const mostPeople = 1000
/** PostgreSQL's largest integer. */
const largestNumber = 2_147_483_647

/** Whether a search is too short: it would find whole names only, and is no member's number. */
export function isTooLittleForMember(text: string): boolean {
  return isTooLittle(text) && numberIn(text) === null
}

/**
 * Lists one row for each person and product. A search finds members by their number, the beginning of an address, or the beginnings of words of a name, in any order.
 */
export async function listMembers(tx: TenantTx, search: MemberSearch): Promise<readonly ListedMember[]> {
  return listTheseMembers(tx, await listIds(tx, search), search.now)
}

/** Lists memberships by their ids, in that order, as the list of members shows them; those that are nobody's any more are left out. */
export async function listTheseMembers(
  tx: TenantTx,
  ids: readonly string[],
  now: Date,
): Promise<readonly ListedMember[]> {
  if (ids.length === 0) return []
  const rows = await selectRows(tx, 'membership')
    .innerJoin('product', sameTenant('product.id', 'membership.productId'))
    .leftJoin('member', sameTenant('member.email', 'membership.email'))
    .leftJoin('renewal', sameTenant('renewal.membershipId', 'membership.id'))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('membership as named')
          .select(['named.firstName', 'named.lastName'])
          .whereRef('named.tenantId', '=', 'membership.tenantId')
          .whereRef('named.email', '=', 'membership.email')
          .where((where) => where.or([where('named.firstName', '<>', ''), where('named.lastName', '<>', '')]))
          // Their own name, where it has one.
          .orderBy(sql`named.id = membership.id`, 'desc')
          .orderBy('named.id', 'desc')
          .limit(1)
          .as('called'),
      (join) => join.onTrue(),
    )
    .select(['membership.id', 'membership.email', 'membership.validUntil', 'membership.cancelledAt'])
    .select(['product.name as productName', 'member.number'])
    .select((select) => [
      select.fn.coalesce('called.firstName', select.val('')).as('firstName'),
      select.fn.coalesce('called.lastName', select.val('')).as('lastName'),
      select.fn.coalesce(firstLive(now), 'membership.validFrom').as('validFrom'),
    ])
    .select('renewal.state as renewalState')
    .select((select) => select.fn.coalesce('member.createdAt', 'membership.createdAt').as('since'))
    .select(['membership.priceId', 'membership.reservationId'])
    .where('membership.id', 'in', ids)
    .where('membership.email', '<>', '')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How many `listMembers` finds, all pages together. */
export async function countMembers(tx: TenantTx, choice: MemberChoice): Promise<number> {
  return countFound(tx, await selectWanted(tx, choice))
}

/** Lists the ids of the memberships on a page; everything else is read for these alone. */
async function listIds(tx: TenantTx, { sort, ...search }: MemberSearch): Promise<readonly string[]> {
  const query = inOrder(await selectWanted(tx, search), memberOrders[sort], search)
  return (await query.execute()).map(({ id }) => id)
}

async function selectWanted(tx: TenantTx, { text, productId, filter, now }: MemberChoice) {
  let query = selectRows(tx, 'membership').select('id').where('email', '<>', '').where(isLast)
  if (productId !== null) query = query.where('productId', '=', productId)
  if (text !== null) query = query.where(await isLookedFor(tx, text))
  if (filter !== null) query = query.where('cancelledAt', filter === 'cancelled' ? 'is not' : 'is', null)
  if (filter === 'valid')
    query = query.where((where) => where.or([where('validUntil', 'is', null), where('validUntil', '>', now)]))
  if (filter === 'ending') query = query.where('validUntil', '>', now).where('validUntil', '<=', soonUntil(now))
  if (filter === 'ended') query = query.where('validUntil', '<=', now)
  return query
}

/** `offset 0` keeps PostgreSQL from reading every other membership first: a page of a list needs few. */
const isLast = sql<boolean>`not exists (select from membership other
  where other.tenant_id = membership.tenant_id and other.email = membership.email
    and other.product_id = membership.product_id
    and (other.cancelled_at is null, coalesce(other.valid_until, 'infinity'), other.id)
      > (membership.cancelled_at is null, coalesce(membership.valid_until, 'infinity'), membership.id)
  offset 0)`

/** The earliest start of the memberships that are live or to come: one renewed early counts from the former one. Null if none is. */
const firstLive = (now: Date) =>
  sql<Date | null>`(select min(other.valid_from) from membership other
    where other.tenant_id = membership.tenant_id and other.email = membership.email
      and other.product_id = membership.product_id and membership.cancelled_at is null
      and other.cancelled_at is null and (other.valid_until is null or other.valid_until > ${now}))`

/**
 * Looks the people of each word up by the index and keeps those in every list. When these are too many, each membership is checked
 * for whether it is theirs: the latest ones are found soon.
 */
async function isLookedFor(tx: TenantTx, text: string): Promise<RawBuilder<boolean>> {
  const { tenantId } = tx
  const [number, email, words] = [numberIn(text), normalizeEmail(text), wordsToFind(text)]
  const isByAddress = isSearchable(text)
  const lists = words.map(
    (word) => sql`select email from member_name_word
      where tenant_id = ${tenantId}::uuid and ${isWord(sql.ref('word'), word)}`,
  )
  const looks = [
    sql`select email from member where tenant_id = ${tenantId}::uuid and number = ${number}::integer`,
    ...(isByAddress
      ? [
          sql`select email from membership where tenant_id = ${tenantId}::uuid and email <> ''
            and ${begins(sql`email collate "C"`, email)} limit ${mostPeople + 1}`,
        ]
      : []),
    ...(lists.length === 0 ? [] : [sql`${sql.join(lists, sql` intersect `)} limit ${mostPeople + 1}`]),
  ].map((look) => sql`(${look})`)
  const { rows } = await sql<{ email: string }>`${sql.join(looks, sql` union `)} limit ${mostPeople + 1}`.execute(tx)
  if (rows.length <= mostPeople) return sql<boolean>`membership.email = any(${rows.map((row) => row.email)}::text[])`
  const named = words.map(
    (word) => sql`exists (select from member_name_word named where named.tenant_id = membership.tenant_id
      and named.email = membership.email and ${isWord(unindexed('named.word'), word)} offset 0)`,
  )
  const isNamed = sql`(${sql.join([sql`true`, ...named], sql` and `)})`
  return isByAddress
    ? sql<boolean>`(${begins(sql`membership.email collate "C"`, email)} or ${isNamed})`
    : sql<boolean>`${isNamed}`
}

/** The member's number in a search, which people write with a sign before it; null when it is none. */
function numberIn(text: string): number | null {
  const digits = /^\s*(?:n°|nº|no\.?|#)?\s*(\d{1,10})\s*$/i.exec(text)?.[1]
  const number = digits === undefined ? 0 : Number(digits)
  return number > 0 && number <= largestNumber ? number : null
}
