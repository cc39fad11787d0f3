import type { TenantTx } from '../../db/database.ts'
import type { RemoteActor } from '../../integrations/fediverse/documents.ts'
import type { Deps } from '../deps.ts'
import { accountAt, followOf, undoneFollowOf } from '../fediverse/fediverse.ts'
import { findFediverseActor } from '../fediverse/fediverse.queries.ts'
import { isTelling } from '../fediverse/shown-events.ts'
import { writeTo } from '../fediverse/write-to.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { RemoteAgenda } from './remote-agenda.queries.ts'

type FollowDeps = Pick<Deps, 'now' | 'enqueue' | 'urls' | 'webhooks'>

/** What is kept of the account that an agenda is. */
export type Followed = Pick<RemoteAgenda, 'actor' | 'actorInbox' | 'followedAt'>
export const nobodyFollowed: Followed = { actor: null, actorInbox: null, followedAt: null }

/**
 * Follows the account that an agenda has turned out to be, so that its server says when something changes; a Meta that has no account itself reads it
 * by the hour. Followed is asked for once.
 *
 * @param account null: it is a file
 */
export async function followAccount(
  deps: FollowDeps,
  tx: TenantTx,
  tenant: Tenant,
  agenda: RemoteAgenda,
  account: RemoteActor | null,
): Promise<Followed> {
  const isSame = account !== null && account.id === agenda.actor && account.inbox === agenda.actorInbox
  const own = isTelling(tenant) ? await findFediverseActor(tx) : null
  if (!isSame || own === null) await unfollowAccount(deps, tx, agenda)
  if (account === null || !deps.webhooks.isAddress(account.inbox)) return nobodyFollowed
  const known = { actor: account.id, actorInbox: account.inbox }
  if (own === null) return { ...known, followedAt: null }
  if (isSame && agenda.followedAt !== null) return { ...known, followedAt: agenda.followedAt }
  const now = deps.now()
  const follow = followOf(accountAt(deps.urls.base(own.label)), nameOf(agenda.id, now), account.id)
  await writeTo(tx, account.inbox, follow, now)
  await deps.enqueue(tx, { name: 'tell_followers', tenantId: tx.tenantId })
  return { ...known, followedAt: now }
}

/** Follows the account of an agenda no more, if it was followed. */
export async function unfollowAccount(
  deps: Omit<FollowDeps, 'webhooks'>,
  tx: TenantTx,
  { id, actor, actorInbox, followedAt }: RemoteAgenda,
): Promise<void> {
  if (followedAt === null || actor === null || actorInbox === null) return
  const own = await findFediverseActor(tx)
  if (own === null) return
  const undone = undoneFollowOf(accountAt(deps.urls.base(own.label)), nameOf(id, followedAt), actor)
  await writeTo(tx, actorInbox, undone, deps.now())
  await deps.enqueue(tx, { name: 'tell_followers', tenantId: tx.tenantId })
}

/** One that is followed again is another activity. */
const nameOf = (agendaId: string, followedAt: Date) => `${agendaId}-${followedAt.getTime()}`
