import { type RawBuilder, sql } from 'kysely'
import { begins, isWord } from '../../db/begins.ts'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { isTooLittle, wordsToFind } from '../../lib/name-words.ts'
import { isSearchable, normalizeEmail } from '../../lib/text.ts'
import { soonUntil } from './membership.ts'

/** What members are told apart by in the list of them. */
export const memberFilters = ['valid', 'ending', 'ended', 'cancelled'] as const
export type MemberFilter = (typeof memberFilters)[number]

/** A person's last membership of a product: the one that ends last, of those that were not cancelled. */
export type ListedMember = {
  /** Of the membership. */
  readonly id: string
  readonly email: string
  /** On this membership, else on the latest that bears one; '' where none does. */
  readonly firstName: string
  readonly lastName: string
  /** Of the person. */
  readonly number: number | null
  /** When the person first became a member of anything here. */
  readonly since: Date
  readonly productName: string
  /** Since when they are a member without a break, as far as they are one; else of this membership. */
  readonly validFrom: Date
  /** Null: without end. */
  readonly validUntil: Date | null
  readonly cancelledAt: Date | null
}

type MemberSearch = {
  /** As it was typed; null: all of them. */
  readonly text: string | null
  readonly productId: string | null
  readonly filter: MemberFilter | null
  readonly now: Date
  readonly limit: number
  readonly offset: number
}

/** Up to so many people are looked up first; of more, one membership after the other is asked whether it is theirs. */
const mostPeople = 1000
/** PostgreSQL's largest integer. */
const largestNumber = 2_147_483_647

/** Whether more letters would find more than a whole name, and no number of a member is meant. */
export function isTooLittleForMember(text: string): boolean {
  return isTooLittle(text) && numberIn(text) === null
}

/**
 * One row for each person and product: the latest taken first; what is ending soon by its end, and what has ended from the last
 * end on. Those that somebody looks for: by the number of a member, the beginning of an address, or the beginnings of words of a
 * name, in any order.
 */
export async function listMembers(tx: TenantTx, search: MemberSearch): Promise<readonly ListedMember[]> {
  const ids = await listIds(tx, search)
  if (ids.length === 0) return []
  const rows = await selectRows(tx, 'membership')
    .innerJoin('product', sameTenant('product.id', 'membership.productId'))
    .leftJoin('member', sameTenant('member.email', 'membership.email'))
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
      select.fn.coalesce(firstLive(search.now), 'membership.validFrom').as('validFrom'),
    ])
    .select((select) => select.fn.coalesce('member.createdAt', 'membership.createdAt').as('since'))
    .where('membership.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Of those alone that are shown anything else is read. */
async function listIds(tx: TenantTx, search: MemberSearch): Promise<readonly string[]> {
  const { text, productId, filter, now, limit, offset } = search
  let query = selectRows(tx, 'membership')
    .select('id')
    .where('email', '<>', '')
    .where(isLast)
    .limit(limit)
    .offset(offset)
  if (productId !== null) query = query.where('productId', '=', productId)
  if (text !== null) query = query.where(await isLookedFor(tx, text))
  if (filter !== null) query = query.where('cancelledAt', filter === 'cancelled' ? 'is not' : 'is', null)
  if (filter === 'valid')
    query = query.where((where) => where.or([where('validUntil', 'is', null), where('validUntil', '>', now)]))
  if (filter === 'ending')
    query = query.where('validUntil', '>', now).where('validUntil', '<=', soonUntil(now)).orderBy('validUntil')
  if (filter === 'ended') query = query.where('validUntil', '<=', now).orderBy('validUntil', 'desc')
  const rows = await query.orderBy('id', 'desc').execute()
  return rows.map(({ id }) => id)
}

/** `offset 0` keeps PostgreSQL from reading every other membership first: a page of a list needs few. */
const isLast = sql<boolean>`not exists (select from membership other
  where other.tenant_id = membership.tenant_id and other.email = membership.email
    and other.product_id = membership.product_id
    and (other.cancelled_at is null, coalesce(other.valid_until, 'infinity'), other.id)
      > (membership.cancelled_at is null, coalesce(membership.valid_until, 'infinity'), membership.id)
  offset 0)`

/** Of those that hold, or will: what was renewed early holds since the former one began. Null: none does. */
const firstLive = (now: Date) =>
  sql<Date | null>`(select min(other.valid_from) from membership other
    where other.tenant_id = membership.tenant_id and other.email = membership.email
      and other.product_id = membership.product_id and membership.cancelled_at is null
      and other.cancelled_at is null and (other.valid_until is null or other.valid_until > ${now}))`

/**
 * People of each word by its index, and of those the ones in every list. Of too many, each membership is asked whether it is
 * theirs: the latest of them are met soon.
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
      and named.email = membership.email and ${isWord(sql.ref('named.word'), word)} offset 0)`,
  )
  const isNamed = sql`(${sql.join([sql`true`, ...named], sql` and `)})`
  return isByAddress
    ? sql<boolean>`(${begins(sql`membership.email collate "C"`, email)} or ${isNamed})`
    : sql<boolean>`${isNamed}`
}

/** Null: no number of a member. People write it with a sign before it. */
function numberIn(text: string): number | null {
  const digits = /^\s*(?:n°|nº|no\.?|#)?\s*(\d{1,10})\s*$/i.exec(text)?.[1]
  const number = digits === undefined ? 0 : Number(digits)
  return number > 0 && number <= largestNumber ? number : null
}
