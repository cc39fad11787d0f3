import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows, updateRow, updateRows } from '../../db/rows.ts'
import type { MailKind, WithdrawalReason } from './mail.ts'
import { selectPaidOnline } from './paid-online.queries.ts'

/** The `failure` of a mail that waits for its turn. */
export const heldBack = 'held_back'
export const heldBackUnasked = 'held_back_message'

/** Locks the pace until the end of the transaction: only one at a time counts and then hands over. */
export async function lockPace(tx: TenantTx, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${tx.tenantId} ${what}`}, 0))`.execute(tx)
}

/** Mails to one address, or all that nobody has shown to have asked for. */
export type PacedMails = { readonly recipient: string } | { readonly unasked: true }

/** Lists when mails were handed over since then, the latest first, at most `most`. `besides`: the mail that asks. */
export async function listHandedOver(
  tx: TenantTx,
  mails: PacedMails,
  { since, most, besides }: { readonly since: Date; readonly most: number; readonly besides?: string },
): Promise<readonly Date[]> {
  let query = selectRows(tx, 'mail')
    .select('handedAt')
    .where((where) => where.and(mails))
    .where('handedAt', '>', since)
    .orderBy('handedAt', 'desc')
    .limit(most)
  if (besides !== undefined) query = query.where('id', '<>', besides)
  const rows = await query.$narrowType<{ handedAt: Date }>().execute()
  return rows.map(({ handedAt }) => handedAt)
}

/** Counts mails that wait for their turn; `before`: only those that have waited longer than that mail. */
export async function countHeld(tx: TenantTx, mails: PacedMails, before?: string): Promise<number> {
  let query = selectRows(tx, 'mail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'queued')
    .where('failure', 'in', [heldBack, heldBackUnasked])
    .where((where) => where.and(mails))
  if (before !== undefined) query = query.where('id', '<', before)
  const { count } = await query.executeTakeFirstOrThrow()
  return count
}

type Paced = { readonly id: string; readonly isUnasked: boolean }

export async function noteHandedOver(tx: TenantTx, { id, isUnasked }: Paced, now: Date): Promise<void> {
  await updateRow(tx, 'mail', id, { handedAt: now, unasked: isUnasked }).execute()
}

export async function noteHeldBack(tx: TenantTx, { id, isUnasked }: Paced, why: string): Promise<void> {
  await updateRow(tx, 'mail', id, { failure: why, unasked: isUnasked }).where('status', '=', 'queued').execute()
}

/** Withdraws all but the latest of the same mail about the same booking: those that wait since before it say nothing else. */
export async function withdrawEarlier(
  tx: TenantTx,
  mail: {
    readonly id: string
    readonly kind: MailKind
    readonly recipient: string
    readonly reservationId: string | null
  },
  now: Date,
): Promise<void> {
  await updateRows(tx, 'mail')
    .set({ status: 'withdrawn', failure: 'said_again' satisfies WithdrawalReason, settledAt: now })
    .where('status', '=', 'queued')
    .where('failure', '=', heldBack)
    .where('reservationId', '=', mail.reservationId)
    .where('kind', '=', mail.kind)
    .where('recipient', '=', mail.recipient)
    .where('id', '<', mail.id)
    .execute()
}

/** Lists for whom mails of a booking wait, and of which kinds. */
export async function listAwaited(tx: TenantTx, reservationId: string) {
  const rows = await selectRows(tx, 'mail')
    .select(['recipient', 'kind'])
    .distinct()
    .where('reservationId', '=', reservationId)
    .where('status', '=', 'queued')
    .limit(10)
    .execute()
  return rows.map(({ recipient, kind }) => ({ recipient, kind: kind as MailKind }))
}

/** Finds when the organisation was created, how many payments reached it online (`most` at most), and whether it has a limit at all. */
export async function findStanding(tx: TenantTx, most: number) {
  const paid = await selectPaidOnline(tx).where('status', '=', 'settled').limit(most).execute()
  const standing = await tx
    .selectFrom('tenant')
    .select(['createdAt', 'mailsLimited'])
    .where('id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  return { ...standing, paid: paid.length }
}
