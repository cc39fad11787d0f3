import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, SendOptions } from './client.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'

/** What a page asks of a browser: the attribute of its form. */
type Options = {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
  readonly allowCredentials?: readonly { readonly id: string }[]
}

type Faults = {
  /** The challenge that it signs, in place of the one it was asked for. */
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  /** True when the user pressed a button, and showed neither finger nor PIN. */
  readonly unverified?: boolean
  /** The signature counter it reports. */
  readonly count?: number
}

export type Passkey = {
  /** Answers a page that asks for a new passkey, at that origin. */
  create(options: Options, origin: string, faults?: Faults): string
  /** Answers a page that asks for its signature. */
  get(options: Options, origin: string, faults?: Faults): string
}

/** Makes an authenticator in software: a key of the curve P-256, no attestation, a counter. */
export function makePasskey(): Passkey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let used = 0
  const clientData = (type: string, { challenge }: Options, origin: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge: faults.challenge ?? challenge, origin: faults.origin ?? origin }))
  const authenticatorData = (rpId: string, faults: Faults, attested: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.count ?? ++used)
    const flags = 0b1 | (faults.unverified ? 0 : 0b100) | (attested.length === 0 ? 0 : 0b1000000)
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }
  const credential = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    })
  return {
    create(options, origin, faults = {}) {
      const key = cbor(
        new Map<number, number | Buffer>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = authenticatorData(options.rp?.id ?? '', faults, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', options, origin, faults).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
      })
    },
    get(options, origin, faults = {}) {
      const client = clientData('webauthn.get', options, origin, faults)
      const data = authenticatorData(options.rpId ?? '', faults)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

/** Encodes as much of CBOR (RFC 8949) as an authenticator uses. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    return length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) throw new Error('an authenticator does not say that')
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Reads what the form of a page asks of the browser. */
export function asksFor({ text }: Answer): Options {
  const [, json] = /data-passkey-options="([^"]+)"/.exec(text) ?? []
  if (json === undefined) throw new Error(`no passkey is asked for: ${text}`)
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

/** The browser of a signed-in person, at one host; its session changes with each proof. */
export function browserWith(server: TestServer, slug: string, cookie: string) {
  const origin = originOf(server, slug)
  const kept = { cookie }
  const keep = (answer: Answer) => {
    const [set] = [answer.headers['set-cookie'] ?? []].flat()
    if (set !== undefined) kept.cookie = set.split(';')[0] ?? ''
    return answer
  }
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const show = async (path: string) => server.send(slug, 'GET', path, { cookie: kept.cookie, headers })
  const press = async (path: string, fields: Record<string, string>, more: SendOptions = {}) =>
    keep(
      await server.send(slug, 'POST', path, {
        cookie: kept.cookie,
        body: new URLSearchParams(fields).toString(),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin },
        ...more,
      }),
    )
  return {
    origin,
    kept,
    show,
    press,
    /** Adds a passkey to the account; the answer holds the recovery codes when it is the first. */
    async add(passkey: Passkey, faults: Faults = {}, fields: Record<string, string> = {}) {
      const asked = await show('/account/passkeys/')
      expect(asked.status, asked.text).toBe(200)
      const response = passkey.create(asksFor(asked), origin, faults)
      return press('/account/passkeys/', { name: 'Telephone', response, ...fields })
    },
    /** Shows a passkey where the sign-in asks for it. */
    async prove(passkey: Passkey, faults: Faults = {}, fields: Record<string, string> = {}, at = '/sign-in/passkey/') {
      const asked = await show(at)
      expect(asked.status, asked.text).toBe(200)
      const response = passkey.get(asksFor(asked), origin, faults)
      return press('/sign-in/passkey/', { response, ...fields })
    },
  }
}

/** Reads the recovery codes from the page that shows them once. */
export function recoveryCodesIn({ text }: Answer): readonly string[] {
  return [...text.matchAll(/<code>([A-Z0-9-]+)<\/code>/g)].map(([, code = '']) => code)
}
