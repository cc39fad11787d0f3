import type { TenantTx } from '../../db/database.ts'
import { countDone, countRows, isDone, selectRows, updateRows } from '../../db/rows.ts'
import type { Letter } from './letter.ts'
import { type MailKind, type MailStatus, retriableStatuses, type WithdrawalReason } from './mail.ts'
import type { MailToSend } from './mail-to-send.queries.ts'

/**
 * Notes what became of an attempt at the address it was made to. False when the mail is no longer queued for it: somebody else
 * sent and noted it meanwhile, it has another address by now, or it was erased.
 */
export async function noteAttempt(
  tx: TenantTx,
  { id, recipient }: Pick<MailToSend, 'id' | 'recipient'>,
  attempt: {
    readonly status: MailStatus
    readonly failure: string | null
    readonly now: Date
    /** What it says from now on; absent: what it said. */
    readonly letter?: Letter
  },
): Promise<boolean> {
  return updateRows(tx, 'mail')
    .set((set) => ({
      status: attempt.status,
      failure: attempt.failure,
      attempts: set('attempts', '+', 1),
      settledAt: attempt.status === 'queued' ? null : attempt.now,
      ...(attempt.letter === undefined
        ? {}
        : { subject: attempt.letter.subject, letter: JSON.stringify(attempt.letter) }),
    }))
    .where('id', '=', id)
    .where('recipient', '=', recipient)
    .where('status', '=', 'queued')
    .$call(isDone)
}

/** Withdraws the mails of a cancelled reservation that still wait. */
export async function withdrawMails(
  tx: TenantTx,
  reservationId: string,
  kinds: readonly MailKind[],
  now: Date,
): Promise<void> {
  await updateRows(tx, 'mail')
    .set({ status: 'withdrawn', failure: 'booking_cancelled' satisfies WithdrawalReason, settledAt: now })
    .where('reservationId', '=', reservationId)
    .where('kind', 'in', kinds)
    .where('status', '=', 'queued')
    .execute()
}

export type ListedMail = Awaited<ReturnType<typeof listMails>>[number]

export type MailFilter = {
  readonly status?: MailStatus
  /** Ids before this one; ids order by time of making. */
  readonly before?: string
  readonly offset?: number
  readonly limit: number
}

/** The latest first; without `hasLetter` it went out so long ago that what it said is deleted. */
export async function listMails(tx: TenantTx, filter: MailFilter) {
  let query = selectRows(tx, 'mail')
    .select(['id', 'kind', 'recipient', 'subject', 'status', 'attempts', 'failure', 'createdAt', 'settledAt'])
    .select((of) => of('letter', 'is not', null).$castTo<boolean>().as('hasLetter'))
    .orderBy('id', 'desc')
    .limit(filter.limit)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.offset !== undefined) query = query.offset(filter.offset)
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  const rows = await query.execute()
  return rows.map((row) => ({ ...row, kind: row.kind as MailKind }))
}

/** Counts the mails written since then that were given up. */
export function countLatelyFailed(tx: TenantTx, since: Date): Promise<number> {
  return selectRows(tx, 'mail').where('status', '=', 'failed').where('createdAt', '>', since).$call(countRows)
}

/** Counts the mails of each status. */
export async function countMails(tx: TenantTx) {
  return selectRows(tx, 'mail')
    .select((of) => ['status', of.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
}

/** Mails of a reservation to that address which did not get there bear the other one from now on, and wait to be sent; those are answered. */
export async function readdressMails(
  tx: TenantTx,
  reservationId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly RequeuedMail[]> {
  const rows = await updateRows(tx, 'mail')
    .set({ recipient: to, status: 'queued', failure: null, settledAt: null })
    .where('reservationId', '=', reservationId)
    .where('recipient', '=', from)
    .where('status', 'in', [...retriableStatuses, 'queued'])
    .returning(['id', 'kind', 'reservationId'])
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as MailKind }))
}

export type RequeuedMail = { readonly id: string; readonly kind: MailKind; readonly reservationId: string | null }

/**
 * Puts mails that did not get through back in line, and returns them; of two simultaneous callers only one gets each.
 *
 * @param ids null for all that were given up (`failed`)
 */
export async function requeueMails(tx: TenantTx, ids: readonly string[] | null): Promise<readonly RequeuedMail[]> {
  const update = updateRows(tx, 'mail').set({ status: 'queued', failure: null, settledAt: null })
  const chosen =
    ids === null
      ? update.where('status', '=', 'failed')
      : update.where('id', 'in', ids).where('status', 'in', retriableStatuses)
  const rows = await chosen.returning(['id', 'kind', 'reservationId']).execute()
  return rows.map((row) => ({ ...row, kind: row.kind as MailKind }))
}

/** Lists the mails that lie in the outbox, since there is no mail server, or lay there. */
export async function listOutboxIds(tx: TenantTx): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'mail').select('id').where('status', '=', 'in_outbox').execute()
  return rows.map(({ id }) => id)
}

/** Lists those of these mails that went out so long ago that what they said is deleted. */
export async function listForgotten(tx: TenantTx, ids: readonly string[]) {
  return selectRows(tx, 'mail').select('reservationId').where('id', 'in', ids).where('letter', 'is', null).execute()
}

/**
 * Deletes what mails said that went out, or were no longer needed, by `before`; that they were sent, to whom and about what stays. What
 * did not get through keeps its letter, since it may be sent again.
 *
 * @returns of how many, `most` at most
 */
export function emptyLetters(tx: TenantTx, before: Date, most: number): Promise<number> {
  return emptyLettersOf(tx, ['sent', 'withdrawn'], before, most)
}

/** As `emptyLetters`, for mails that a sandbox kept: the outbox no longer shows them. */
export function emptyKeptLetters(tx: TenantTx, before: Date, most: number): Promise<number> {
  return emptyLettersOf(tx, ['kept'], before, most)
}

async function emptyLettersOf(
  tx: TenantTx,
  statuses: readonly MailStatus[],
  before: Date,
  most: number,
): Promise<number> {
  return updateRows(tx, 'mail')
    .set({ letter: null })
    .where('id', 'in', (of) =>
      of
        .selectFrom('mail as old')
        .select('old.id')
        .where('old.tenantId', '=', tx.tenantId)
        .where('old.letter', 'is not', null)
        .where('old.status', 'in', statuses)
        .where('old.settledAt', '<=', before)
        .orderBy('old.settledAt')
        .limit(most),
    )
    .$call(countDone)
}
