import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { inOrder, inOrderOfMaking, type Order, type Sorted } from '../../db/in-order.ts'
import { selectRows } from '../../db/rows.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { findUsedCard, type KnownCard, wasUsedHere } from './card.queries.ts'
import { normalizeNumber, normalizeTag } from './card.ts'

/** Money for the card at this tenant, and the cards that were used here for it. */
export type ListedPurse = {
  readonly id: string
  /** The person's e-mail address; null: the purse of a card that is nobody's, or of somebody who was erased. */
  readonly email: string | null
  readonly balanceMinor: number
  /** None: its person has no card, or has used none here. */
  readonly cards: readonly ListedCardOfPurse[]
}

type ListedCardOfPurse = { readonly tagId: string; readonly number: string; readonly lostAt: Date | null }

/** @param email a whole e-mail address as it was typed; null: all purses */
function selectPurses(tx: TenantTx, email: string | null) {
  const purses = selectRows(tx, 'purse')
  return email === null ? purses : purses.where('email', '=', normalizeEmail(email))
}

/** How many purses there are, and what is on all of them. */
export async function sumPurses(tx: TenantTx, email: string | null) {
  return selectPurses(tx, email)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('balanceMinor'), sql`0`).as('balanceMinor'),
    ])
    .executeTakeFirstOrThrow()
}

/** What purses are listed by. */
export const purseOrders = {
  created: inOrderOfMaking('purse.id'),
  balance: [{ column: 'purse.balanceMinor', type: 'bigint' }, ...inOrderOfMaking('purse.id')],
} as const satisfies Readonly<Record<string, Order>>
export type PurseOrder = keyof typeof purseOrders

type PurseSearch = Sorted<PurseOrder> & {
  readonly email: string | null
  readonly limit: number
  readonly offset: number
}

export async function listPurses(tx: TenantTx, { email, sort, ...page }: PurseSearch): Promise<readonly ListedPurse[]> {
  const query = selectPurses(tx, email).select(['id', 'email', 'cardId', 'balanceMinor'])
  const purses = await inOrder(query, purseOrders[sort], page).execute()
  if (purses.length === 0) return []
  const emails = purses.flatMap((purse) => purse.email ?? [])
  const cardIds = purses.flatMap((purse) => purse.cardId ?? [])
  const linked = emails.length === 0 ? [] : await listLinked(tx, emails)
  const nobodys = cardIds.length === 0 ? [] : await listNobodys(tx, cardIds)
  return purses.map(({ cardId, ...purse }) => ({
    ...purse,
    cards: [...linked.filter((card) => card.email === purse.email), ...nobodys.filter((card) => card.id === cardId)],
  }))
}

async function listLinked(tx: TenantTx, emails: readonly string[]) {
  return tx
    .selectFrom('account')
    .innerJoin('nfcCard', 'nfcCard.accountId', 'account.id')
    .innerJoin('knownCard', (join) =>
      join.on('knownCard.tenantId', '=', tx.tenantId).onRef('knownCard.cardId', '=', 'nfcCard.id'),
    )
    .select(['account.email', 'nfcCard.tagId', 'nfcCard.number'])
    .select((of) => of.fn.coalesce('nfcCard.lostAt', 'knownCard.lostAt').as('lostAt'))
    .where('account.email', 'in', emails)
    .where(wasUsedHere(tx))
    .orderBy('nfcCard.number')
    .execute()
}

/** Lists those of the cards that are nobody's: what a card held that was linked since has gone to its person. */
async function listNobodys(tx: TenantTx, cardIds: readonly string[]) {
  return tx
    .selectFrom('nfcCard')
    .innerJoin('knownCard', (join) =>
      join.on('knownCard.tenantId', '=', tx.tenantId).onRef('knownCard.cardId', '=', 'nfcCard.id'),
    )
    .select(['nfcCard.id', 'nfcCard.tagId', 'nfcCard.number'])
    .select((of) => of.fn.coalesce('nfcCard.lostAt', 'knownCard.lostAt').as('lostAt'))
    .where('nfcCard.id', 'in', cardIds)
    .where('nfcCard.accountId', 'is', null)
    .execute()
}

/** Finds a card by the number that is printed on it, or by its tag; null when it was not used here (ADR 0160). */
export async function findCardByText(tx: TenantTx, text: string, now: Date): Promise<KnownCard | null> {
  const number = normalizeNumber(text)
  const printed = number === null ? undefined : await findTagOf(tx, number)
  const byNumber = printed === undefined ? null : await findUsedCard(tx, printed, now)
  const tagId = normalizeTag(text)
  return byNumber ?? (tagId === null ? null : findUsedCard(tx, tagId, now))
}

async function findTagOf(tx: TenantTx, number: string): Promise<string | undefined> {
  const row = await tx.selectFrom('nfcCard').select('tagId').where('number', '=', number).executeTakeFirst()
  return row?.tagId
}
