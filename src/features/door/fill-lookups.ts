import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { listSigningKeysOf } from '../tenant/signing-key.queries.ts'
import { openSigningKey } from '../tenant/signing-key.ts'
import { listEventsWithFormerKeys } from '../ticket/former-ticket-key.queries.ts'
import { dataOf, makeQrCode } from '../ticket/qr-code.ts'
import { formerCoding } from './former-coding.ts'
import { insertLookups, listWithoutLookup, type WithoutLookup } from './lookup.queries.ts'
import { lookupOf } from './lookup.ts'
import { isCounted, type Position, readPosition } from './snapshot.queries.ts'

export type LookupFills = {
  /**
   * Makes every ticket of some events found by the lookup of each code it can have: also those that no snapshot had, and codes that a
   * retired key signed.
   */
  fill(tenantId: string, eventIds: readonly string[]): Promise<void>
}

/** What was filled last in an organisation, and how far its database was then. */
type Filled = { readonly position: Position; readonly names: ReadonlySet<string> }

const mostTenants = 200
const atATime = 1000
/** Signing takes this thread some thirty microseconds a ticket; scans that come meanwhile get their turn. */
const signedAtATime = 50

/**
 * A queue with a code that is nobody's asks at each of its attempts. So a process remembers what it filled, and looks only at tickets
 * that were written since.
 */
export function createLookupFills(deps: Pick<Deps, 'database' | 'secrets'>): LookupFills {
  const tenants = new Map<string, Filled>()
  const turns = new Map<string, Promise<void>>()

  async function fillNow(tenantId: string, eventIds: readonly string[]): Promise<void> {
    const { position, keys, former } = await deps.database.asTenant(tenantId, async (tx) => ({
      position: await readPosition(tx),
      keys: await listSigningKeysOf(tx, eventIds),
      former: await listEventsWithFormerKeys(tx, eventIds),
    }))
    const before = tenants.get(tenantId)
    const last = before && isCounted(before.position, position) ? before : null
    const names = new Set<string>()
    async function fillUnder(keyId: string, open: () => MakeText, those: readonly string[]): Promise<void> {
      const nameOf = (eventId: string) => `${keyId} ${eventId}`
      const { old = [], fresh = [] } = Object.groupBy(those, (eventId) =>
        last?.names.has(nameOf(eventId)) ? 'old' : 'fresh',
      )
      await sign(tenantId, open, { eventIds: fresh, keyId, since: null })
      await sign(tenantId, open, { eventIds: old, keyId, since: last?.position.oldest ?? null })
      for (const eventId of those) names.add(nameOf(eventId))
    }
    for (const { id, privateKeyEncrypted } of keys) {
      const open = (): MakeText => {
        const privateKey = openSigningKey(deps.secrets, tenantId, privateKeyEncrypted)
        return (ticketId) => makeQrCode(ticketId, privateKey)
      }
      await fillUnder(id, open, eventIds)
    }
    await fillUnder(formerCoding.id, () => dataOf, former)
    tenants.delete(tenantId)
    tenants.set(tenantId, { position, names })
    const [oldest] = tenants.keys()
    if (tenants.size > mostTenants && oldest !== undefined) tenants.delete(oldest)
  }

  async function sign(tenantId: string, open: () => MakeText, wanted: Omit<WithoutLookup, 'limit'>): Promise<void> {
    for (let left = true; left; ) {
      const ids = await deps.database.asTenant(tenantId, (tx) => listWithoutLookup(tx, { ...wanted, limit: atATime }))
      left = ids.length === atATime
      if (ids.length === 0) return
      const lookups = await lookupsOf(ids, open(), wanted.keyId)
      await deps.database.asTenant(tenantId, (tx) => insertLookups(tx, lookups))
    }
  }

  // Twenty phones come back at once: the first does the work, and the others find it done.
  return { fill: (tenantId, eventIds) => inTurn(turns, tenantId, () => fillNow(tenantId, eventIds)) }
}

/** Does something after all that was asked for before under the same name, whatever became of that. */
async function inTurn(turns: Map<string, Promise<void>>, name: string, work: () => Promise<void>): Promise<void> {
  const before = turns.get(name)?.catch(() => {})
  const turn = (async () => {
    await before
    await work()
  })()
  turns.set(name, turn)
  try {
    await turn
  } finally {
    if (turns.get(name) === turn) turns.delete(name)
  }
}

/** Makes the text of which a ticket's lookup is the hash. */
type MakeText = (ticketId: string) => string

async function lookupsOf(ids: readonly string[], textOf: MakeText, keyId: string) {
  const lookups = []
  for (const [index, ticketId] of ids.entries()) {
    if (index > 0 && index % signedAtATime === 0) await setImmediate()
    lookups.push({ ticketId, keyId, lookup: lookupOf(textOf(ticketId)) })
  }
  return lookups
}
