import { type ExpressionBuilder, sql } from 'kysely'
import type { ServerTx } from '../../db/database.ts'
import { folded, isPartOf } from '../../db/folded.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import { atChange, atMaking, countRows, isDone } from '../../db/rows.ts'
import type { DB } from '../../db/tables.ts'
import {
  askedAgainMs,
  type CalendarStanding,
  type FederatedState,
  type FederationMove,
  federationMoves,
  type FederationState,
} from './federation.ts'
import { categoryRules, type Tenant } from './tenant.ts'

/** The place of an organisation in the federation of a Meta. */
export type FederationPlace = { readonly metaId: string; readonly memberId: string }

/** Selects the ids of the members of a federation, within another query. */
export function selectMembers(
  { selectFrom }: Pick<ExpressionBuilder<Pick<DB, 'federationMember'>, never>, 'selectFrom'>,
  meta: Pick<Tenant, 'id'>,
) {
  return selectFrom('federationMember')
    .select('federationMember.memberTenantId')
    .where('federationMember.metaTenantId', '=', meta.id)
    .where('federationMember.state', '=', 'member')
}

/**
 * Puts an organisation into a federation, whether it asked or not.
 *
 * @returns false when it was a member already
 */
export async function insertMember(tx: ServerTx, { metaId, memberId }: FederationPlace, now: Date): Promise<boolean> {
  return tx
    .insertInto('federationMember')
    .values({ metaTenantId: metaId, memberTenantId: memberId, state: 'member', createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['metaTenantId', 'memberTenantId'])
        .doUpdateSet({ state: 'member', createdAt: now, updatedAt: atMaking })
        .where('federationMember.state', '!=', 'member'),
    )
    .$call(isDone)
}

/**
 * Moves a place on, by one statement that names the states it may leave: of two who would at once, one does.
 *
 * @returns false: it is in none of them
 */
export async function movePlace(
  tx: ServerTx,
  { metaId, memberId }: FederationPlace,
  move: FederationMove,
  now: Date,
): Promise<boolean> {
  const { from, to } = federationMoves[move]
  const left = from.filter((state) => state !== null)
  // A member is new from the day it was accepted, and who waits from the day it asked.
  const moved = { state: to, ...(to === 'member' || to === 'waiting' ? { createdAt: now } : {}) }
  if (move === 'asked')
    return tx
      .insertInto('federationMember')
      .values({ metaTenantId: metaId, memberTenantId: memberId, state: to, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['metaTenantId', 'memberTenantId'])
          .doUpdateSet({ ...moved, updatedAt: atMaking })
          .where('federationMember.state', 'in', left),
      )
      .$call(isDone)
  return tx
    .updateTable('federationMember')
    .set({ ...moved, updatedAt: atChange })
    .where('metaTenantId', '=', metaId)
    .where('memberTenantId', '=', memberId)
    .where('state', 'in', left)
    .$call(isDone)
}

/** Finds how an organisation stands to a federation; null: it was never there, and never asked. */
export async function findPlaceState(tx: ServerTx, place: FederationPlace): Promise<FederationState | null> {
  const row = await tx
    .selectFrom('federationMember')
    .select('state')
    .where('metaTenantId', '=', place.metaId)
    .where('memberTenantId', '=', place.memberId)
    .executeTakeFirst()
  return row?.state ?? null
}

/** Notes that the people of a Meta are mailed that somebody waits. @returns false: nobody waits, or they were mailed of it lately */
export async function markTold(tx: ServerTx, { metaId, memberId }: FederationPlace, now: Date): Promise<boolean> {
  return tx
    .updateTable('federationMember')
    .set({ toldAt: now })
    .where('metaTenantId', '=', metaId)
    .where('memberTenantId', '=', memberId)
    .where('state', '=', 'waiting')
    .where((where) =>
      where.or([where('toldAt', 'is', null), where('toldAt', '<=', new Date(now.getTime() - askedAgainMs))]),
    )
    .$call(isDone)
}

type Listed = { readonly updatedSince?: Date }

/** A calendar of this server that an organisation may be on. */
export type SharedCalendar = Awaited<ReturnType<typeof listSharedCalendars>>[number]

/** Lists the Metas of the server, in the order they were made, as they stand to an organisation; what sells nothing can be on none. */
export function listSharedCalendars(tx: ServerTx, tenant: Tenant, page: Listed & Page) {
  return inOrder(selectCalendars(tx, tenant, page), inOrderOfMaking('tenant.id'), page).execute()
}

export function countSharedCalendars(tx: ServerTx, tenant: Tenant, filter: Listed): Promise<number> {
  return countFound(tx, selectCalendars(tx, tenant, filter))
}

export async function findSharedCalendar(tx: ServerTx, tenant: Tenant, id: string): Promise<SharedCalendar | null> {
  return (await selectCalendars(tx, tenant, {}).where('tenant.id', '=', id).executeTakeFirst()) ?? null
}

function selectCalendars(tx: ServerTx, tenant: Tenant, { updatedSince }: Listed) {
  return tx
    .selectFrom('tenant')
    .leftJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'tenant.id').on('domain.kind', '=', 'label'))
    .leftJoin('federationMember', (join) =>
      join
        .onRef('federationMember.metaTenantId', '=', 'tenant.id')
        .on('federationMember.memberTenantId', '=', tenant.id),
    )
    .select(['tenant.id', 'tenant.organisation', 'tenant.firstMeta'])
    .select((of) => of.fn.coalesce('tenant.mainDomain', 'domain.name').as('host'))
    .select(
      sql<CalendarStanding>`case when tenant.first_meta then 'everybody'
        when federation_member.state in ('member', 'waiting', 'declined') then federation_member.state else 'none' end`.as(
        'standing',
      ),
    )
    .select(
      sql<Date | null>`case when federation_member.state in ('member', 'waiting') then federation_member.created_at end`.as(
        'since',
      ),
    )
    .where('tenant.category', '=', 'meta')
    .where('tenant.archivedAt', 'is', null)
    .where('tenant.approval', '=', 'approved')
    .where(sql<boolean>`${categoryRules[tenant.category].sells}`)
    .$if(updatedSince !== undefined, (query) => query.where(isYoung(updatedSince ?? new Date(0))))
}

/** An organisation in the federation of a Meta, or one that asks to be. */
export type Federated = Awaited<ReturnType<typeof listFederated>>[number]

type FederatedFilter = Listed & { readonly states?: readonly FederatedState[] | undefined }

/** Lists the members of a federation and those who wait, in the order they were made. */
export function listFederated(tx: ServerTx, meta: Pick<Tenant, 'id'>, page: FederatedFilter & Page) {
  return inOrder(selectFederated(tx, meta, page), inOrderOfMaking('tenant.id'), page).execute()
}

/** Searches as `listFederated`, those who wait first and all by name. */
export function searchFederated(
  tx: ServerTx,
  meta: Pick<Tenant, 'id'>,
  page: { readonly text: string; readonly offset: number; readonly limit: number },
) {
  return selectFederated(tx, meta, {})
    .where(isPartOf(page.text, sql.ref('tenant.organisation')))
    .orderBy(sql`federation_member.state = 'waiting'`, 'desc')
    .orderBy(folded(sql.ref('tenant.organisation')))
    .orderBy('tenant.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export function countFederated(tx: ServerTx, meta: Pick<Tenant, 'id'>, filter: FederatedFilter): Promise<number> {
  return selectFederated(tx, meta, filter).clearSelect().$call(countRows)
}

/** Finds an organisation that is or was in a federation, or asked to be; archived ones are not found. */
export async function findEver(tx: ServerTx, { metaId, memberId }: FederationPlace) {
  const row = await tx
    .selectFrom('federationMember')
    .innerJoin('tenant', 'tenant.id', 'federationMember.memberTenantId')
    .select('tenant.organisation')
    .where('federationMember.metaTenantId', '=', metaId)
    .where('federationMember.memberTenantId', '=', memberId)
    .where('tenant.archivedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function findFederated(tx: ServerTx, meta: Pick<Tenant, 'id'>, id: string): Promise<Federated | null> {
  return (await selectFederated(tx, meta, {}).where('tenant.id', '=', id).executeTakeFirst()) ?? null
}

function selectFederated(tx: ServerTx, meta: Pick<Tenant, 'id'>, { states, updatedSince }: FederatedFilter) {
  return tx
    .selectFrom('federationMember')
    .innerJoin('tenant', 'tenant.id', 'federationMember.memberTenantId')
    .leftJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'tenant.id').on('domain.kind', '=', 'label'))
    .select(['tenant.id', 'tenant.organisation', 'tenant.city', 'tenant.category'])
    .select((of) => of.ref('federationMember.state').$castTo<FederatedState>().as('state'))
    .select((of) => of.fn.coalesce('tenant.mainDomain', 'domain.name').as('host'))
    .select('federationMember.createdAt as since')
    .where('federationMember.metaTenantId', '=', meta.id)
    .where('federationMember.state', 'in', states ?? ['waiting', 'member'])
    .where('tenant.archivedAt', 'is', null)
    .$if(updatedSince !== undefined, (query) => query.where(isYoung(updatedSince ?? new Date(0))))
}

/** Whether the organisation changed since then, or its place in the federation. */
const isYoung = (since: Date) =>
  sql<boolean>`(tenant.updated_at >= ${since}::timestamptz or federation_member.updated_at >= ${since}::timestamptz)`
