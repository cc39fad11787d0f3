import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { readUuid } from '../../lib/text.ts'

/**
 * The text of a ticket's QR code: base64url of `{"uuid":"…"}`, a colon, base64url of the Ed25519 signature over that
 * first text; about 150 characters (ADR 0047).
 */
export type QrCode = {
  /** The text that was signed: in base64url without padding, whichever alphabet it came in. */
  readonly data: string
  readonly signature: Buffer
}

export function makeQrCode(ticketId: string, privateKey: KeyObject): string {
  const data = dataOf(ticketId)
  return `${data}:${sign(null, Buffer.from(data), privateKey).toString('base64url')}`
}

const signAside = promisify(sign) as (algorithm: null, data: Buffer, key: KeyObject) => Promise<Buffer>

/** Makes a code on another thread: for many at once, while this one keeps answering. */
export async function makeQrCodeAside(ticketId: string, privateKey: KeyObject): Promise<string> {
  const data = dataOf(ticketId)
  return `${data}:${(await signAside(null, Buffer.from(data), privateKey)).toString('base64url')}`
}

/** Most signed at once: more would wait for threads that other work needs too. */
const signedAtOnce = 50

/** Does work that signs (`makeQrCodeAside`) for each of many, some at a time; answers in their order. */
export async function signingEach<Of, Made>(
  all: readonly Of[],
  work: (one: Of) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = []
  for (let from = 0; from < all.length; from += signedAtOnce)
    made.push(...(await Promise.all(all.slice(from, from + signedAtOnce).map(work))))
  return made
}

/** What is signed of a ticket, which is the same in all its codes. */
export function dataOf(ticketId: string): string {
  return Buffer.from(JSON.stringify({ uuid: ticketId })).toString('base64url')
}

const longestText = 1024
const form = /^([A-Za-z0-9_+/-]+)={0,2}:([A-Za-z0-9_+/-]+)={0,2}$/

/** Parses a text; null when it is longer than 1 KiB or malformed. White space around it is ignored, both base64 alphabets are read. */
export function parseQrCode(text: unknown): QrCode | null {
  if (typeof text !== 'string' || text.length > longestText) return null
  const match = form.exec(text.trim())
  const [data, signature] = [match?.[1], match?.[2]]
  // No number of bytes has a base64 text of length 4n + 1.
  if (!data || !signature || data.length % 4 === 1 || signature.length % 4 === 1) return null
  return { data: data.replaceAll('+', '-').replaceAll('/', '_'), signature: Buffer.from(signature, 'base64url') }
}

/** The id of the ticket; null when the data, though signed, names none. */
export function ticketIdOf(code: QrCode): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(code.data, 'base64url').toString('utf8'))
    return typeof data === 'object' && data !== null && 'uuid' in data ? readUuid(data.uuid) : null
  } catch {
    return null
  }
}

/**
 * Whether a text holds a code that opens a door, since a reader that is a keyboard types wherever the focus is. In both alphabets of
 * base64; `eyJ` is `{"`.
 */
export function holdsQrCode(text: string): boolean {
  return /eyJ[\w+/-]{17,}={0,2}:[\w+/-]{20,86}/.test(text)
}
