import { type Selectable, sql } from 'kysely'
import type { ServerTx, TenantTx } from '../../db/database.ts'
import { countDone, insertMissing, isDone, isThere, updateRows } from '../../db/rows.ts'
import type { NfcCard } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { normalizeNumber, normalizeTag } from './card.ts'
import type { ListedCard } from './card-file.ts'

/** A card of the server, with the address of the person it is linked to; null when it is nobody's. */
export type Card = Selectable<NfcCard> & { readonly email: string | null }

function selectCards(tx: ServerTx) {
  return tx
    .selectFrom('nfcCard')
    .leftJoin('account', 'account.id', 'nfcCard.accountId')
    .selectAll('nfcCard')
    .select('account.email')
}

export async function findCard(tx: ServerTx, tagId: string): Promise<Card | null> {
  return (await selectCards(tx).where('nfcCard.tagId', '=', tagId).executeTakeFirst()) ?? null
}

export async function findCardById(tx: ServerTx, id: string): Promise<Card | null> {
  return (await selectCards(tx).where('nfcCard.id', '=', id).executeTakeFirst()) ?? null
}

/** How a file names a card: by any of these, null where it does not say. */
export type CardNamed = { readonly id: string | null; readonly tagId: string | null; readonly number: string | null }

/** Finds the card that all of these name; null: there is none, or they are of several. */
export async function findNamedCard(tx: ServerTx, { id, tagId, number }: CardNamed): Promise<Card | null> {
  if (id === null && tagId === null && number === null) return null
  let query = selectCards(tx)
  if (id !== null) query = query.where('nfcCard.id', '=', id)
  if (tagId !== null) query = query.where('nfcCard.tagId', '=', tagId)
  if (number !== null) query = query.where('nfcCard.number', '=', number)
  return (await query.executeTakeFirst()) ?? null
}

/** Locks a card until the transaction ends, after waiting for anyone who uses it. @throws AppError not_found */
export async function getCardLocked(tx: ServerTx, tagId: string): Promise<Card> {
  await lockCard(tx, tagId)
  return orNotFound(await findCard(tx, tagId))
}

export async function listCards(tx: ServerTx, filter: { readonly email: string | null }): Promise<readonly Card[]> {
  const query = selectCards(tx).orderBy('nfcCard.number')
  return (filter.email === null ? query : query.where('account.email', '=', filter.email)).execute()
}

/** A person's, by number. */
export async function listCardsOf(tx: ServerTx, accountId: string): Promise<readonly Card[]> {
  return selectCards(tx).where('nfcCard.accountId', '=', accountId).orderBy('nfcCard.number').execute()
}

/** Searches cards by number, by tag and by person; ordered by number. */
export async function searchCards(
  tx: ServerTx,
  { text, limit, offset }: { readonly text: string; readonly limit: number; readonly offset: number },
): Promise<readonly Card[]> {
  const query = selectCards(tx).orderBy('nfcCard.number').limit(limit).offset(offset)
  if (text === '') return query.execute()
  const [tagId, number] = [normalizeTag(text), normalizeNumber(text)]
  return query
    .where((where) =>
      where.or([
        where('account.email', '=', normalizeEmail(text)),
        ...(tagId === null ? [] : [where('nfcCard.tagId', '=', tagId)]),
        ...(number === null ? [] : [where('nfcCard.number', '=', number)]),
      ]),
    )
    .execute()
}

/**
 * Finds a card that money is bought for: whose it is, and since when it is blocked, everywhere or here. Only one that was opened here, in
 * the hand of whoever held it: an organisation that tops up numbers would otherwise learn the address of each card's person (ADR 0263).
 */
export async function findCardToTopUp(tx: TenantTx, by: { readonly number: string } | { readonly id: string }) {
  const [column, value] = 'id' in by ? (['nfcCard.id', by.id] as const) : (['nfcCard.number', by.number] as const)
  return tx
    .selectFrom('nfcCard')
    .innerJoin('knownCard', (join) =>
      join.on('knownCard.tenantId', '=', tx.tenantId).onRef('knownCard.cardId', '=', 'nfcCard.id'),
    )
    .leftJoin('account', 'account.id', 'nfcCard.accountId')
    .select(['nfcCard.id', 'account.email'])
    .select((of) => of.fn.coalesce('nfcCard.lostAt', 'knownCard.lostAt').as('lostAt'))
    .where(column, '=', value)
    .executeTakeFirst()
}

/** Tells whether that number is on a card of that person which is not blocked everywhere. */
export async function isCardOf(tx: ServerTx, number: string, email: string): Promise<boolean> {
  return isThere(
    tx
      .selectFrom('nfcCard')
      .innerJoin('account', 'account.id', 'nfcCard.accountId')
      .where('nfcCard.number', '=', number)
      .where('nfcCard.lostAt', 'is', null)
      .where('account.email', '=', email),
  )
}

/** Locks the card against changes until the transaction ends; those who only use it may meet. */
export async function shareCard(tx: ServerTx, tagId: string): Promise<void> {
  await tx.selectFrom('nfcCard').select('id').where('tagId', '=', tagId).forShare().execute()
}

/** As shareCard. */
export async function shareCardById(tx: ServerTx, id: string): Promise<void> {
  await tx.selectFrom('nfcCard').select('id').where('id', '=', id).forShare().execute()
}

/** Waits for anyone who uses the card. Its person is read afterwards, by `findCard`. */
export async function lockCard(tx: ServerTx, tagId: string): Promise<void> {
  await tx.selectFrom('nfcCard').select('id').where('tagId', '=', tagId).forUpdate().execute()
}

/** Waits for anyone who uses any card of a person. */
export async function lockCardsOf(tx: ServerTx, email: string): Promise<void> {
  await tx
    .selectFrom('nfcCard')
    .select('id')
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function markCard(
  tx: ServerTx,
  cardId: string,
  change: { readonly accountId: string | null } | { readonly lostAt: Date | null },
): Promise<void> {
  await tx.updateTable('nfcCard').set(change).where('id', '=', cardId).execute()
}

/** Notes that a card was shown at this tenant. May be repeated. */
export async function noteKnownCard(tx: TenantTx, cardId: string, now: Date): Promise<void> {
  await insertMissing(tx, 'knownCard', { cardId, openedAt: now }).execute()
}

/** Sets since when a card is blocked at this tenant, not elsewhere; null: it is not. @returns whether that was otherwise */
export async function markCardHere(tx: TenantTx, cardId: string, lostAt: Date | null): Promise<boolean> {
  const card = updateRows(tx, 'knownCard').set({ lostAt }).where('cardId', '=', cardId)
  return isDone(card.where('lostAt', lostAt === null ? 'is not' : 'is', null))
}

const rowsAtOnce = 1000

/** Writes those that are not there; answers with how many that were. */
export async function insertCards(tx: ServerTx, cards: readonly ListedCard[], now: Date): Promise<number> {
  let inserted = 0
  for (let done = 0; done < cards.length; done += rowsAtOnce) {
    const rows = cards.slice(done, done + rowsAtOnce).map(({ tagId, number, id }) => {
      return { id: id ?? newId(), tagId, number, createdAt: now }
    })
    inserted += await countDone(
      tx
        .insertInto('nfcCard')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing()),
    )
  }
  return inserted
}

/** Lists the cards that exist among the tags, by tag. */
export async function listCardsByTag(tx: ServerTx, tagIds: readonly string[]) {
  const rows = await tx
    .selectFrom('nfcCard')
    .select(['tagId', 'id', 'number'])
    .where(sql<boolean>`tag_id = any(${tagIds}::text[])`)
    .execute()
  return new Map(rows.map(({ tagId, ...card }) => [tagId, card]))
}

/** A card as one tenant knows it. */
export type KnownCard = {
  readonly id: string
  readonly tagId: string
  readonly number: string
  readonly lostAt: Date | null
  /** The person's e-mail address; null when the card is nobody's. */
  readonly email: string | null
  /** The purse's id; null while nothing was ever on it here: its person has a membership. */
  readonly purseId: string | null
  readonly balanceMinor: number
  /** Whether its person has a membership here that is valid at the time asked for. */
  readonly isMember: boolean
}

/**
 * The card, when this tenant knows it: somebody had it in hand here (ADR 0091). Null for any other, in one statement: one that is
 * unknown everywhere and one that is another tenant's are index look-ups apart.
 */
export async function findKnownCard(tx: TenantTx, tagId: string, now: Date): Promise<KnownCard | null> {
  const row = await selectKnownCard(tx, tagId, now).executeTakeFirst()
  return row ? readKnownCard(row) : null
}

/**
 * The card, when it is known at this tenant and was used here for whose it is now. What staff does without the card in its hand asks
 * for this (ADR 0160).
 */
export async function findUsedCard(tx: TenantTx, tagId: string, now: Date): Promise<KnownCard | null> {
  const row = await selectKnownCard(tx, tagId, now).where(wasUsedHere(tx)).executeTakeFirst()
  return row ? readKnownCard(row) : null
}

/**
 * A till made the card known here while it was nobody's, or moved money of whose it is with it. Of the card and the account
 * that the statement around it has joined. Asked of one card after the other: `exists` would read every movement there is first.
 */
export function wasUsedHere(tx: TenantTx) {
  return sql<boolean>`coalesce(
    (select true from purse where purse.tenant_id = ${tx.tenantId} and purse.card_id = nfc_card.id),
    (select true from purse as theirs
      join purse_movement on purse_movement.tenant_id = theirs.tenant_id and purse_movement.purse_id = theirs.id
      where theirs.tenant_id = ${tx.tenantId} and theirs.email = account.email
        and purse_movement.card_id = nfc_card.id limit 1), false)`
}

function readKnownCard(row: Omit<KnownCard, 'balanceMinor'> & { readonly balanceMinor: number | null }) {
  return { ...row, balanceMinor: row.balanceMinor ?? 0 }
}

function selectKnownCard(tx: TenantTx, tagId: string, now: Date) {
  return tx
    .selectFrom('nfcCard')
    .innerJoin('knownCard', (join) =>
      join.on('knownCard.tenantId', '=', tx.tenantId).onRef('knownCard.cardId', '=', 'nfcCard.id'),
    )
    .leftJoin('account', 'account.id', 'nfcCard.accountId')
    .leftJoin('purse', (join) =>
      join.on('purse.tenantId', '=', tx.tenantId).on((on) =>
        on.or([
          on('purse.email', '=', on.ref('account.email')),
          // What a card held before it was linked has gone to its person.
          on.and([on('nfcCard.accountId', 'is', null), on('purse.cardId', '=', on.ref('nfcCard.id'))]),
        ]),
      ),
    )
    .select(['nfcCard.id', 'nfcCard.tagId', 'nfcCard.number', 'account.email'])
    .select((of) => of.fn.coalesce('nfcCard.lostAt', 'knownCard.lostAt').as('lostAt'))
    .select(['purse.id as purseId', 'purse.balanceMinor'])
    .select(
      sql<boolean>`exists (${membershipsOfPerson(tx)} and valid_from <= ${now}
        and (valid_until is null or valid_until > ${now}))`.as('isMember'),
    )
    .where('nfcCard.tagId', '=', tagId)
}

/** Selects the memberships of the account that the surrounding statement has joined. */
function membershipsOfPerson(tx: TenantTx) {
  return sql`select from membership where membership.tenant_id = ${tx.tenantId}
    and membership.email = account.email and membership.cancelled_at is null`
}
