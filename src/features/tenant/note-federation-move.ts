import type { TenantTx } from '../../db/database.ts'
import { type Actor, theServer } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, EnqueueDeps } from '../deps.ts'
import type { FederationMove } from './federation.ts'
import type { FederationPlace } from './federation.queries.ts'

type Noted = {
  readonly move: FederationMove
  readonly place: FederationPlace
  /** The names of the calendar and of the organisation at that moment. */
  readonly names: { readonly calendar: string; readonly organisation: string }
}

/** Notes a move in the log of whoever made it, and leaves it to a job to note it in that of the other side, and to mail its people. */
export async function noteFederationMove(deps: EnqueueDeps, tx: TenantTx, actor: Actor, noted: Noted): Promise<void> {
  const { metaId, memberId } = noted.place
  await noteIn(deps, tx, actor, noted)
  const tenantId = tx.tenantId === metaId ? memberId : metaId
  await deps.enqueue(tx, { name: 'tell_of_federation', tenantId, metaId, memberId, move: noted.move })
}

/** Notes, in the log of one side, what the people of the other did; by the server, since nobody there knows them. */
export function noteOtherSide(deps: Pick<BasicDeps, 'now'>, tx: TenantTx, noted: Noted): Promise<void> {
  return noteIn(deps, tx, theServer, noted)
}

async function noteIn(
  deps: Pick<BasicDeps, 'now'>,
  tx: TenantTx,
  actor: Actor,
  { move, place: { metaId, memberId }, names }: Noted,
): Promise<void> {
  const values = move === 'left' || move === 'removed' ? { before: names } : { after: names }
  await recordChange(tx, actor, deps.now(), `federation.${move}`, tx.tenantId === metaId ? memberId : metaId, values)
}
