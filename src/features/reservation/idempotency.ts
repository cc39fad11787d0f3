import { isProcessAlive } from '../../db/process-life.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { deleteClaim, findKey, insertClaim, type KeyClaim, takeOverClaim } from './idempotency.queries.ts'

/** How long an answer is kept for a repeat (ADR 0059). */
export const keyLifeMs = 24 * 3_600_000

/** A claim this old was left behind, by a process that has lost its database for a while: nothing takes half as long. */
export const claimLifeMs = 30_000

export type RepeatableRequest = { readonly key: string; readonly bodyHash: Buffer }

export type KeyOutcome =
  | { readonly kind: 'claimed'; readonly claim: KeyClaim }
  | { readonly kind: 'answered'; readonly statusCode: number; readonly response: string }

/**
 * Claims a key before its request runs, or finds the answer of the first one. The booking keeps its answer in its own
 * transaction, under the lock of the claim: whatever ends when, there is one booking or none per key.
 *
 * @throws AppError idempotency_mismatch (another body), idempotency_conflict (the first still runs)
 */
export async function takeKey(
  deps: Pick<Deps, 'database' | 'now' | 'life'>,
  tenantId: string,
  request: RepeatableRequest,
): Promise<KeyOutcome> {
  const now = deps.now()
  return deps.database.asTenant(tenantId, async (tx) => {
    const since = new Date(now.getTime() - keyLifeMs)
    const claim = { key: request.key, claim: newId() }
    const values = { ...claim, bodyHash: request.bodyHash, createdAt: now, holder: deps.life }
    if (await insertClaim(tx, values)) return { kind: 'claimed', claim }
    const known = await findKey(tx, request.key, since)
    if (known && !known.bodyHash.equals(request.bodyHash)) throw new AppError('idempotency_mismatch')
    if (known?.answer) return { kind: 'answered', ...known.answer }
    const isYoung = known && known.createdAt.getTime() > now.getTime() - claimLifeMs
    if (isYoung && (await isProcessAlive(tx, known.holder))) throw stillRunning()
    if (known) await deleteClaim(tx, { key: request.key, claim: known.claim })
    if (!(await takeOverClaim(tx, values, since))) throw stillRunning()
    return { kind: 'claimed', claim }
  })
}

/** After a refusal nothing was written, so nothing is kept: the same key may try again. */
export async function giveUpClaim(deps: Pick<Deps, 'database'>, tenantId: string, claim: KeyClaim): Promise<void> {
  await deps.database.asTenant(tenantId, (tx) => deleteClaim(tx, claim))
}

function stillRunning(): AppError {
  return new AppError('idempotency_conflict', { retryAfterSeconds: 1 })
}
