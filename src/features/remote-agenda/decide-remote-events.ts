import type { TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { publishRemoteEvents } from './publish-remote-events.ts'
import {
  findRemoteAgendaLocked,
  getRemoteEvent,
  listAgendasOf,
  putStates,
  type RemoteEvent,
} from './remote-agenda.queries.ts'
import type { RemoteEventState } from './remote-agenda.ts'

/** Accepts an event of an agenda, which the calendar shows from then on, or refuses it. May be repeated, and decided otherwise. @throws AppError not_found */
export async function decideRemoteEvent(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  state: Exclude<RemoteEventState, 'waiting'>,
): Promise<RemoteEvent> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    await getRemoteEvent(tx, id)
    await decide(deps, tx, actor, [id], state)
    return getRemoteEvent(tx, id)
  })
}

/** As `decideRemoteEvent`, of several; those that are there no more are passed over. @returns how many are decided otherwise than before */
export async function decideRemoteEvents(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  ids: readonly string[],
  state: Exclude<RemoteEventState, 'waiting'>,
): Promise<number> {
  return deps.database.asTenant(tenant.id, (tx) => decide(deps, tx, actor, ids, state))
}

/** Names of events in one entry of the log. */
const mostNames = 20

async function decide(
  deps: BasicDeps,
  tx: TenantTx,
  actor: Actor,
  ids: readonly string[],
  state: Exclude<RemoteEventState, 'waiting'>,
): Promise<number> {
  // Locked before anything of them changes: the calendar is written from what is then there.
  const agendas = []
  for (const agendaId of await listAgendasOf(tx, ids)) {
    const agenda = await findRemoteAgendaLocked(tx, agendaId)
    if (agenda) agendas.push(agenda)
  }
  const decided = await putStates(tx, ids, state)
  const [first, ...others] = decided
  if (!first) return 0
  for (const agenda of agendas) await publishRemoteEvents(tx, agenda)
  await recordChange(tx, actor, deps.now(), `remote_event.${state}`, others.length === 0 ? first.id : null, {
    after: { events: decided.length, names: decided.slice(0, mostNames).map(({ name }) => name) },
  })
  return decided.length
}
