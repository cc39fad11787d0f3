import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import {
  type ActivityDocument,
  fetchDocument,
  idOf,
  objectOf,
  readActor,
  readDocument,
  type RemoteActor,
} from '../../integrations/fediverse/documents.ts'
import { type Received, readSignature } from '../../integrations/fediverse/http-signature.ts'
import { newId } from '../../lib/ids.ts'
import { visitorPaths } from '../../lib/paths.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { openAccount } from './account.ts'
import { type Account, accountAt, answerOf, type FediverseActor, mostAnswers, mostFollowers } from './fediverse.ts'
import {
  addActivities,
  countAnswers,
  countFollowers,
  deleteFollower,
  doubtFollower,
  findAgendaOfActor,
  findFediverseActor,
  findFollower,
  hearFrom,
  putFollower,
} from './fediverse.queries.ts'
import { isTelling } from './shown-events.ts'

type ReceiveDeps = BasicDeps<'enqueue' | 'secrets' | 'urls' | 'webhooks' | 'fetchFeed'>

/** What somebody wants of us. */
type Wish =
  | { readonly kind: 'follow' | 'join'; readonly id: string; readonly activity: ActivityDocument }
  /** @property followId what is undone, where it is named alone; null: that the account is followed */
  | { readonly kind: 'unfollow'; readonly followId: string | null }
  | { readonly kind: 'end' }
  | { readonly kind: 'news' }

/**
 * Takes what another server sends to an organisation's inbox: somebody follows or does so no more, or wants to join an event, which is passed over,
 * since tickets are had on its page. Of an account that is followed from here it is a sign to read it again: what it says is read where
 * it was published, and never believed by itself. Everything else is taken and forgotten, before anybody is asked anything. Whether somebody
 * follows, the answer tells to nobody who is not them.
 *
 * @param beforeAsking called before the sender's server is asked for its key
 * @throws AppError not_found (no account), invalid_body, credentials_required (no signature of the actor's own)
 */
export async function receiveActivity(
  deps: ReceiveDeps,
  tenant: Tenant,
  received: Received,
  beforeAsking: () => Promise<unknown>,
): Promise<void> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => deps.database.asTenant(tenant.id, work)
  const found = isTelling(tenant) ? await inTenant(findFediverseActor) : null
  if (found === null) throw new AppError('not_found')
  const activity = readDocument(received.body)
  const actorId = activity && idOf(activity['actor'])
  if (activity === null || actorId === null || typeof activity['type'] !== 'string')
    throw new AppError('invalid_body', { detail: 'no_activity' })
  const account = accountAt(deps.urls.base(found.label))
  const wish = wishOf(account, activity, actorId)
  if (wish.kind === 'end') return doubt(deps, tenant, actorId)
  const agendaId = wish.kind === 'news' ? await inTenant((tx) => findAgendaOfActor(tx, actorId)) : null
  if (wish.kind === 'news' && agendaId === null) return
  await beforeAsking()
  const sender = await proveSender(deps, tenant, found, received, actorId)
  if (sender === null && wish.kind === 'unfollow') return
  if (sender === null) throw new AppError('credentials_required', { detail: 'unsigned_activity' })
  await inTenant(async (tx) => {
    if (agendaId !== null) return deps.enqueue(tx, { name: 'read_agenda', tenantId: tenant.id, agendaId })
    if (wish.kind === 'unfollow') await unfollow(tx, sender, wish.followId)
    if (wish.kind === 'follow' || wish.kind === 'join') await answer(tx, account, sender, wish, deps.now())
    await deps.enqueue(tx, { name: 'tell_followers', tenantId: tenant.id })
  })
}

function wishOf(account: Account, activity: ActivityDocument, actorId: string): Wish {
  const [id, object] = [idOf(activity['id']), idOf(activity['object'])]
  switch (activity['type']) {
    case 'Follow':
      return id !== null && object === account.actor ? { kind: 'follow', id, activity } : { kind: 'news' }
    case 'Join': {
      const events = new URL(account.actor).origin + visitorPaths.fediverseEvent.replace(/:.*/, '')
      return id !== null && object?.startsWith(events) ? { kind: 'join', id, activity } : { kind: 'news' }
    }
    case 'Undo': {
      const undone = objectOf(activity['object'])
      if (undone['type'] === 'Follow' && idOf(undone['object']) === account.actor)
        return { kind: 'unfollow', followId: null }
      const isNamed = typeof activity['object'] === 'string' && object !== null
      return isNamed ? { kind: 'unfollow', followId: object } : { kind: 'news' }
    }
    case 'Delete':
      return object === actorId ? { kind: 'end' } : { kind: 'news' }
    default:
      return { kind: 'news' }
  }
}

/** Whether a follower whose end was said is gone is looked at later, and the same is answered whether it follows or not. */
async function doubt(
  { database, enqueue, now }: ReceiveDeps,
  { id: tenantId }: Tenant,
  actorId: string,
): Promise<void> {
  await database.asTenant(tenantId, async (tx) => {
    if (await doubtFollower(tx, actorId, now())) await enqueue(tx, { name: 'tell_followers', tenantId })
  })
}

async function unfollow(tx: TenantTx, { id }: RemoteActor, followId: string | null): Promise<void> {
  const former = await findFollower(tx, id)
  if (former !== null && (followId === null || followId === former.followId)) await deleteFollower(tx, id)
}

async function answer(
  tx: TenantTx,
  account: Account,
  sender: RemoteActor,
  { kind, id, activity }: Extract<Wish, { readonly kind: 'follow' | 'join' }>,
  now: Date,
): Promise<void> {
  // Nobody is written to as often as they ask, and a crowd of accounts that do not answer keeps nobody waiting for long.
  const waiting = await countAnswers(tx, new URL(sender.id).origin)
  if (waiting.ofServer >= mostAnswers || waiting.all >= mostFollowers) return
  const isNew = kind === 'follow' && (await findFollower(tx, sender.id)) === null
  const isFull = isNew && (await countFollowers(tx)) >= mostFollowers
  const type = kind === 'join' ? 'Ignore' : isFull ? 'Reject' : 'Accept'
  const asked = { id, type: activity['type'], actor: sender.id, object: idOf(activity['object']) }
  const said = answerOf(account, type, `${account.actor}#answers/${newId()}`, sender.id, asked)
  const before = await addActivities(tx, [said], { inbox: sender.inbox, now })
  await hearFrom(tx, [sender.inbox], before, false)
  if (type !== 'Accept') return
  await putFollower(tx, { actor: sender.id, followId: id, inbox: sender.sharedInbox }, now)
  // From now on: what was told before is in the outbox.
  await hearFrom(tx, [sender.sharedInbox], before, true)
}

/** @returns null: what came is not proved to be by that actor */
async function proveSender(
  deps: ReceiveDeps,
  tenant: Tenant,
  own: FediverseActor,
  received: Received,
  actorId: string,
): Promise<RemoteActor | null> {
  const { fetchFeed, webhooks, now } = deps
  const signature = readSignature(received, now())
  if (signature === null || !webhooks.isAddress(actorId)) return null
  const { signer } = openAccount(deps, tenant.id, own)
  const document = await fetchDocument(fetchFeed, actorId, { by: signer, at: now() })
  const sender = typeof document === 'string' ? null : readActor(document)
  if (sender?.key?.id !== signature.keyId || sender.id !== actorId || !signature.isBy(sender.key.pem)) return null
  return [sender.inbox, sender.sharedInbox].every((inbox) => webhooks.isAddress(inbox)) ? sender : null
}
