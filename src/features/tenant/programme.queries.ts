import { type Generated, sql, type Transaction } from 'kysely'
import { serverSide, type TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page, type Sorted } from '../../db/in-order.ts'
import { atChange, changedSince, countRows, isDone, selectRows } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { inKeyOrder, type KeyOf } from '../../lib/in-key-order.ts'
import { foldText } from '../../lib/text.ts'
import type { ProgrammeEntry } from './programme.ts'
import type { ProgrammeNoun, ProgrammeValues } from './programme-fields.ts'
import { lockTenant } from './tenant.queries.ts'

/** The columns that all the tables have; those that differ are in ProgrammeValues. */
type CommonColumns = {
  tenantId: string
  id: string
  name: string
  createdAt: Date
  updatedAt: Generated<Date>
  archived: boolean
}

function common(tx: TenantTx): Transaction<Record<ProgrammeNoun, CommonColumns>> {
  return tx as unknown as Transaction<Record<ProgrammeNoun, CommonColumns>>
}

function selectEntries(tx: TenantTx, noun: ProgrammeNoun) {
  return common(tx).selectFrom(noun).selectAll().where('tenantId', '=', tx.tenantId)
}

/** Adds the types that `common` leaves out: a row has all the columns of its noun. */
async function entriesOf<Noun extends ProgrammeNoun>(
  query: ReturnType<typeof selectEntries>,
): Promise<readonly ProgrammeEntry<Noun>[]> {
  return (await query.execute()) as unknown as readonly ProgrammeEntry<Noun>[]
}

export type EntrySort = 'created' | 'name'
type EntryFilter = { readonly updatedSince?: Date }

const orders: Readonly<Record<EntrySort, Order>> = {
  created: inOrderOfMaking('id'),
  name: [{ column: 'name', type: 'text' }, ...inOrderOfMaking('id')],
}

/** Lists entries, without `sort` in the order they were made. */
export async function listEntries<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  page: EntryFilter & Page<EntrySort>,
): Promise<readonly ProgrammeEntry<Noun>[]> {
  const { sort = 'created' } = page
  return entriesOf(inOrder(selectChosen(tx, noun, page), orders[sort], page))
}

export function countEntries(tx: TenantTx, noun: ProgrammeNoun, filter: EntryFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, noun, filter))
}

function selectChosen(tx: TenantTx, noun: ProgrammeNoun, { updatedSince }: EntryFilter) {
  return selectEntries(tx, noun).where(changedSince(updatedSince, `${noun}.updatedAt`))
}

export async function findEntry<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  id: string,
): Promise<ProgrammeEntry<Noun> | null> {
  const [entry] = await entriesOf<Noun>(selectEntries(tx, noun).where('id', '=', id))
  return entry ?? null
}

export async function getEntry<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  id: string,
): Promise<ProgrammeEntry<Noun>> {
  return orNotFound(await findEntry(tx, noun, id))
}

/** Locks an entry until the transaction ends. @throws AppError not_found */
export async function getEntryLocked<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  id: string,
): Promise<ProgrammeEntry<Noun>> {
  const [entry] = await entriesOf<Noun>(selectEntries(tx, noun).where('id', '=', id).forNoKeyUpdate())
  return orNotFound(entry)
}

/** Locks where a location is, until the end of the transaction; null when there is no such location. */
export async function lockLocation(
  tx: TenantTx,
  id: string,
): Promise<Omit<ProgrammeValues['location'], 'name'> | null> {
  const row = await selectRows(tx, 'location')
    .select(['address', 'postalCode', 'city', 'latitude', 'longitude'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export const entryLists = ['kept', 'archived'] as const
export type EntryList = (typeof entryLists)[number]

const byName: KeyOf<{ readonly name: string }> = ({ name }) => foldText(name)

type Uses = ReadonlyMap<string, number>

/** What entries are listed by: their name, or how many upcoming events name them. */
export const entryKeys = {
  name: () => byName,
  events:
    (events: Uses): KeyOf<{ readonly id: string }> =>
    ({ id }) =>
      events.get(id) ?? 0,
} as const
export type EntryOrder = keyof typeof entryKeys

type EntrySearch = Sorted<EntryOrder> & {
  readonly list: EntryList
  readonly text: string
  /** How many upcoming events name each, by its id. */
  readonly events: Uses
  readonly limit: number
  readonly offset: number
}

/** Searches a list for entries whose name contains all of `text`, whatever its accents and case. `count`: all pages together. */
export async function searchEntries<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  { list, text, events, sort, isDescending, limit, offset }: EntrySearch,
): Promise<{ readonly rows: readonly ProgrammeEntry<Noun>[]; readonly count: number }> {
  const isArchived = list === 'archived'
  const rows = await entriesOf<Noun>(selectEntries(tx, noun).where('archived', '=', isArchived).orderBy('id'))
  // Searched here: no index of the database knows that an É is an E.
  const folded = foldText(text)
  const found = inKeyOrder(
    rows.filter(({ name }) => foldText(name).includes(folded)),
    byName,
  )
  return {
    rows: inKeyOrder(found, entryKeys[sort](events), isDescending).slice(offset, offset + limit),
    count: found.length,
  }
}

/** Finds the first entry made of those that are not archived; null when there is none. */
export async function findFirstEntry<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
): Promise<ProgrammeEntry<Noun> | null> {
  const query = selectEntries(tx, noun).where('archived', '=', false).orderBy('id').limit(1)
  const [entry] = await entriesOf<Noun>(query)
  return entry ?? null
}

/** Finds the first stage of a location that is not archived; null when it has none. */
export async function findFirstStageAt(tx: TenantTx, locationId: string): Promise<ProgrammeEntry<'stage'> | null> {
  const row = await selectRows(tx, 'stage')
    .selectAll()
    .where('locationId', '=', locationId)
    .where('archived', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Counts the entries that are not archived under the lock of the tenant's row, so that two who change the number take turns. */
export async function countEntriesLocked(tx: TenantTx, noun: ProgrammeNoun): Promise<number> {
  await lockTenant(serverSide(tx), tx.tenantId)
  return common(tx).selectFrom(noun).where('tenantId', '=', tx.tenantId).where('archived', '=', false).$call(countRows)
}

export async function insertEntry<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  entry: ProgrammeEntry<Noun>,
): Promise<void> {
  await common(tx)
    .insertInto(noun as ProgrammeNoun)
    .values({ ...entry, tenantId: tx.tenantId })
    .execute()
}

/** As `insertEntry`, where another may make the same at the same moment; true: it was made here. */
export async function insertEntryOnce<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  entry: ProgrammeEntry<Noun>,
): Promise<boolean> {
  return common(tx)
    .insertInto(noun as ProgrammeNoun)
    .values({ ...entry, tenantId: tx.tenantId })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .$call(isDone)
}

export async function updateEntryValues<Noun extends ProgrammeNoun>(
  tx: TenantTx,
  noun: Noun,
  id: string,
  values: Partial<ProgrammeValues[Noun]>,
): Promise<void> {
  if (Object.keys(values).length === 0) return
  await common(tx)
    .updateTable(noun as ProgrammeNoun)
    .set({ ...values, updatedAt: atChange })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function markEntryArchived(
  tx: TenantTx,
  noun: ProgrammeNoun,
  id: string,
  archived: boolean,
): Promise<void> {
  await common(tx)
    .updateTable(noun)
    .set({ archived, updatedAt: atChange })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Deletes an entry. False when there is none. */
export async function deleteEntryRow(tx: TenantTx, noun: ProgrammeNoun, id: string): Promise<boolean> {
  return common(tx).deleteFrom(noun).where('tenantId', '=', tx.tenantId).where('id', '=', id).$call(isDone)
}

/** What names an entry of each noun: the columns that refer to it. */
const namedBy: Readonly<Record<ProgrammeNoun, readonly (readonly [table: string, column: string])[]>> = {
  location: [
    ['event', 'location_id'],
    ['stage', 'location_id'],
  ],
  stage: [['event', 'stage_id']],
  project: [['event', 'project_id']],
  artist: [
    ['event_artist', 'artist_id'],
    ['artist_deal', 'artist_id'],
  ],
  ticketOption: [
    ['event_option', 'option_id'],
    ['reservation_option', 'option_id'],
  ],
}

/** Whether an event, a booking or a stage names it: then it is not deleted. */
export async function isNamed(tx: TenantTx, noun: ProgrammeNoun, id: string): Promise<boolean> {
  const names = namedBy[noun].map(
    ([table, column]) => sql`exists (select from ${sql.table(table)}
      where tenant_id = ${tx.tenantId}::uuid and ${sql.ref(column)} = ${id}::uuid)`,
  )
  const { rows } = await sql<{ readonly named: boolean }>`select ${sql.join(names, sql` or `)} as named`.execute(tx)
  return rows[0]?.named ?? false
}
