import type { TenantTx } from '../../db/database.ts'
import { fetchDocument } from '../../integrations/fediverse/documents.ts'
import { type Signer, signedHeaders } from '../../integrations/fediverse/http-signature.ts'
import type { BasicDeps, Deps, EnqueueDeps } from '../deps.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { forEachDue } from '../tenant/for-each-due.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { openAccount } from './account.ts'
import { type Account, goneAfterMs, keptActivityDays, mostAnswerFailures } from './fediverse.ts'
import {
  addActivities,
  deleteFollower,
  deleteTold,
  findFediverseActor,
  findNextActivity,
  findNextSending,
  forgetActivities,
  forgetInbox,
  hearFrom,
  keepInboxes,
  leaveSending,
  listDoubted,
  listFollowersInboxes,
  listShowingMetas,
  listTellingMetas,
  listTold,
  listWaitingInboxes,
  type NextActivity,
  putSent,
  putTold,
  putUnsent,
  takeSending,
  trustFollower,
} from './fediverse.queries.ts'
import { listShownEvents, mostShown } from './shown-events.ts'
import { toldChanges } from './told-changes.ts'

type TellDeps = BasicDeps<'enqueue' | 'secrets' | 'urls' | 'webhooks' | 'fetchFeed'>

/** How long inboxes are written to before others have a turn, and how long one process has an organisation at most. */
const [turnMs, hadMs] = [20_000, 120_000]
/** How many servers are written to at once. */
const width = 16
const minuteMs = 60_000
const dayMs = 86_400_000
const longestPauseMs = 6 * 60 * minuteMs
/** What Metas show is looked at every so many minutes: it changes with every organisation on them. */
const metaMinutes = 5

/** Has every organisation tell its followers whose calendar changed, or that has to try again. */
export async function tellDueFollowers(deps: EnqueueDeps): Promise<void> {
  const { database, enqueue, now } = deps
  const ask = (tenantId: string) =>
    database.asTenant(tenantId, (tx) => enqueue(tx, { name: 'tell_followers', tenantId }))
  await forEachDue(deps, 'followers', async (tenantId) => {
    await ask(tenantId)
    return false
  })
  if (now().getUTCMinutes() % metaMinutes !== 0) return
  for (const metaId of await database.asServer(listTellingMetas)) await ask(metaId)
}

/**
 * Brings those who follow an organisation, or a Meta that shows its events, from what they know to what it shows: what changed is
 * written down, and sent to each of their servers in order. One process does it at a time.
 */
export async function tellFollowers(deps: TellDeps, tenantId: string): Promise<void> {
  const { database, now } = deps
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => database.asTenant(tenantId, work)
  const tenant = await database.asServer((tx) => findTenantById(tx, tenantId))
  const hadUntil = new Date(now().getTime() + hadMs)
  const actor = await inTenant(async (tx) => {
    const found = await findFediverseActor(tx)
    if (found === null) return null
    if (await takeSending(tx, now(), hadUntil)) return found
    // Whoever has it may have looked before this change, or have ended in the middle.
    await noteDue(tx, 'followers', hadUntil)
    return null
  })
  if (tenant === null || actor === null) return
  const { account, signer } = openAccount(deps, tenantId, actor)
  let isDone = false
  try {
    await forgetGone(deps, tenantId, signer)
    await writeDown(deps, tenant, account)
    await sendAll(deps, tenantId, signer)
    isDone = true
  } finally {
    await inTenant(async (tx) => {
      await leaveSending(tx, hadUntil)
      const next = await findNextSending(tx, now())
      if (isDone && next !== null && next <= now()) await deps.enqueue(tx, { name: 'tell_followers', tenantId })
      else await noteDue(tx, 'followers', next)
    })
  }
}

/** Looks whether followers are gone of which somebody said so, and forgets those that are. */
async function forgetGone({ database, now, fetchFeed }: TellDeps, tenantId: string, signer: Signer): Promise<void> {
  const doubted = await database.asTenant(tenantId, (tx) => listDoubted(tx, width))
  await Promise.all(
    doubted.map(async (actor) => {
      const document = await fetchDocument(fetchFeed, actor, { by: signer, at: now() })
      const isGone = document === 'gone' || (typeof document !== 'string' && document['type'] === 'Tombstone')
      await database.asTenant(tenantId, (tx) => (isGone ? deleteFollower(tx, actor) : trustFollower(tx, actor)))
    }),
  )
}

async function writeDown({ database, now, urls }: TellDeps, tenant: Tenant, account: Account): Promise<void> {
  const metas = await database.asServer((tx) => listShowingMetas(tx, tenant.id))
  const ofMetas = await Promise.all(metas.map((id) => database.asTenant(id, listFollowersInboxes)))
  await database.asTenant(tenant.id, async (tx) => {
    const at = now()
    // Before anything is looked at: whoever begins to follow meanwhile waits, and hears of what comes after.
    await addActivities(tx, [], { inbox: null, now: at })
    const inboxes = [...new Set([...(await listFollowersInboxes(tx)), ...ofMetas.flat()])]
    const shown = await listShownEvents(tx, urls, tenant, { now: at, limit: mostShown })
    const { activities, told, forgotten } = toldChanges(account, await listTold(tx), shown, at)
    await putTold(tx, told)
    await deleteTold(tx, forgotten)
    await forgetActivities(tx, new Date(at.getTime() - keptActivityDays * dayMs))
    // Who begins to follow reads what is there.
    if (activities.length === 0 || inboxes.length === 0) return
    const before = await addActivities(tx, activities, { inbox: null, now: at })
    await hearFrom(tx, inboxes, before, true)
    await keepInboxes(tx, inboxes)
  })
}

/** Sends each server what it has not got: many at once, but the inboxes of one server one after the other. */
async function sendAll(deps: TellDeps, tenantId: string, signer: Signer): Promise<void> {
  const waiting = await deps.database.asTenant(tenantId, (tx) => listWaitingInboxes(tx, deps.now()))
  const servers = [...Map.groupBy(waiting, (inbox) => new URL(inbox).origin).values()]
  const until = performance.now() + turnMs
  const send = async () => {
    for (let inboxes = servers.shift(); inboxes !== undefined; inboxes = servers.shift())
      for (const inbox of inboxes) if (performance.now() < until) await sendTo(deps, { tenantId, signer, inbox, until })
  }
  const senders = await Promise.allSettled(Array.from({ length: width }, send))
  for (const sender of senders) if (sender.status === 'rejected') throw sender.reason
}

type Sending = {
  readonly tenantId: string
  readonly signer: Signer
  readonly inbox: string
  /** By `performance.now()`. */
  readonly until: number
}

/** Sends an inbox what it has not got, until it has all, does not take it, or its turn is over. */
async function sendTo(deps: TellDeps, { tenantId, signer, inbox, until }: Sending): Promise<void> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => deps.database.asTenant(tenantId, work)
  let next = await inTenant((tx) => findNextActivity(tx, inbox))
  while (next !== null && performance.now() < until) {
    const { body, position } = next
    const headers = signedHeaders(signer, { method: 'POST', url: inbox, body, at: deps.now() })
    const { status, retryAfterMs } = await deps.webhooks.call(inbox, headers, body)
    const outcome = outcomeOf(status, next.failures)
    const former = next
    next = await inTenant(async (tx) => {
      if (outcome === 'gone') await forgetInbox(tx, inbox)
      else if (outcome === 'later') await noteFailure(deps, tx, inbox, former, retryAfterMs)
      else await putSent(tx, inbox, position)
      return outcome === 'done' ? findNextActivity(tx, inbox) : null
    })
  }
}

/** A server that fails at one activity is not kept from all others by it: Gancio does so where it does not know the event. */
const mostFaults = 3

/**
 * `done`: also what the other server will never take, however often it is sent. 401: it could not read our key at that moment.
 *
 * @param failures before this one, in a row
 */
function outcomeOf(status: number | null, failures: number): 'done' | 'later' | 'gone' {
  if (status === 410) return 'gone'
  if (status === 500) return failures + 1 < mostFaults ? 'later' : 'done'
  if (status === null || status === 401 || status === 408 || status === 429) return 'later'
  return status < 300 || (status >= 400 && status < 500) ? 'done' : 'later'
}

async function noteFailure(
  { now }: Pick<Deps, 'now'>,
  tx: TenantTx,
  inbox: string,
  { hears, failures, failingSince }: NextActivity,
  retryAfterMs: number | null,
): Promise<void> {
  const at = now().getTime()
  const since = failingSince ?? new Date(at)
  const isGone = hears ? at - since.getTime() >= goneAfterMs : failures + 1 >= mostAnswerFailures
  if (isGone) return forgetInbox(tx, inbox)
  const pauseMs = Math.min(minuteMs * 2 ** failures, longestPauseMs) * (0.9 + 0.2 * Math.random())
  await putUnsent(tx, inbox, {
    failures: failures + 1,
    failingSince: since,
    resumesAt: new Date(at + Math.max(pauseMs, retryAfterMs ?? 0)),
  })
}
