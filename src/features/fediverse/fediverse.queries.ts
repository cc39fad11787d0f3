import { sql } from 'kysely'
import type { ServerTx, TenantTx } from '../../db/database.ts'
import { countRows, deleteRows, insertRows, isDone, selectRows, updateQuietly } from '../../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { EventDetails } from './event-object.ts'
import { type FediverseActor, fediverseKeyPurpose } from './fediverse.ts'

/** Finds the account that an organisation has or had; null: it never had one. */
export async function findFediverseActor(tx: TenantTx): Promise<FediverseActor | null> {
  const row = await selectRows(tx, 'fediverseActor')
    .select(['label', 'publicKey', 'privateKeyEncrypted', 'createdAt'])
    .executeTakeFirst()
  return row ?? null
}

export async function insertFediverseActor(tx: TenantTx, actor: FediverseActor): Promise<void> {
  await insertRows(tx, 'fediverseActor', actor).execute()
}

/** @returns how many keys were sealed under a former data key */
export async function resealFediverseKey({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<number> {
  const row = await selectRows(tx, 'fediverseActor').select('privateKeyEncrypted').forUpdate().executeTakeFirst()
  const sealed = row ? secrets.reseal(fediverseKeyPurpose(tx.tenantId), row.privateKeyEncrypted) : null
  if (sealed === null) return 0
  await updateQuietly(tx, 'fediverseActor').set({ privateKeyEncrypted: sealed }).execute()
  return 1
}

/** Has the sending to oneself until then; false: somebody else has it. */
export async function takeSending(tx: TenantTx, now: Date, until: Date): Promise<boolean> {
  const row = await updateQuietly(tx, 'fediverseActor')
    .set({ sendingUntil: until })
    .where((where) => where.or([where('sendingUntil', 'is', null), where('sendingUntil', '<', now)]))
    .returning('tenantId')
    .executeTakeFirst()
  return row !== undefined
}

/** Leaves the sending to others, unless somebody else has it by now. */
export async function leaveSending(tx: TenantTx, until: Date): Promise<void> {
  await updateQuietly(tx, 'fediverseActor').set({ sendingUntil: null }).where('sendingUntil', '=', until).execute()
}

export type NewFollower = { readonly actor: string; readonly followId: string; readonly inbox: string }

/** Notes a follower, or that it follows once more. */
export async function putFollower(tx: TenantTx, follower: NewFollower, now: Date): Promise<void> {
  await insertRows(tx, 'follower', { ...follower, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'actor'])
        .doUpdateSet({ followId: follower.followId, inbox: follower.inbox, doubtedAt: null }),
    )
    .execute()
}

export async function deleteFollower(tx: TenantTx, actor: string): Promise<void> {
  await deleteRows(tx, 'follower').where('actor', '=', actor).execute()
}

export async function findFollower(tx: TenantTx, actor: string): Promise<{ readonly followId: string } | null> {
  const row = await selectRows(tx, 'follower').select('followId').where('actor', '=', actor).executeTakeFirst()
  return row ?? null
}

/** Notes that the server of a follower says that it is gone. @returns false: it does not follow */
export async function doubtFollower(tx: TenantTx, actor: string, now: Date): Promise<boolean> {
  return updateQuietly(tx, 'follower').set({ doubtedAt: now }).where('actor', '=', actor).$call(isDone)
}

/** Lists followers of which somebody has yet to look whether they are gone. */
export async function listDoubted(tx: TenantTx, limit: number): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'follower')
    .select('actor')
    .where('doubtedAt', 'is not', null)
    .orderBy('doubtedAt')
    .limit(limit)
    .execute()
  return rows.map(({ actor }) => actor)
}

export async function trustFollower(tx: TenantTx, actor: string): Promise<void> {
  await updateQuietly(tx, 'follower').set({ doubtedAt: null }).where('actor', '=', actor).execute()
}

export function countFollowers(tx: TenantTx): Promise<number> {
  return countRows(selectRows(tx, 'follower'))
}

/** The inboxes of all who follow, each once. */
export async function listFollowersInboxes(tx: TenantTx): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'follower').select('inbox').distinct().execute()
  return rows.map(({ inbox }) => inbox)
}

/**
 * Writes down activities, each after those before it.
 *
 * @param inbox the only one that they are for; null: everybody
 * @returns the position before the first
 */
export async function addActivities(
  tx: TenantTx,
  bodies: readonly object[],
  { inbox, now }: { readonly inbox: string | null; readonly now: Date },
): Promise<number> {
  const { position } = await updateQuietly(tx, 'fediverseActor')
    .set((of) => ({ position: of('position', '+', bodies.length) }))
    .returning('position')
    .executeTakeFirstOrThrow()
  const before = Number(position) - bodies.length
  if (bodies.length > 0)
    await insertRows(
      tx,
      'activity',
      bodies.map((body, index) => ({
        position: before + index + 1,
        body: JSON.stringify(body),
        inbox,
        createdAt: now,
      })),
    ).execute()
  return before
}

/** Has inboxes get answers, or everything (`hears`), that come after that position; those that get it already go on from where they are. */
export async function hearFrom(
  tx: TenantTx,
  addresses: readonly string[],
  position: number,
  hears: boolean,
): Promise<void> {
  if (addresses.length === 0) return
  await sql`insert into follower_inbox (tenant_id, address, position, hears)
    select ${tx.tenantId}, address, ${position}::bigint, ${hears} from unnest(${[...addresses]}::text[]) as address order by address
    on conflict (tenant_id, address) do update set hears = true, position = greatest(follower_inbox.position, excluded.position)
    where excluded.hears and not follower_inbox.hears`.execute(tx)
}

/** Leaves out inboxes in which nobody follows any more, but for answers that they wait for. */
export async function keepInboxes(tx: TenantTx, addresses: readonly string[]): Promise<void> {
  await sql`update follower_inbox set hears = false
    where tenant_id = ${tx.tenantId} and hears and address != all(${[...addresses]}::text[])`.execute(tx)
  await sql`delete from follower_inbox as inbox where tenant_id = ${tx.tenantId} and not hears and not exists (
    select from activity where activity.tenant_id = ${tx.tenantId} and activity.inbox = inbox.address)`.execute(tx)
}

/** Counts the answers that wait: for accounts of one server, and for all. */
export async function countAnswers(
  tx: TenantTx,
  origin: string,
): Promise<{ readonly ofServer: number; readonly all: number }> {
  return selectRows(tx, 'activity')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(sql<number>`(count(*) filter (where starts_with(inbox, ${`${origin}/`})))::int`.as('ofServer'))
    .where('inbox', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Selects inboxes with the next activity that each has not got. */
function selectWaiting(tx: TenantTx) {
  const next = sql<{ readonly position: number; readonly body: string }>`lateral (
    (select position, body from activity where tenant_id = ${tx.tenantId} and activity.inbox is null
      and inbox.hears and position > inbox.position order by position limit 1)
    union all
    (select position, body from activity where tenant_id = ${tx.tenantId} and activity.inbox = inbox.address
      and position > inbox.position order by position limit 1)
    order by position limit 1)`.as('next')
  return selectRows(tx, 'followerInbox as inbox').innerJoin(next, (join) => join.onTrue())
}

/** Lists inboxes that something is to be sent to at `now`: those that work first, and then those that failed longest ago. */
export async function listWaitingInboxes(tx: TenantTx, now: Date): Promise<readonly string[]> {
  const rows = await selectWaiting(tx)
    .select('inbox.address')
    .where((where) => where.or([where('inbox.resumesAt', 'is', null), where('inbox.resumesAt', '<=', now)]))
    .orderBy('inbox.resumesAt', (order) => order.asc().nullsFirst())
    .orderBy('inbox.address')
    .execute()
  return rows.map(({ address }) => address)
}

/** When something is to be sent next; null: everybody has everything. */
export async function findNextSending(tx: TenantTx, now: Date): Promise<Date | null> {
  const row = await selectWaiting(tx)
    .select(sql<Date | null>`min(coalesce(inbox.resumes_at, ${now}::timestamptz))`.as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

export type NextActivity = {
  /** Whether the inbox gets everything, or answers alone. */
  readonly hears: boolean
  readonly position: number
  readonly body: string
  readonly failures: number
  readonly failingSince: Date | null
}

/** Finds what an inbox gets next; null: it has everything. */
export async function findNextActivity(tx: TenantTx, address: string): Promise<NextActivity | null> {
  const row = await selectWaiting(tx)
    .select(['next.position', 'next.body', 'inbox.hears', 'inbox.failures', 'inbox.failingSince'])
    .where('inbox.address', '=', address)
    .executeTakeFirst()
  return row ?? null
}

export async function putSent(tx: TenantTx, address: string, position: number): Promise<void> {
  await updateQuietly(tx, 'followerInbox')
    .set({ position, failures: 0, failingSince: null, resumesAt: null })
    .where('address', '=', address)
    .execute()
  // An answer is nobody else's.
  await deleteRows(tx, 'activity').where('inbox', '=', address).where('position', '<=', position).execute()
}

export async function putUnsent(
  tx: TenantTx,
  address: string,
  failing: { readonly failures: number; readonly failingSince: Date; readonly resumesAt: Date },
): Promise<void> {
  await updateQuietly(tx, 'followerInbox').set(failing).where('address', '=', address).execute()
}

/** Forgets an inbox that is gone, with all who follow there. */
export async function forgetInbox(tx: TenantTx, address: string): Promise<void> {
  await deleteRows(tx, 'followerInbox').where('address', '=', address).execute()
  await deleteRows(tx, 'follower').where('inbox', '=', address).execute()
  await deleteRows(tx, 'activity').where('inbox', '=', address).execute()
}

/** Forgets activities of before. */
export async function forgetActivities(tx: TenantTx, before: Date): Promise<void> {
  await deleteRows(tx, 'activity').where('createdAt', '<', before).execute()
}

/** How many inboxes there are, and how many do not answer at the moment. */
export async function countInboxes(tx: TenantTx): Promise<{ readonly inboxes: number; readonly failing: number }> {
  const row = await selectRows(tx, 'followerInbox')
    .select((of) => [of.fn.countAll<string>().as('inboxes'), of.fn.count<string>('failingSince').as('failing')])
    .where('hears', '=', true)
    .executeTakeFirstOrThrow()
  return { inboxes: Number(row.inboxes), failing: Number(row.failing) }
}

export type ToldEvent = {
  readonly eventId: string
  readonly object: string
  readonly digest: Buffer | null
  readonly announcement: string
  readonly startsAt: Date
  readonly overAt: Date
}

/** Lists what followers know of. */
export function listTold(tx: TenantTx): Promise<readonly ToldEvent[]> {
  return selectRows(tx, 'toldEvent')
    .select(['eventId', 'object', 'digest', 'announcement', 'startsAt', 'overAt'])
    .execute()
}

export async function putTold(tx: TenantTx, told: readonly ToldEvent[]): Promise<void> {
  if (told.length === 0) return
  await insertRows(tx, 'toldEvent', told)
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'eventId'])
        .doUpdateSet((update) => ({
          object: update.ref('excluded.object'),
          digest: update.ref('excluded.digest'),
          announcement: update.ref('excluded.announcement'),
          startsAt: update.ref('excluded.startsAt'),
          overAt: update.ref('excluded.overAt'),
        })),
    )
    .execute()
}

export async function deleteTold(tx: TenantTx, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length > 0) await deleteRows(tx, 'toldEvent').where('eventId', 'in', eventIds).execute()
}

/** Lists what events say beyond the calendar. */
export async function listEventDetails(
  tx: TenantTx,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, EventDetails>> {
  if (eventIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'event')
    .leftJoin('location', (join) =>
      join.onRef('location.tenantId', '=', 'event.tenantId').onRef('location.id', '=', 'event.locationId'),
    )
    .select(['event.id', 'event.longDescription', 'event.capacity', 'location.address', 'location.postalCode'])
    .where('event.id', 'in', eventIds)
    .execute()
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

/** Lists the Metas with an account that show the events of an organisation: who follows those is told of changes by it. */
export async function listShowingMetas(tx: ServerTx, tenantId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('tenant as meta')
    .select('meta.id')
    .where('meta.category', '=', 'meta')
    .where('meta.fediverseLabel', 'is not', null)
    .where('meta.archivedAt', 'is', null)
    .where('meta.id', '!=', tenantId)
    .where((where) =>
      where.or([
        where('meta.firstMeta', '=', true),
        where.exists(
          where
            .selectFrom('federationMember')
            .select('federationMember.memberTenantId')
            .whereRef('federationMember.metaTenantId', '=', 'meta.id')
            .where('federationMember.memberTenantId', '=', tenantId)
            .where('federationMember.state', '=', 'member'),
        ),
      ]),
    )
    .orderBy('meta.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists Metas with an account: what they show changes with every organisation on them. */
export async function listTellingMetas(tx: ServerTx): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('tenant')
    .select('id')
    .where('category', '=', 'meta')
    .where('fediverseLabel', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds the agenda of a Meta that is the account with that address. */
export async function findAgendaOfActor(tx: TenantTx, actor: string): Promise<string | null> {
  const row = await selectRows(tx, 'remoteAgenda').select('id').where('actor', '=', actor).executeTakeFirst()
  return row?.id ?? null
}
