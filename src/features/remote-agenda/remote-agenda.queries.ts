import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { serverSide, type TenantTx } from '../../db/database.ts'
import { isPartOf } from '../../db/folded.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page } from '../../db/in-order.ts'
import {
  changedSince,
  deleteRows,
  insertRows,
  isWithin,
  selectRows,
  type Span,
  updateRow,
  updateRows,
} from '../../db/rows.ts'
import type { RemoteAgenda as AgendaRow, RemoteEvent as EventRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { isUuid } from '../../lib/text.ts'
import { listEverShown } from '../tenant/calendar.queries.ts'
import { type AgendaChanges, goneKeptMs, mostRemoteEvents, type RemoteEventState } from './remote-agenda.ts'

export type RemoteAgenda = Omit<Selectable<AgendaRow>, 'tenantId'>
export type RemoteEvent = Omit<Selectable<EventRow>, 'tenantId'> & { readonly agenda: string; readonly website: string }

type AgendaFilter = { readonly updatedSince?: Date }

/** Lists the agendas in the order they were made. */
export async function listRemoteAgendas(tx: TenantTx, filter: AgendaFilter & Page): Promise<readonly RemoteAgenda[]> {
  return inOrder(selectAgendas(tx, filter), inOrderOfMaking('remoteAgenda.id'), filter).execute()
}

/** Lists the agendas by name, page by page. */
export async function searchRemoteAgendas(
  tx: TenantTx,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly RemoteAgenda[]> {
  return selectAgendas(tx, {}).orderBy('name').orderBy('id').limit(limit).offset(offset).execute()
}

export function countRemoteAgendas(tx: TenantTx, filter: AgendaFilter = {}): Promise<number> {
  return countFound(tx, selectAgendas(tx, filter))
}

function selectAgendas(tx: TenantTx, { updatedSince }: AgendaFilter) {
  return selectRows(tx, 'remoteAgenda').selectAll().where(changedSince(updatedSince, 'remoteAgenda.updatedAt'))
}

/** @throws AppError not_found */
export async function getRemoteAgenda(tx: TenantTx, id: string): Promise<RemoteAgenda> {
  return orNotFound(await findRemoteAgenda(tx, id))
}

export async function findRemoteAgenda(tx: TenantTx, id: string): Promise<RemoteAgenda | null> {
  return (await selectAgendas(tx, {}).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locks an agenda until the transaction ends: its events are read, decided about and shown one after the other. */
export async function findRemoteAgendaLocked(tx: TenantTx, id: string): Promise<RemoteAgenda | null> {
  return (await selectAgendas(tx, {}).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** The ids of agendas that are to be asked for. */
export async function listDueAgendas(tx: TenantTx, now: Date): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'remoteAgenda').select('id').where('nextAt', '<=', now).orderBy('nextAt').execute()
  return rows.map(({ id }) => id)
}

export async function insertRemoteAgenda(tx: TenantTx, agenda: Omit<Insertable<AgendaRow>, 'tenantId'>): Promise<void> {
  await insertRows(tx, 'remoteAgenda', agenda).execute()
}

export async function putRemoteAgenda(tx: TenantTx, id: string, values: Updateable<AgendaRow>): Promise<void> {
  await updateRow(tx, 'remoteAgenda', id, values).execute()
}

export async function deleteRemoteAgenda(tx: TenantTx, id: string): Promise<void> {
  await deleteRows(tx, 'remoteEvent').where('agendaId', '=', id).execute()
  await deleteRows(tx, 'remoteAgenda').where('id', '=', id).execute()
}

export type RemoteEventSort = 'datetime' | 'created'
export type RemoteEventFilter = Span & {
  readonly updatedSince?: Date
  readonly agendaId?: string | undefined
  readonly states?: readonly RemoteEventState[] | undefined
}

const byEventId = inOrderOfMaking('remoteEvent.id')
const orders: Readonly<Record<RemoteEventSort, Order>> = {
  datetime: [{ column: 'remoteEvent.startsAt', type: 'timestamptz' }, ...byEventId],
  created: byEventId,
}

/** Lists events of agendas, without `sort` in the order they start. */
export async function listRemoteEvents(
  tx: TenantTx,
  page: RemoteEventFilter & Page<RemoteEventSort>,
): Promise<readonly RemoteEvent[]> {
  const { sort = 'datetime' } = page
  return inOrder(selectEvents(tx, page), orders[sort], page).execute()
}

/** Lists events as people go through them, page by page: those that their agenda still names, and that are not over at `now`. */
export async function searchRemoteEvents(
  tx: TenantTx,
  { text, now, limit, offset, ...filter }: RemoteEventFilter & RemoteEventSearch,
): Promise<readonly RemoteEvent[]> {
  const named = isPartOf(text, sql`concat_ws(' ', remote_event.name, remote_event.place)`)
  const coming = selectEvents(tx, filter).where('remoteEvent.goneAt', 'is', null).where(endsAfter(now)).where(named)
  return inOrder(coming, orders.datetime, { limit, offset }).execute()
}

type RemoteEventSearch = {
  /** Part of the name or of the place; '': any. */
  readonly text: string
  readonly now: Date
  readonly limit: number
  readonly offset: number
}

const endsAfter = (now: Date) =>
  sql<boolean>`coalesce(remote_event.ends_at, remote_event.starts_at) > ${now}::timestamptz`

/** Counts what waits to be decided about, by agenda. */
export async function countWaiting(tx: TenantTx, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(tx, 'remoteEvent')
    .select(['agendaId', sql<number>`count(*)::int`.as('waiting')])
    .where('state', '=', 'waiting')
    .where('goneAt', 'is', null)
    .where(endsAfter(now))
    .groupBy('agendaId')
    .execute()
  return new Map(rows.map(({ agendaId, waiting }) => [agendaId, waiting]))
}

export function countRemoteEvents(tx: TenantTx, filter: RemoteEventFilter): Promise<number> {
  return countFound(tx, selectEvents(tx, filter))
}

function selectEvents(tx: TenantTx, filter: RemoteEventFilter) {
  const { agendaId, states, updatedSince } = filter
  let query = selectRows(tx, 'remoteEvent')
    .innerJoin('remoteAgenda', (join) =>
      join
        .onRef('remoteAgenda.tenantId', '=', 'remoteEvent.tenantId')
        .onRef('remoteAgenda.id', '=', 'remoteEvent.agendaId'),
    )
    .selectAll('remoteEvent')
    .select(['remoteAgenda.name as agenda', 'remoteAgenda.website'])
    .where(changedSince(updatedSince, 'remoteEvent.updatedAt'))
    .where(isWithin(filter, 'remoteEvent.startsAt'))
  if (agendaId !== undefined) query = query.where('remoteEvent.agendaId', '=', agendaId)
  if (states !== undefined) query = query.where('remoteEvent.state', 'in', states)
  return query
}

/** @throws AppError not_found */
export async function getRemoteEvent(tx: TenantTx, id: string): Promise<RemoteEvent> {
  return orNotFound(await selectEvents(tx, {}).where('remoteEvent.id', '=', id).executeTakeFirst())
}

/** Lists all that is kept of an agenda. */
export async function listEventsOfAgenda(tx: TenantTx, agendaId: string): Promise<readonly RemoteEvent[]> {
  return selectEvents(tx, { agendaId }).orderBy('remoteEvent.startsAt').execute()
}

/** Lists what the calendar shows of an agenda. */
export async function listShownOfAgenda(tx: TenantTx, agendaId: string): Promise<readonly RemoteEvent[]> {
  const accepted = selectEvents(tx, { agendaId, states: ['accepted'] }).where('remoteEvent.goneAt', 'is', null)
  return accepted.orderBy('remoteEvent.startsAt').execute()
}

/**
 * Finds which of these ids (`calendarUid`) the calendar has from elsewhere, or had until lately: from another agenda, unless they were refused
 * there, or from an organisation of this server. Two that read each other would bring back to one another what its source has withdrawn.
 */
export async function findKnownElsewhere(
  tx: TenantTx,
  agendaId: string,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set()
  const uid = sql<string>`(uid || case when recurrence = '' then '' else '/' || recurrence end)`
  const remote = await selectRows(tx, 'remoteEvent')
    .select(uid.as('uid'))
    .where('agendaId', '<>', agendaId)
    .where('state', '<>', 'refused')
    .where(uid, 'in', uids)
    .execute()
  const ids = uids.filter(isUuid)
  const own = ids.length === 0 ? [] : await listEverShown(serverSide(tx), ids)
  return new Set([...remote.map((one) => one.uid), ...own])
}

const rowsAtOnce = 500

/** Writes what a reading changed, and forgets what is over, and of what is gone all but the latest of what was decided. */
export async function putReading(
  tx: TenantTx,
  agendaId: string,
  { added, changed, gone }: AgendaChanges,
  { now, over, idOfNew }: { readonly now: Date; readonly over: Date; readonly idOfNew: () => string },
): Promise<void> {
  await deleteRows(tx, 'remoteEvent')
    .where('agendaId', '=', agendaId)
    .where((where) => where(where.fn.coalesce('endsAt', 'startsAt'), '<', over))
    .execute()
  const rows = added.map((event) => ({
    ...event,
    tenantId: tx.tenantId,
    id: idOfNew(),
    agendaId,
    categories: [...event.categories],
    createdAt: now,
  }))
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await tx
      .insertInto('remoteEvent')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute()
  for (const { id, categories, ...values } of changed)
    await updateRow(tx, 'remoteEvent', id, { ...values, categories: [...categories] }).execute()
  if (gone.length > 0) await updateRows(tx, 'remoteEvent').set({ goneAt: now }).where('id', 'in', gone).execute()
  await forgetGone(tx, agendaId, now)
}

async function forgetGone(tx: TenantTx, agendaId: string, now: Date): Promise<void> {
  const latest = selectRows(tx, 'remoteEvent')
    .select('id')
    .where('agendaId', '=', agendaId)
    .where('goneAt', 'is not', null)
    .where('state', '<>', 'waiting')
    .orderBy('goneAt', 'desc')
    .orderBy('startsAt')
    .orderBy('id')
    .limit(mostRemoteEvents)
  await deleteRows(tx, 'remoteEvent')
    .where('agendaId', '=', agendaId)
    .where('goneAt', 'is not', null)
    .where((where) =>
      where.or([where('goneAt', '<', new Date(now.getTime() - goneKeptMs)), where('id', 'not in', latest)]),
    )
    .execute()
}

/** The ids of the agendas that bring these events. */
export async function listAgendasOf(tx: TenantTx, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await selectRows(tx, 'remoteEvent')
    .select('agendaId')
    .distinct()
    .where('id', 'in', ids)
    .orderBy('agendaId')
    .execute()
  return rows.map(({ agendaId }) => agendaId)
}

/** Decides about events, those that are not decided so already. @returns them, with their agendas */
export async function putStates(tx: TenantTx, ids: readonly string[], state: RemoteEventState) {
  if (ids.length === 0) return []
  return updateRows(tx, 'remoteEvent')
    .set({ state })
    .where('id', 'in', ids)
    .where('state', '<>', state)
    .returning(['id', 'name', 'agendaId'])
    .execute()
}

/** Notes that the events of an agenda say otherwise where they are from: the agenda itself changes with every reading. */
export async function noteOtherSource(tx: TenantTx, agendaId: string): Promise<void> {
  await updateRows(tx, 'remoteEvent').set({ agendaId }).where('agendaId', '=', agendaId).execute()
}

/** Accepts whatever waits of an agenda. */
export async function acceptWaiting(tx: TenantTx, agendaId: string): Promise<void> {
  await updateRows(tx, 'remoteEvent')
    .set({ state: 'accepted' })
    .where('agendaId', '=', agendaId)
    .where('state', '=', 'waiting')
    .execute()
}
