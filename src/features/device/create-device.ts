import { fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { makePairingToken, pairingUrl } from './pairing-token.ts'

export type NewDevice = {
  readonly name: string
  /** From then on its key is refused; null: never. */
  readonly endsAt?: Date | null
}

/** The token is shown once and kept hashed only; whoever opens the address first gets the key. */
export type PairingOffer = { readonly deviceId: string; readonly token: string; readonly pairingUrl: string }

/** A device that waits to be paired. @throws AppError validation_failed (an end that has passed) */
export async function createDevice(
  deps: Pick<Deps, 'database' | 'now' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  input: NewDevice,
): Promise<PairingOffer> {
  const now = deps.now()
  const { endsAt = null } = input
  if (endsAt !== null && endsAt <= now) throw fieldError('ends_at', 'in_the_past')
  const id = newId()
  const { token, columns } = makePairingToken(now)
  await deps.database.asTenant(tenant.id, async (tx) => {
    await tx
      .insertInto('device')
      .values({
        tenantId: tenant.id,
        id,
        name: input.name,
        createdAt: now,
        endsAt,
        ...columns,
      })
      .execute()
    await recordChange(tx, actor, now, {
      action: 'device.created',
      subjectId: id,
      after: { name: input.name, endsAt },
    })
  })
  return { deviceId: id, token, pairingUrl: pairingUrl(deps.urls.base(tenant.host), token) }
}
