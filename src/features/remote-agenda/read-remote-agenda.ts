import {
  acceptsActivities,
  fetchDocument,
  isActivityType,
  isSameServer,
  readActor,
  readDocument,
  type RemoteActor,
} from '../../integrations/fediverse/documents.ts'
import type { Signer } from '../../integrations/fediverse/http-signature.ts'
import { findAccount } from '../../integrations/fediverse/find-account.ts'
import { readOutbox } from '../../integrations/fediverse/read-outbox.ts'
import { type FetchRefusal, FetchRefusedError } from '../../integrations/fetch/guarded-fetch.ts'
import { newId } from '../../lib/ids.ts'
import { accountName } from '../../lib/web-address.ts'
import type { BasicDeps, EnqueueDeps } from '../deps.ts'
import { openAccount } from '../fediverse/account.ts'
import { findFediverseActor } from '../fediverse/fediverse.queries.ts'
import { isTelling } from '../fediverse/shown-events.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { forEachDue } from '../tenant/for-each-due.ts'
import { getTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { followAccount } from './follow-account.ts'
import { publishRemoteEvents } from './publish-remote-events.ts'
import {
  findKnownElsewhere,
  findRemoteAgenda,
  findRemoteAgendaLocked,
  listDueAgendas,
  listEventsOfAgenda,
  putReading,
  putRemoteAgenda,
  type RemoteAgenda,
} from './remote-agenda.queries.ts'
import { calendarUid, changesOf, nextFetchAt, type RemoteProblem, spanOf, wholeAfterMs } from './remote-agenda.ts'
import type { ReadCalendar } from '../../integrations/calendars/read-calendar.ts'

type ReadDeps = BasicDeps<'fetchFeed' | 'calendars' | 'enqueue' | 'secrets' | 'urls' | 'webhooks'>

const leastPauseMs = 20_000
/** An account may say at any time that something changed, and is read page by page. */
const accountPauseMs = 60_000
const limits = { maxBytes: 5_000_000, timeoutMs: 20_000 }

/** Has every agenda read whose time has come, each by a job of its own. */
export async function askForDueAgendas(deps: EnqueueDeps): Promise<void> {
  const { database, enqueue } = deps
  await forEachDue(deps, 'agendas', async (tenantId) => {
    await database.asTenant(tenantId, async (tx) => {
      for (const agendaId of await listDueAgendas(tx, deps.now()))
        await enqueue(tx, { name: 'read_agenda', tenantId, agendaId })
    })
    return false
  })
}

type Answer =
  | { readonly problem: RemoteProblem }
  | { readonly unchanged: true }
  | {
      readonly read: ReadCalendar
      readonly etag: string | null
      readonly lastModified: string | null
      /** Null: it is a file. */
      readonly account: RemoteActor | null
    }

/**
 * Asks for an agenda and takes in what it brings. What was accepted stays when it fails, and the next time is noted whatever comes of it.
 * One that was removed meanwhile, or has another address now, is left as it is.
 */
export async function readRemoteAgenda(deps: ReadDeps, tenantId: string, agendaId: string): Promise<void> {
  const { database } = deps
  const agenda = await database.asTenant(tenantId, (tx) => findRemoteAgenda(tx, agendaId))
  const tenant = await database.asServer((tx) => getTenant(tx, tenantId))
  if (!agenda || tenant.archivedAt !== null) return
  // Who presses the button, or says that something changed, again and again does not have strangers asked as often: later, and once.
  const sinceMs = deps.now().getTime() - (agenda.askedAt?.getTime() ?? 0)
  const pauseMs = agenda.actor === null ? leastPauseMs : accountPauseMs
  if (sinceMs < pauseMs) {
    const afterMs = pauseMs - Math.max(0, sinceMs)
    await database.asTenant(tenantId, (tx) =>
      deps.enqueue(tx, { name: 'read_agenda', tenantId, agendaId }, { afterMs }),
    )
    return
  }
  const signer = await signerOf(deps, tenant)
  const answer = await ask(deps, agenda, tenant, signer)
  await database.asTenant(tenantId, async (tx) => {
    const locked = await findRemoteAgendaLocked(tx, agendaId)
    if (locked?.address !== agenda.address) return
    const now = deps.now()
    const failures = 'problem' in answer ? locked.failures + 1 : 0
    const nextAt = nextFetchAt(now, failures, Math.random())
    await noteDue(tx, 'agendas', nextAt)
    const noted = { askedAt: now, nextAt, failures, problem: 'problem' in answer ? answer.problem : null }
    if ('problem' in answer) return putRemoteAgenda(tx, agendaId, noted)
    if ('unchanged' in answer) return putRemoteAgenda(tx, agendaId, { ...noted, fetchedAt: now })
    const { read, etag, lastModified, account } = answer
    const { unread, completeUntil, unfollowed } = read
    const uids = read.events.map(calendarUid)
    const changes = changesOf(await listEventsOfAgenda(tx, agendaId), {
      ...read,
      trusted: locked.trusted,
      others: await findKnownElsewhere(tx, agendaId, uids),
      now,
    })
    await putReading(tx, agendaId, changes, { now, over: spanOf(now).from, idOfNew: newId })
    await putRemoteAgenda(tx, agendaId, {
      ...noted,
      fetchedAt: now,
      readAt: now,
      etag,
      lastModified,
      unread,
      isCut: completeUntil !== null || unfollowed.length > 0,
      ...(await followAccount(deps, tx, tenant, locked, account)),
    })
    await publishRemoteEvents(tx, locked)
  })
}

async function ask(
  { fetchFeed, calendars, now, webhooks }: ReadDeps,
  { address: named, readAt, etag, lastModified, problem }: RemoteAgenda,
  tenant: { readonly id: string; readonly timeZone: string },
  signer: Signer | null,
): Promise<Answer> {
  // What could not be read is read again, though it has not changed.
  const isKnown = problem === null && readAt !== null && now().getTime() - readAt.getTime() < wholeAfterMs
  const known = isKnown ? { etag, lastModified } : { etag: null, lastModified: null }
  try {
    const name = accountName(named)
    const address = name === null ? named : await findAccount(fetchFeed, name, webhooks.isAddress)
    if (address === null) return { problem: 'no_calendar' }
    const accept = `text/calendar, ${acceptsActivities}, */*;q=0.5`
    const fetched = await fetchFeed(address, known, limits, { accept })
    if (fetched === null) return { unchanged: true }
    const { body: bytes, contentType, ...marks } = fetched
    const span = { timeZone: tenant.timeZone, ...spanOf(now()) }
    if (isActivityType(contentType)) return readAccount({ fetchFeed, now }, bytes, span, signer)
    const read = await calendars.read(tenant.id, { bytes, ...span })
    return typeof read === 'string' ? { problem: read } : { read, ...marks, account: null }
  } catch (error) {
    if (error instanceof FetchRefusedError) return { problem: problemOf(error.reason) }
    throw error
  }
}

/** What a Meta with an account signs its questions with: some servers show nothing to strangers. Null: it has none. */
async function signerOf(deps: ReadDeps, tenant: Tenant): Promise<Signer | null> {
  const own = isTelling(tenant) ? await deps.database.asTenant(tenant.id, findFediverseActor) : null
  return own && openAccount(deps, tenant.id, own).signer
}

/** What an account of another server has published; by its outbox, which has no marks. */
async function readAccount(
  { fetchFeed, now }: Pick<ReadDeps, 'fetchFeed' | 'now'>,
  bytes: Buffer,
  span: { readonly timeZone: string; readonly from: Date; readonly until: Date },
  signer: Signer | null,
): Promise<Answer> {
  const document = readDocument(bytes)
  const account = document && readActor(document)
  if (!account || account.outbox === null || !isSameServer(account.id, account.outbox))
    return { problem: 'no_calendar' }
  const fetch = (url: string) => fetchDocument(fetchFeed, url, signer && { by: signer, at: now() })
  const read = await readOutbox(account.outbox, { ...span, fetch })
  if (typeof read !== 'string') return { read, etag: null, lastModified: null, account }
  if (read === 'gone') return { problem: 'bad_status' }
  return { problem: read === 'unreadable' ? 'no_calendar' : problemOf(read) }
}

/** What answers inside the network is told to nobody: a name that leads there is unreachable. */
function problemOf(reason: FetchRefusal): RemoteProblem {
  switch (reason) {
    case 'bad_status':
    case 'too_large':
    case 'too_slow':
      return reason
    case 'invalid_url':
    case 'forbidden_address':
    case 'unreachable':
    case 'too_many_redirects':
      return 'unreachable'
  }
}
