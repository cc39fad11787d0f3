import type { TenantTx } from '../../db/database.ts'
import { fieldError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { getEventLocked } from '../event/event.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { fingerprintOf, mostFormerKeys, readFormerKey } from './former-ticket-key.ts'
import { countFormerKeys, findSameFormerKey, insertFormerKey } from './former-ticket-key.queries.ts'

export type NewFormerKey = {
  /** The id of the key, unless its event has it already. */
  readonly id: string
  readonly eventId: string
  /** PEM. */
  readonly publicKey: string
}

/**
 * Takes the key by which another server signed the tickets of an event: their codes open its door from now on (ADR 0277). May be repeated;
 * a key is the same however it was written.
 *
 * @returns the id of the key
 * @throws AppError not_found (the event), validation_failed (`public_key`)
 */
export async function addFormerKey(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { id, eventId, publicKey: text }: NewFormerKey,
): Promise<string> {
  const publicKey = readFormerKey(text)
  if (typeof publicKey === 'string') throw fieldError('public_key', publicKey)
  return deps.database.asTenant(tenant.id, (tx) =>
    keepFormerKey(tx, actor, { id, eventId, publicKey, now: deps.now() }),
  )
}

type ReadFormerKey = Pick<NewFormerKey, 'id' | 'eventId'> & { readonly publicKey: Buffer; readonly now: Date }

/** As `addFormerKey`, in a transaction that does more, with a key as `readFormerKey` reads it. */
export async function keepFormerKey(
  tx: TenantTx,
  actor: Actor,
  { id, eventId, publicKey, now: addedAt }: ReadFormerKey,
): Promise<string> {
  // Of two who would add the last one, the second waits, and counts it.
  await getEventLocked(tx, eventId)
  const same = await findSameFormerKey(tx, eventId, publicKey)
  if (same !== null) return same
  if ((await countFormerKeys(tx, eventId)) >= mostFormerKeys) throw fieldError('public_key', 'too_many_former_keys')
  await insertFormerKey(tx, { id, eventId, publicKey, addedAt })
  const after = { fingerprint: fingerprintOf(publicKey) }
  await recordChange(tx, actor, addedAt, 'event.former_key_added', eventId, { after })
  return id
}
