import { sql } from 'kysely'
import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page } from '../../db/in-order.ts'
import { atChange, atMaking, countRows, isDone, isThere } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import type { AppearanceDecision, AppearanceState } from './appearance.ts'
import { isNotOver } from './calendar.queries.ts'
import type { Tenant } from './tenant.ts'

/**
 * Notes which organisations of this server a published event names as artists: each is asked whether its calendar shows it, or has agreed to all. Who is
 * named again after they were not is asked again, unless they refused.
 *
 * @param artistIds those of artists who are nobody here are passed over
 */
export async function noteAppearances(tx: TenantTx, eventId: string, artistIds: readonly string[]): Promise<void> {
  const common = serverSide(tx)
  // Shared with whoever changes what they agree to (`putConsent`), so that nothing of before is left waiting.
  const artists =
    artistIds.length === 0
      ? []
      : await common
          .selectFrom('tenant')
          .select(['id', 'showsAppearances'])
          .where('id', 'in', artistIds)
          .where('id', '!=', tx.tenantId)
          .orderBy('id')
          .forShare()
          .execute()
  const ids = artists.map(({ id }) => id)
  await common
    .updateTable('appearance')
    .set({ named: false, updatedAt: atChange })
    .where('organiserId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .where('named', '=', true)
    .$if(ids.length > 0, (query) => query.where('artistId', 'not in', ids))
    .execute()
  if (artists.length === 0) return
  await common
    .insertInto('appearance')
    .values(
      artists.map(({ id, showsAppearances }) => ({
        id: newId(),
        organiserId: tx.tenantId,
        eventId,
        artistId: id,
        state: showsAppearances ? 'agreed' : 'waiting',
        createdAt: atChange,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('appearance_once')
        .doUpdateSet({
          named: true,
          updatedAt: atMaking,
          state: sql`case when appearance.state = 'refused' then appearance.state else excluded.state end`,
        })
        .where('appearance.named', '=', false),
    )
    .execute()
}

/** Forgets whom an event named that is deleted. */
export async function deleteAppearances(tx: TenantTx, eventId: string): Promise<void> {
  await serverSide(tx)
    .deleteFrom('appearance')
    .where('organiserId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .execute()
}

/** @returns false: it is decided so already, or there is none */
export async function putDecision(
  tx: ServerTx,
  artist: Tenant,
  id: string,
  state: AppearanceDecision,
): Promise<boolean> {
  return tx
    .updateTable('appearance')
    .set({ state, updatedAt: atChange })
    .where('artistId', '=', artist.id)
    .where('id', '=', id)
    .where('named', '=', true)
    .where('state', '!=', state)
    .$call(isDone)
}

/** Agrees to all that waits. */
export async function agreeToAll(tx: ServerTx, artist: Tenant): Promise<void> {
  await tx
    .updateTable('appearance')
    .set({ state: 'agreed', updatedAt: atChange })
    .where('artistId', '=', artist.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** An event of another organisation that names this one as artist. */
export type Appearance = Awaited<ReturnType<typeof listAppearances>>[number]

type AppearanceFilter = { readonly states?: readonly AppearanceState[] | undefined; readonly updatedSince?: Date }

const orders = {
  datetime: [
    { column: 'calendarEntry.startsAt', type: 'timestamptz' },
    { column: 'appearance.id', type: 'uuid' },
  ],
  created: inOrderOfMaking('appearance.id'),
} as const satisfies Readonly<Record<string, Order>>
export type AppearanceSort = keyof typeof orders

/** Lists published events that are to come and name an organisation as artist, in the order they start. */
export function listAppearances(
  tx: ServerTx,
  artist: Tenant,
  page: AppearanceFilter & Page<AppearanceSort> & { readonly now: Date },
) {
  return inOrder(selectComing(tx, artist, page), orders[page.sort ?? 'datetime'], page).execute()
}

export function countAppearances(
  tx: ServerTx,
  artist: Tenant,
  filter: AppearanceFilter & { readonly now: Date },
): Promise<number> {
  return countFound(tx, selectComing(tx, artist, filter))
}

/** Counts what waits for a decision. */
export function countWaitingAppearances(tx: ServerTx, artist: Tenant, now: Date): Promise<number> {
  return selectComing(tx, artist, { states: ['waiting'], now })
    .clearSelect()
    .$call(countRows)
}

export async function findAppearance(tx: ServerTx, artist: Tenant, id: string): Promise<Appearance | null> {
  return (await selectAppearances(tx, artist).where('appearance.id', '=', id).executeTakeFirst()) ?? null
}

/** Lists which entries of others the calendar of an organisation shows beside its own; the latest of very many. */
export function listAgreed(tx: ServerTx, artist: Tenant, now: Date) {
  return selectAppearances(tx, artist)
    .clearSelect()
    .select(['appearance.organiserId', 'appearance.eventId'])
    .where('appearance.state', '=', 'agreed')
    .where(isNotOver(now))
    .orderBy('calendarEntry.startsAt')
    .limit(mostAgreed)
    .execute()
}

/** As many as a feed tells of. */
const mostAgreed = 500

/** Whether the calendar of an organisation shows anything of another one. */
export function isShownBeside(tx: ServerTx, artist: Tenant, organiserId: string): Promise<boolean> {
  return selectAppearances(tx, artist)
    .clearSelect()
    .where('appearance.organiserId', '=', organiserId)
    .where('appearance.state', '=', 'agreed')
    .$call(isThere)
}

function selectComing(tx: ServerTx, artist: Tenant, filter: AppearanceFilter & { readonly now: Date }) {
  const { states, updatedSince, now } = filter
  return selectAppearances(tx, artist)
    .where('calendarEntry.cancelledAt', 'is', null)
    .where(isNotOver(now))
    .$if(states !== undefined, (query) => query.where('appearance.state', 'in', states ?? []))
    .$if(updatedSince !== undefined, (query) =>
      query.where(
        sql<boolean>`greatest(appearance.updated_at, calendar_entry.updated_at, organiser.updated_at) >= ${updatedSince}::timestamptz`,
      ),
    )
}

/** What is kept out of shared calendars is on nobody else's, and a sandbox announces nothing to anybody. */
function selectAppearances(tx: ServerTx, artist: Tenant) {
  return tx
    .selectFrom('appearance')
    .innerJoin('calendarEntry', (join) =>
      join
        .onRef('calendarEntry.tenantId', '=', 'appearance.organiserId')
        .onRef('calendarEntry.eventId', '=', 'appearance.eventId'),
    )
    .innerJoin('tenant as organiser', 'organiser.id', 'appearance.organiserId')
    .innerJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'organiser.id').on('domain.kind', '=', 'label'))
    .select(['appearance.id', 'appearance.eventId', 'appearance.organiserId'])
    .select('appearance.state')
    .select(['calendarEntry.name', 'calendarEntry.slug', 'calendarEntry.startsAt', 'calendarEntry.endsAt'])
    .select(['calendarEntry.locationName', 'calendarEntry.city'])
    .select(['organiser.organisation', 'organiser.timeZone'])
    .select((of) => of.fn.coalesce('organiser.mainDomain', 'domain.name').as('host'))
    .where('appearance.artistId', '=', artist.id)
    .where('appearance.named', '=', true)
    .where('calendarEntry.keptOut', '=', false)
    .where('organiser.archivedAt', 'is', null)
    .where('organiser.approval', '=', 'approved')
    .where('organiser.sandbox', '=', false)
}
