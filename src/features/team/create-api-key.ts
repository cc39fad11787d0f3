import { serverSide } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { ensureAccount } from '../account/account.queries.ts'
import { type Actor, may } from '../account/actor.ts'
import { makeKey } from '../account/api-key.ts'
import { isPermission, type Permission } from '../account/permission.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { checkAddresses } from './bind-api-key.ts'
import { insertApiKey } from '../account/api-key.queries.ts'

export type NewApiKey = {
  /** The id by which a form that is sent twice is recognised (lib/ids.ts, `repeatableId`). */
  readonly id: string
  /** The address of the account it acts for; an account is made for an unknown one. */
  readonly email: string
  readonly name: string
  readonly permissions: readonly string[]
  /** When it expires; null: only when revoked. */
  readonly expiresAt: Date | null
  /** Addresses that it may be used from; none: anywhere. */
  readonly addresses: readonly string[]
}

/**
 * Creates an API key. Nobody gives it a permission that they do not have themselves.
 *
 * @returns the whole key, which is not kept and can't be shown again.
 * @throws AppError validation_failed (an unknown permission, or none; an end that has passed; an address that is not valid),
 *   permission_denied, idempotency_conflict (this press of the form made it before)
 */
export async function createApiKey(deps: BasicDeps, tenant: Tenant, actor: Actor, input: NewApiKey): Promise<string> {
  const granted = checkPermissions(input.permissions)
  if (!granted.every((permission) => may(actor, permission))) throw new AppError('permission_denied')
  const { id, name, expiresAt } = input
  const addresses = checkAddresses(input.addresses)
  const [email, now] = [normalizeEmail(input.email), deps.now()]
  requireToCome(expiresAt, now)
  const { text, prefix, secretHash } = makeKey()
  await deps.database.asTenant(tenant.id, async (tx) => {
    const { id: accountId } = await ensureAccount(serverSide(tx), email, now)
    const row = { id, prefix, secretHash, accountId, name, permissions: granted, createdAt: now }
    const key = { ...row, expiresAt, addresses }
    if (!(await insertApiKey(tx, key))) throw new AppError('idempotency_conflict')
    await recordChange(tx, actor, now, 'api_key.created', id, {
      after: { name, permissions: granted, expires_at: expiresAt, addresses: addresses.length || null },
      personal: [{ field: 'user', personEmail: email, after: email }],
    })
  })
  return text
}

/**
 * Checks when a key ends.
 *
 * @param before what the name of the field begins with
 * @throws AppError validation_failed (`expires_at`)
 */
export function requireToCome(expiresAt: Date | null, now: Date, before = ''): void {
  if (expiresAt !== null && expiresAt <= now) throw fieldError(`${before}expires_at`, 'in_the_past')
}

function checkPermissions(wanted: readonly string[]): readonly Permission[] {
  const known = wanted.filter(isPermission)
  if (known.length === 0 || known.length < wanted.length) throw fieldError('permissions', 'permissions')
  return [...new Set(known)]
}
