import { serverSide } from '../../db/database.ts'
import { fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { normalizeEmail } from '../../lib/text.ts'
import type { Deps } from '../deps.ts'
import { ensureAccount } from './account.queries.ts'
import { makeKey } from './api-key.ts'
import { isPermission, type Permission } from './permission.ts'

export type NewApiKey = {
  readonly tenantId: string
  /** Its user; made when unknown. */
  readonly email: string
  readonly name: string
  readonly permissions: readonly string[]
  /** Null: until revoked. */
  readonly expiresAt?: Date | null
}

/**
 * @returns the whole key, which is not kept and can't be shown again.
 * @throws AppError validation_failed (an unknown permission, or none; an end that has passed)
 */
export async function createApiKey(
  deps: Pick<Deps, 'database' | 'now'>,
  input: NewApiKey,
): Promise<{ readonly id: string; readonly text: string }> {
  const granted = checkPermissions(input.permissions)
  const { expiresAt = null } = input
  if (expiresAt !== null && expiresAt <= deps.now()) throw fieldError('expires_at', 'in_the_past')
  const { text, prefix, secretHash } = makeKey()
  const id = newId()
  await deps.database.asTenant(input.tenantId, async (tx) => {
    const now = deps.now()
    const account = await ensureAccount(serverSide(tx), normalizeEmail(input.email), now)
    await tx
      .insertInto('apiKey')
      .values({
        tenantId: tx.tenantId,
        id,
        prefix,
        secretHash,
        accountId: account.id,
        name: input.name,
        permissions: [...granted],
        createdAt: now,
        expiresAt,
      })
      .execute()
  })
  return { id, text }
}

function checkPermissions(wanted: readonly string[]): ReadonlySet<Permission> {
  const known = wanted.filter(isPermission)
  if (known.length === 0 || known.length < wanted.length) throw fieldError('permissions', 'permissions')
  return new Set(known)
}
