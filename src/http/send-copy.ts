import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../lib/hash.ts'
import type { Asked } from './route.ts'

/** The best first. Browsers take Brotli by HTTPS alone, and at localhost. */
const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]
const accepts = { br: naming('br'), gzip: naming('gzip') }

/**
 * How hard Brotli tries: as long as gzip, or ten times as long for a tenth less, where it is kept. Its last step takes ten times as long
 * again for a fiftieth, and anybody may ask for a stylesheet in any colour.
 */
const qualities = { moment: 5, ever: 10 } as const

/** An answer that is made once and sent to many. Nothing in it is secret or a visitor's own: its length may be seen. */
export type Copy = {
  readonly body: Buffer
  readonly tag: string
  readonly quality: number
  /** Each made for the first who takes it. */
  readonly compressed: Map<Coding, Promise<Buffer>>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compress = {
  br: ({ body, quality }: Copy) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: ({ body }: Copy) => zip(body),
}

/** @param lasts for how long it stays as it is */
export function copyOf(text: string, lasts: keyof typeof qualities = 'moment'): Copy {
  const body = Buffer.from(text)
  return { body, tag: sha256(body).toString('base64url'), quality: qualities[lasts], compressed: new Map() }
}

/**
 * Compressed to whoever takes it so, and to whoever has it already only that nothing changed (RFC 9110). The caller has said in the
 * headers what it is, who may keep it, and what else it depends on.
 */
export async function sendCopy(copy: Copy, { request, reply }: Asked): Promise<FastifyReply> {
  const coding = codingFor(request)
  const tag = `"${copy.tag}${coding === undefined ? '' : `-${coding}`}"`
  reply.header('etag', tag)
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (coding === undefined) return reply.send(copy.body)
  const compressed = copy.compressed.get(coding) ?? compress[coding](copy)
  copy.compressed.set(coding, compressed)
  return reply.header('content-encoding', coding).send(await compressed)
}

/** About how much of it that would send: what is compressed has a quarter of its length, or less. */
export function bytesToSend({ body }: Copy, request: FastifyRequest): number {
  return codingFor(request) === undefined ? body.length : body.length / 4
}

function codingFor({ headers }: FastifyRequest): Coding | undefined {
  return codings.find((coding) => accepts[coding].test(String(headers['accept-encoding'])))
}

/** Tells whether the client has the tag, by RFC 9110's weak comparison: a tag may have become weak on the way. */
function isKnown(known: string | undefined, tag: string): boolean {
  return known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false
}

/** A header that names the coding, and does not refuse it. */
function naming(coding: Coding): RegExp {
  return new RegExp(String.raw`\b${coding}\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))`, 'i')
}
