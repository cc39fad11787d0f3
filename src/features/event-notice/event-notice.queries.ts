import type { Selectable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, insertRows, isDone, selectRows, updateRow, updateRows } from '../../db/rows.ts'
import type { EventNotice as EventNoticeRow } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Reservation } from '../reservation/reservation.queries.ts'

export const scheduleChangeKinds = ['cancelled', 'postponed'] as const
export type ScheduleChangeKind = (typeof scheduleChangeKinds)[number]

/** The kinds of notices; a `message` changes nothing but what people know. */
export const noticeKinds = [...scheduleChangeKinds, 'message'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What everybody who booked an event is told, and how far that has come. */
export type EventNotice = Selectable<EventNoticeRow>

/** A notice of what becomes of an event. */
export type ScheduleChange = EventNotice & { readonly kind: ScheduleChangeKind }

export function isScheduleChange(notice: EventNotice): notice is ScheduleChange {
  return notice.kind !== 'message'
}

/** What a message says: both are there, a constraint holds it. */
export function wordsOfMessage({ subject, reason }: Pick<EventNotice, 'subject' | 'reason'>): {
  readonly subject: string
  readonly text: string
} {
  if (subject === null || reason === null) throw new Error('a message without words')
  return { subject, text: reason }
}

function selectNotices(tx: TenantTx) {
  return selectRows(tx, 'eventNotice').selectAll()
}

export async function findNotice(tx: TenantTx, id: string): Promise<EventNotice | null> {
  return (await selectNotices(tx).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locks a notice against another job of it until the transaction ends. */
export async function lockNotice(tx: TenantTx, id: string): Promise<EventNotice | null> {
  return (await selectNotices(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** Lists the notices of an event, in the order they were given. */
export async function listNotices(tx: TenantTx, eventId: string): Promise<readonly EventNotice[]> {
  const notices = selectNotices(tx).where('eventId', '=', eventId).orderBy('id')
  return notices.execute()
}

/** Lists the notices that have not reached everybody yet. */
export async function listUnended(tx: TenantTx): Promise<readonly Pick<EventNotice, 'id'>[]> {
  return selectRows(tx, 'eventNotice').select('id').where('endedAt', 'is', null).execute()
}

type NewNotice<Kind extends NoticeKind> = Pick<EventNotice, 'eventId' | 'reason'> &
  Partial<Pick<EventNotice, 'id' | 'subject' | 'includesLetIn'>> & { readonly kind: Kind }

export async function insertNotice<Kind extends NoticeKind>(
  tx: TenantTx,
  { id = newId(), subject = null, includesLetIn = false, ...notice }: NewNotice<Kind>,
  now: Date,
): Promise<EventNotice & { readonly kind: Kind }> {
  const total = await selectConcerned(tx, { ...notice, createdAt: now }).$call(countRows)
  const row = await insertRows(tx, 'eventNotice', {
    id,
    subject,
    includesLetIn,
    ...notice,
    total,
    done: 0,
    createdAt: now,
  })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, kind: notice.kind }
}

/** Bookings that stood when the notice was given; of a cancellation all, since none may come after. */
function selectConcerned(
  tx: TenantTx,
  { eventId, kind, createdAt }: Pick<EventNotice, 'eventId' | 'kind' | 'createdAt'>,
) {
  const query = selectRows(tx, 'reservation').where('eventId', '=', eventId).where('status', '<>', 'cancelled')
  return kind === 'cancelled' ? query : query.where('createdAt', '<=', createdAt)
}

/** The next reservations to be told, by id. */
export async function listUntold(
  tx: TenantTx,
  notice: EventNotice,
  most: number,
): Promise<readonly Pick<Reservation, 'id'>[]> {
  let query = selectConcerned(tx, notice).select('id').orderBy('id').limit(most)
  if (notice.toldUntil !== null) query = query.where('id', '>', notice.toldUntil)
  return query.execute()
}

/** Notes that a booking was told, or needed nothing. False: another job has noted it before. */
export async function noteTold(tx: TenantTx, noticeId: string, reservationId: string): Promise<boolean> {
  return noteUntil(tx, noticeId, 'toldUntil', reservationId)
}

/** As `noteTold`, for somebody on the waiting list. */
export async function noteWaitingTold(tx: TenantTx, noticeId: string, entryId: string): Promise<boolean> {
  return noteUntil(tx, noticeId, 'waitingToldUntil', entryId)
}

function noteUntil(tx: TenantTx, noticeId: string, column: 'toldUntil' | 'waitingToldUntil', id: string) {
  return updateRows(tx, 'eventNotice')
    .set({ [column]: id })
    .$if(column === 'toldUntil', (query) => query.set((set) => ({ done: set('done', '+', 1) })))
    .where('id', '=', noticeId)
    .where((where) => where.or([where(column, 'is', null), where(column, '<', id)]))
    .$call(isDone)
}

/** Counts the people of a booking who want no more messages; `isNobodyTold`: it has nobody else to tell. */
export async function noteLeftOut(
  tx: TenantTx,
  noticeId: string,
  { people, isNobodyTold }: { readonly people: number; readonly isNobodyTold: boolean },
): Promise<void> {
  await updateRows(tx, 'eventNotice')
    .set((set) => ({
      leftOut: set('leftOut', '+', people),
      leftOutBookings: set('leftOutBookings', '+', isNobodyTold ? 1 : 0),
    }))
    .where('id', '=', noticeId)
    .execute()
}

export async function markEnded(tx: TenantTx, noticeId: string, now: Date): Promise<void> {
  await updateRow(tx, 'eventNotice', noticeId, { endedAt: now }).where('endedAt', 'is', null).execute()
}
