import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../lib/hash.ts'
import type { Asked } from './route.ts'

/** An answer that is made once and sent to many. Nothing in it is secret or a visitor's own: its length may be seen. */
export type Copy = {
  readonly body: Buffer
  readonly tag: string
  /** Made for the first who takes it. */
  zipped: Promise<Buffer> | null
}

const zip = promisify(gzip)

export function copyOf(text: string): Copy {
  const body = Buffer.from(text)
  return { body, tag: sha256(body).toString('base64url'), zipped: null }
}

/**
 * Compressed to whoever takes it so, and to whoever has it already only that nothing changed (RFC 9110). The caller has said in the
 * headers what it is, who may keep it, and what else it depends on.
 */
export async function sendCopy(copy: Copy, { request, reply }: Asked): Promise<FastifyReply> {
  const { headers } = request
  const isZipped = takesGzip(headers['accept-encoding'])
  const tag = `"${copy.tag}${isZipped ? '-gzip' : ''}"`
  reply.header('etag', tag)
  if (isKnown(headers['if-none-match'], tag)) return reply.code(304).send()
  if (!isZipped) return reply.send(copy.body)
  copy.zipped ??= zip(copy.body)
  return reply.header('content-encoding', 'gzip').send(await copy.zipped)
}

/** About how much of it that would send: what is compressed has a quarter of its length, or less. */
export function bytesToSend({ body }: Copy, { headers }: FastifyRequest): number {
  return takesGzip(headers['accept-encoding']) ? body.length / 4 : body.length
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted))
}

/** Tells whether the client has the tag, by RFC 9110's weak comparison: a tag may have become weak on the way. */
function isKnown(known: string | undefined, tag: string): boolean {
  return known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false
}
