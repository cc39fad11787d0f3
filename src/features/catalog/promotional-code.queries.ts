import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page, type Sorted } from '../../db/in-order.ts'
import { changedSince, deleteRows, insertRows, isThere, selectRows } from '../../db/rows.ts'
import type { PromotionalCode as PromotionalCodeRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { Search } from './catalog.queries.ts'
import type { CodeList, Discount, PromotionalCode } from './promotional-code.ts'

type Row = Omit<Selectable<PromotionalCodeRow>, 'tenantId' | 'createdAt' | 'updatedAt'>

/** Types a row: a check constraint holds that it has one of the two discounts. */
export function typedCode(row: Row & { readonly productIds: readonly string[] }): PromotionalCode {
  return row as Row & Discount & { readonly productIds: readonly string[] }
}

export async function findPromotionalCode(tx: TenantTx, id: string): Promise<PromotionalCode | null> {
  const row = await selectCodes(tx).where('id', '=', id).executeTakeFirst()
  return row ? typedCode(row) : null
}

/** @throws AppError not_found */
export async function getPromotionalCode(tx: TenantTx, id: string): Promise<PromotionalCode> {
  return orNotFound(await findPromotionalCode(tx, id))
}

/**
 * The code of that text, locked until the end of the transaction; undefined: there is none. After the counters, as bookings
 * do.
 */
export async function lockPromotionalCode(tx: TenantTx, text: string): Promise<PromotionalCode | undefined> {
  const row = await selectCodes(tx).where('code', '=', text).forNoKeyUpdate().executeTakeFirst()
  return row && typedCode(row)
}

/** Finds promotional codes, in the order of their ids. */
export async function findPromotionalCodes(tx: TenantTx, ids: readonly string[]): Promise<readonly PromotionalCode[]> {
  if (ids.length === 0) return []
  return (await selectCodes(tx).where('id', 'in', ids).orderBy('id').execute()).map(typedCode)
}

type CodeFilter = { readonly updatedSince?: Date }

/** Lists promotional codes in the order they were made. */
export async function listPromotionalCodes(
  tx: TenantTx,
  filter: CodeFilter & Page,
): Promise<readonly PromotionalCode[]> {
  const codes = inOrder(selectChosen(tx, filter), inOrderOfMaking('promotionalCode.id'), filter)
  return (await codes.execute()).map(typedCode)
}

export function countPromotionalCodes(tx: TenantTx, filter: CodeFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, filter))
}

function selectChosen(tx: TenantTx, { updatedSince }: CodeFilter) {
  return selectCodes(tx).where(changedSince(updatedSince, 'promotionalCode.updatedAt'))
}

/** What codes are listed by. */
export const codeOrders = {
  created: inOrderOfMaking('promotionalCode.id'),
  code: [{ column: 'promotionalCode.code', type: 'text' }, ...inOrderOfMaking('promotionalCode.id')],
  uses: [{ column: 'promotionalCode.used', type: 'int' }, ...inOrderOfMaking('promotionalCode.id')],
} as const satisfies Readonly<Record<string, Order>>
export type CodeOrder = keyof typeof codeOrders

type CodeChoice = Pick<Search, 'text' | 'now'> & { readonly list: CodeList }

/** `text`: part of a code, as normalizeCode gives it; '': any. */
export async function searchCodes(
  tx: TenantTx,
  { sort, ...search }: Search & CodeChoice & Sorted<CodeOrder>,
): Promise<readonly PromotionalCode[]> {
  return (await inOrder(selectSought(tx, search), codeOrders[sort], search).execute()).map(typedCode)
}

/** How many codes `searchCodes` finds, all pages together. */
export function countCodes(tx: TenantTx, choice: CodeChoice): Promise<number> {
  return countFound(tx, selectSought(tx, choice))
}

function selectSought(tx: TenantTx, { list, text, now }: CodeChoice) {
  const isOver = sql<boolean>`(coalesce(ends_at <= ${now}::timestamptz, false) or coalesce(used >= most_uses, false))`
  return selectCodes(tx)
    .where('active', '=', list !== 'archived')
    .$if(list === 'current', (query) => query.where(sql<boolean>`not ${isOver}`))
    .$if(list === 'over', (query) => query.where(isOver))
    .$if(text !== '', (query) => query.where(sql<boolean>`strpos(code, ${text}) > 0`))
}

function selectCodes(tx: TenantTx) {
  return selectRows(tx, 'promotionalCode')
    .selectAll()
    .select(
      sql<string[]>`array(select named.product_id from promotional_code_product named
        where named.tenant_id = promotional_code.tenant_id and named.code_id = promotional_code.id
        order by named.product_id)`.as('productIds'),
    )
}

/**
 * Whether a visitor has any use for a field to type a code in.
 *
 * @param productIds null: codes for anything; otherwise only codes that name one of these, as memberships take
 */
export async function hasPromotionalCodes(
  tx: TenantTx,
  now: Date,
  productIds: readonly string[] | null = null,
): Promise<boolean> {
  if (productIds?.length === 0) return false
  let query = selectRows(tx, 'promotionalCode')
    .where('active', '=', true)
    .where((is) => is.or([is('endsAt', 'is', null), is('endsAt', '>', now)]))
  if (productIds !== null)
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('promotionalCodeProduct as named')
          .select('named.productId')
          .where('named.tenantId', '=', tx.tenantId)
          .whereRef('named.codeId', '=', 'promotionalCode.id')
          .where('named.productId', 'in', productIds),
      ),
    )
  return isThere(query)
}

export async function replaceCodeProducts(tx: TenantTx, codeId: string, productIds: readonly string[]): Promise<void> {
  await deleteRows(tx, 'promotionalCodeProduct').where('codeId', '=', codeId).execute()
  if (productIds.length > 0)
    await insertRows(
      tx,
      'promotionalCodeProduct',
      productIds.map((productId) => ({ codeId, productId })),
    ).execute()
}

/**
 * Uses of codes released or taken again; codes are locked after the counters, the reservations and the tickets, and by
 * their ids.
 *
 * @returns false when a code that is taken again has no use left; nothing is changed of it then
 */
export async function changeUses(tx: TenantTx, codeIds: readonly (string | null)[], each: 1 | -1): Promise<boolean> {
  const named = codeIds.filter((id) => id !== null)
  if (named.length === 0) return true
  const ids = [...new Set(named)]
  await selectRows(tx, 'promotionalCode').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  const deltas = ids.map((id) => each * named.filter((one) => one === id).length)
  const { numAffectedRows } =
    await sql`update promotional_code code set used = code.used + change.delta, updated_at = now()
    from unnest(${ids}::uuid[], ${deltas}::int[]) as change (code_id, delta)
    where code.tenant_id = ${tx.tenantId} and code.id = change.code_id
      and (change.delta < 0 or code.most_uses is null or code.used + change.delta <= code.most_uses)`.execute(tx)
  return Number(numAffectedRows) === ids.length
}
