import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { makeQrCode } from '../ticket/qr-code.ts'
import { insertLookups, listWithoutLookup, type TicketLookup } from './lookup.queries.ts'
import { lookupOf } from './lookup.ts'

const atATime = 1000
/** Signing takes this thread some thirty microseconds a ticket; scans that come meanwhile get their turn. */
export const signedAtATime = 50

/** Makes every ticket of an event found by the lookup of its code, also those that no snapshot had. */
export async function fillLookups(
  deps: Pick<Deps, 'database'> & { readonly signingKeys: SigningKeys },
  tenantId: string,
  eventId: string,
): Promise<void> {
  for (const { id: keyId, privateKey } of await deps.signingKeys.list(tenantId)) {
    for (let left = true; left; ) {
      const ids = await deps.database.asTenant(tenantId, (tx) =>
        listWithoutLookup(tx, { eventId, keyId, limit: atATime }),
      )
      const lookups: TicketLookup[] = []
      for (const [index, ticketId] of ids.entries()) {
        if (index > 0 && index % signedAtATime === 0) await setImmediate()
        lookups.push({ ticketId, keyId, lookup: lookupOf(makeQrCode(ticketId, privateKey)) })
      }
      await deps.database.asTenant(tenantId, (tx) => insertLookups(tx, lookups))
      left = ids.length === atATime
    }
  }
}
