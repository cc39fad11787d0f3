import { serverSide, type TenantTx } from '../../db/database.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { insertEntryOnce } from '../tenant/programme.queries.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import { onStage, type Tenant } from '../tenant/tenant.ts'
import { listNamesOfArtists } from './event-parts.queries.ts'

/**
 * Takes in the organisations of this server that an event names as artists, projects and producers: each becomes one here, by its own id
 * and name, once. Ids of nobody are left for the event's foreign key to refuse.
 */
export async function takeInArtists(
  deps: Pick<BasicDeps, 'now'>,
  tx: TenantTx,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const known = await listNamesOfArtists(tx, ids)
  // In one order, so that no two wait for each other.
  for (const id of [...new Set(ids)].toSorted()) {
    const organisation = known.has(id) ? null : await findTenantById(serverSide(tx), id)
    if (organisation !== null && mayBeArtist(organisation)) await takeIn(deps, tx, actor, organisation)
  }
}

function mayBeArtist({ category, approval, archivedAt, sandbox }: Tenant): boolean {
  return onStage.includes(category) && approval === 'approved' && archivedAt === null && !sandbox
}

async function takeIn(deps: Pick<BasicDeps, 'now'>, tx: TenantTx, actor: Actor, organisation: Tenant): Promise<void> {
  const { id, organisation: name, shortDescription, longDescription, website } = organisation
  const values = { name, shortDescription, longDescription, website }
  const isMade = await insertEntryOnce(tx, 'artist', { ...values, id, createdAt: deps.now(), archived: false })
  if (isMade) await recordChange(tx, actor, deps.now(), 'artist.created', id, { after: values })
}
