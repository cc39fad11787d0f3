import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { TenantTx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { keepAnswer } from '../features/request/idempotency.queries.ts'
import { keyLifeMs, onceAsked } from '../features/request/idempotency.ts'
import { noteDue } from '../features/tenant/due-work.queries.ts'
import { sha256 } from '../lib/hash.ts'
import { newId, repeatableId, repeatableKey } from '../lib/ids.ts'
import { readOwnKey } from './repeat-wire.ts'
import type { RouteInput } from './route.ts'

type Input = Pick<RouteInput<undefined, undefined, undefined>, 'request' | 'reply' | 'tenant'>

/** A field of an answer that is shown once: it is not kept. */
export type ShownOnce = {
  readonly field: string
  /** What a repeat gets there. @param id of what was made */
  readonly again: (id: string) => Promise<unknown>
}

/** @param idOfNew the id of what it makes: of what is `madeApart` a repeat with the same key has the same */
type Work = (context: Context, idOfNew: string) => unknown

/**
 * Does what a request asks for, or answers as the first time: with an Idempotency-Key a repeat within 24 hours makes nothing more
 * (ADR 0265). All that is asked of the database that `work` is given, at the organisation, is one transaction, with which the answer is
 * kept; of what is `madeApart` it is kept afterwards, and where it was not, `work` finds what it made.
 *
 * @throws AppError as `work`; validation_failed (the key), idempotency_mismatch, idempotency_conflict
 */
export async function answerOnce(
  context: Context,
  { request, reply, tenant }: Input,
  { madeApart, shownOnce }: { readonly madeApart: boolean; readonly shownOnce: ShownOnce | null },
  work: Work,
): Promise<unknown> {
  const key = readOwnKey(request, emailOf(request))
  if (key === null) return work(context, newId())
  const { database, now } = context
  const asked = { key: keyAt(request, key), bodyHash: bodyHashOf(request) }
  const ofKey = repeatableKey(`${asked.key} ${asked.bodyHash.toString('hex')}`)
  const answer = await onceAsked(context, tenant.id, asked, async (claim) => {
    const keep = async (tx: TenantTx, made: unknown): Promise<void> => {
      const lasting = shownOnce === null ? made : { ...Object(made), [shownOnce.field]: null }
      const kept = { statusCode: reply.statusCode, response: JSON.stringify(lasting ?? null) }
      if (!(await keepAnswer(tx, claim, kept))) throw new AppError('idempotency_conflict')
      await noteDue(tx, 'holds', new Date(now().getTime() + keyLifeMs))
    }
    if (!madeApart) {
      const made = await database.asOne(tenant.id, async (one) => work({ ...context, database: one }, newId()), keep)
      return { kind: 'made' as const, made }
    }
    const made = await work(context, repeatableId(tenant.id, ofKey))
    await database.asTenant(tenant.id, (tx) => keep(tx, made))
    return { kind: 'made' as const, made }
  })
  if (answer.kind === 'made') return answer.made
  reply.code(answer.statusCode)
  const kept = JSON.parse(answer.response) as unknown
  if (shownOnce === null) return kept
  const { uuid } = kept as { readonly uuid: string }
  return { ...Object(kept), [shownOnce.field]: await shownOnce.again(uuid) }
}

/** The same key at another address is another one: a till may name a booking and its payment alike. */
function keyAt({ routeOptions, params }: FastifyRequest, key: string): string {
  const named = Object.values(params as Readonly<Record<string, string>>).map((text) => text.toLowerCase())
  return `${routeOptions.url} ${sha256([key, ...named].join('\n')).toString('base64url')}`
}

/** Of what is read of the body: where the route takes none, nothing is. */
function bodyHashOf({ body, uploads, routeOptions }: FastifyRequest): Buffer {
  const files = [...uploads].map(([name, bytes]) => [name, sha256(bytes).toString('hex')])
  return sha256(JSON.stringify([routeOptions.schema?.body ? body : null, files]))
}

/** By which a caller without credentials is known. */
function emailOf({ body }: FastifyRequest): string {
  const { email } = Object(body) as { readonly email?: unknown }
  return typeof email === 'string' ? email : ''
}
