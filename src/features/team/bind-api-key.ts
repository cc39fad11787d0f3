import { fieldError } from '../../errors.ts'
import { isAddressOrRange } from '../../lib/address-range.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type ApiKeyName, getApiKeyLocked, putAddresses } from '../account/api-key.queries.ts'

export const mostAddresses = 50

export function isAddressList(entries: readonly string[]): boolean {
  return entries.length <= mostAddresses && entries.every(isAddressOrRange)
}

/**
 * Checks the addresses that a key may be used from.
 *
 * @param before what the name of the field begins with
 * @throws AppError validation_failed (`addresses`)
 */
export function checkAddresses(entries: readonly string[], before = ''): readonly string[] {
  if (!isAddressList(entries)) throw fieldError(`${before}addresses`, 'addresses')
  return [...new Set(entries.map((entry) => entry.toLowerCase()))]
}

/**
 * Binds a key to addresses: from the next request on it is refused from anywhere else, in every process.
 *
 * @param addresses addresses and ranges; none: from anywhere
 * @throws AppError not_found, validation_failed (`addresses`)
 */
export async function bindApiKey(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  which: ApiKeyName,
  addresses: readonly string[],
): Promise<void> {
  const bound = checkAddresses(addresses)
  await deps.database.asTenant(tenant.id, async (tx) => {
    const key = await getApiKeyLocked(tx, which)
    await putAddresses(tx, key.id, bound)
    await recordChange(tx, actor, deps.now(), 'api_key.bound', key.id, {
      after: { name: key.name, addresses: bound.length },
    })
  })
}
