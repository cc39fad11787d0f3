import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countDone, insertRows, isDone, selectRows, updateRows } from '../../db/rows.ts'
import type { CheckoutRequest, RefundRequest } from '../../integrations/payment/payment-provider.ts'
import { newId } from '../../lib/ids.ts'
import { integer, listOf, shapeOf, text } from '../../lib/shape.ts'

/** A checkout of the test provider, and what its page shows. */
export type TestCheckout = NonNullable<Awaited<ReturnType<typeof findTestCheckout>>>

const readLines = listOf(
  shapeOf<CheckoutRequest['lines'][number]>({ name: text, quantity: integer, unitAmountMinor: integer }),
)

/** Writes a checkout; of the same attempt the first stays. */
export async function insertTestCheckout(
  tx: TenantTx,
  { lines, ...checkout }: CheckoutRequest & { readonly sessionId: string; readonly now: Date },
): Promise<void> {
  await insertRows(tx, 'testCheckout', {
    id: newId(),
    sessionId: checkout.sessionId,
    paymentId: checkout.paymentId,
    attempt: checkout.attempt,
    amountMinor: lines.reduce((sum, line) => sum + line.quantity * line.unitAmountMinor, 0),
    currency: checkout.currency,
    lines: JSON.stringify(lines),
    successUrl: checkout.successUrl,
    cancelUrl: checkout.cancelUrl,
    endsAt: checkout.endsAt,
    createdAt: checkout.now,
  })
    .onConflict((conflict) => conflict.columns(['tenantId', 'paymentId', 'attempt']).doNothing())
    .execute()
}

type Named =
  | { readonly sessionId: string }
  | { readonly id: string }
  | { readonly paymentId: string; readonly attempt: number }

export async function findTestCheckout(tx: TenantTx, named: Named) {
  const row = await selectRows(tx, 'testCheckout')
    .selectAll()
    .where((where) => where.and(named))
    .executeTakeFirst()
  return row === undefined ? null : { ...row, lines: readLines(row.lines) }
}

/** Moves a checkout that is open. Of two who do so at once, one moves it. */
export async function moveTestCheckout(
  tx: TenantTx,
  sessionId: string,
  state: 'paid' | 'ended',
  now: Date,
): Promise<boolean> {
  const open = updateRows(tx, 'testCheckout')
    .set({ state })
    .where('sessionId', '=', sessionId)
    .where('state', '=', 'open')
  return (state === 'paid' ? open.where('endsAt', '>', now) : open).$call(isDone)
}

/** Locks a paid checkout until the transaction ends: refunds of it are counted one after another. */
export async function lockTestCheckout(tx: TenantTx, id: string) {
  const row = await selectRows(tx, 'testCheckout')
    .select(['id', 'amountMinor'])
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Lists the refunds of a checkout, the oldest first. */
export async function listTestRefunds(tx: TenantTx, checkoutId: string) {
  return selectRows(tx, 'testRefund')
    .select(['id', 'refundId', 'attempt', 'amountMinor'])
    .where('checkoutId', '=', checkoutId)
    .orderBy('id')
    .execute()
}

export async function insertTestRefund(tx: TenantTx, request: RefundRequest, now: Date): Promise<string> {
  const id = newId()
  await insertRows(tx, 'testRefund', {
    id,
    checkoutId: request.providerPaymentId,
    refundId: request.refundId,
    attempt: request.attempt,
    amountMinor: request.amountMinor,
    createdAt: now,
  }).execute()
  return id
}

/** Days after which the addresses of a checkout are emptied, and of how many at once. */
export const keptAddressDays = 90
export const addressesAtOnce = 1_000

/** Empties the addresses of checkouts that are older: they lead to bookings, and what was paid may still be refunded. @returns of how many */
export async function emptyTestCheckouts(tx: TenantTx, before: Date, most: number): Promise<number> {
  const old = selectRows(tx, 'testCheckout')
    .select('id')
    .where('createdAt', '<=', before)
    .where('successUrl', '<>', '')
    .limit(most)
  // As an array they are found once, whatever the statistics say.
  const among = sql<boolean>`id = any (array(${old}))`
  return updateRows(tx, 'testCheckout').set({ successUrl: '', cancelUrl: '' }).where(among).$call(countDone)
}
