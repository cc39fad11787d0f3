import { type Insertable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { runStatement } from '../../db/run-statement.ts'
import { insertMissing, insertRows, selectRows } from '../../db/rows.ts'
import type { Membership } from '../../db/tables.ts'
import { nameWords } from '../../lib/name-words.ts'
import { numberMembersStatement } from './number-member.ts'

export type ImportedMembership = Pick<
  Insertable<Membership>,
  'id' | 'email' | 'productId' | 'priceId' | 'amountMinor' | 'validFrom' | 'validUntil' | 'cancelledAt' | 'createdAt'
> & { readonly firstName: string; readonly lastName: string }

/** Those of the ends of ids that some membership's id has. */
export async function listKnownMemberships(tx: TenantTx, tails: readonly string[]): Promise<ReadonlySet<string>> {
  const tail = sql<string>`right(id::text, ${tails[0]?.length ?? 0}::int)`
  const rows = await selectRows(tx, 'membership')
    .select(tail.as('tail'))
    .where(sql<boolean>`${tail} = any(${tails}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.tail))
}

/** The numbers of these people, and whose these numbers are; by address. */
export async function listMemberNumbers(
  tx: TenantTx,
  emails: readonly string[],
  numbers: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(tx, 'member')
    .select(['email', 'number'])
    .where(({ or, eb, val }) =>
      or([eb('email', '=', eb.fn.any(val([...emails]))), eb('number', '=', eb.fn.any(val([...numbers])))]),
    )
    .execute()
  return new Map(rows.map(({ email, number }) => [email, number]))
}

/** Gives people the numbers that they had elsewhere, which nobody has here; the next new member gets a higher one. */
export async function keepMemberNumbers(
  tx: TenantTx,
  members: readonly { readonly email: string; readonly number: number; readonly createdAt: Date }[],
): Promise<void> {
  if (members.length === 0) return
  await insertRows(tx, 'member', members).execute()
  await raiseMemberCounter(tx, Math.max(...members.map(({ number }) => number)))
}

/** Has the next new member get a higher number than that. */
export async function raiseMemberCounter(tx: TenantTx, lastNumber: number): Promise<void> {
  await insertRows(tx, 'memberCounter', { lastNumber })
    .onConflict((conflict) =>
      conflict
        .column('tenantId')
        .doUpdateSet((row) => ({
          lastNumber: row.fn<number>('greatest', ['memberCounter.lastNumber', row.val(lastNumber)]),
        })),
    )
    .execute()
}

/**
 * Writes memberships that were granted elsewhere: nobody is told of them, and no money came in for them. Members without a number get the next
 * ones, last of all (`numberMembersStatement`).
 */
export async function insertImportedMemberships(
  tx: TenantTx,
  rows: readonly ImportedMembership[],
  now: Date,
): Promise<void> {
  const { tenantId } = tx
  if (rows.length === 0) return
  const alone = { reservationId: null, promotionalCodeId: null, discountMinor: 0, reminders: 0 }
  await insertRows(
    tx,
    'membership',
    rows.map((row) => ({ ...alone, ...row })),
  ).execute()
  const words = rows.flatMap(({ email, ...name }) => nameWords(name).map((word) => ({ tenantId, email, word })))
  if (words.length > 0) await insertMissing(tx, 'memberNameWord', words).execute()
  await runStatement(
    tx,
    numberMembersStatement(
      tenantId,
      rows.map(({ email }) => email),
      now,
    ),
  )
}
