import { isProcessAlive } from '../../db/process-life.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { BasicDeps } from '../deps.ts'
import {
  deleteClaim,
  findKey,
  insertClaim,
  type KeptAnswer,
  type KeyClaim,
  takeOverClaim,
} from './idempotency.queries.ts'

/** How long an answer is kept for a repeat (ADR 0265). */
export const keyLifeMs = 24 * 3_600_000

/**
 * A claim this old may be taken over although its process lives: most such were left by one that lost its database for a while. A request
 * that takes longer all the same, waiting for its turn, for locks and for pictures, finds it out as it keeps its answer, and is refused: what
 * it made is undone, or is what the other one finds.
 */
export const claimLifeMs = 30_000

export type RepeatableRequest = { readonly key: string; readonly bodyHash: Buffer }

type KeyOutcome = { readonly kind: 'claimed'; readonly claim: KeyClaim } | ({ readonly kind: 'answered' } & KeptAnswer)

/** The answer to an earlier request with the same key and body, word for word. */
export type Repeated = { readonly kind: 'repeated' } & KeptAnswer

/**
 * Does the work, or finds the earlier answer: with a key a repeat within 24 hours gets the first answer. Only what was written is
 * kept, so a refused request may be tried again with the same key.
 *
 * @param work keeps its answer under the claim; null: no key was named
 * @throws AppError as `work`; idempotency_mismatch (another body), idempotency_conflict (the first still runs)
 */
export async function unlessAnswered<Answer>(
  deps: BasicDeps<'life'>,
  tenantId: string,
  request: RepeatableRequest | null,
  work: (claim: KeyClaim | null) => Promise<Answer>,
): Promise<Answer | Repeated> {
  return request ? onceAsked(deps, tenantId, request, work) : work(null)
}

/** As `unlessAnswered`, of a request that names a key. */
export async function onceAsked<Answer>(
  deps: BasicDeps<'life'>,
  tenantId: string,
  request: RepeatableRequest,
  work: (claim: KeyClaim) => Promise<Answer>,
): Promise<Answer | Repeated> {
  const taken = await takeKey(deps, tenantId, request)
  if (taken.kind === 'answered') return { ...taken, kind: 'repeated' }
  try {
    return await work(taken.claim)
  } catch (error) {
    // What failed first is what is told. A claim that stays all the same is taken over once it is too old.
    await deps.database.asTenant(tenantId, (tx) => deleteClaim(tx, taken.claim)).catch(() => undefined)
    throw error
  }
}

/**
 * Claims a key before its request runs, or finds the answer of the first one. What is made keeps its answer in its own transaction,
 * under the lock of the claim: whichever ends first, there is one of it per key or none.
 */
async function takeKey(deps: BasicDeps<'life'>, tenantId: string, request: RepeatableRequest): Promise<KeyOutcome> {
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

function stillRunning(): AppError {
  return new AppError('idempotency_conflict', { retryAfterSeconds: 1 })
}
