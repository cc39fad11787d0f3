import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import httpSignature from '@peertube/http-signature'
import { afterAll } from 'vitest'
import { untilTrue } from './box-office.ts'
import type { Answer } from './client.ts'
import type { TestServer } from './server.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what another server was sent
type Activity = any

export type PeerAccount = {
  readonly id: string
  readonly inbox: string
  /** What came to its inbox, and was signed by its actor as the library of other servers checks it, in the order in which it came. */
  got(type?: string): readonly Activity[]
  until(type: string, count?: number): Promise<readonly Activity[]>
  /** Answers what comes with this status from now on. */
  answers(status: number): void
  /** Is gone from its server. */
  end(): void
  /** Sends an activity to the inbox of an organisation, signed. */
  send(label: string, activity: object, how?: Sending): Promise<Answer>
  follow(label: string): Promise<Answer>
}

/** How a request is wrong; all absent: it is right. */
type Sending = {
  readonly keyOf?: PeerAccount
  /** Signs with the key of somebody else, and says that it is its own. */
  readonly forgedBy?: PeerAccount
  readonly bodySent?: string
  readonly date?: Date
  readonly without?: 'digest' | 'date' | '(request-target)' | 'signature'
}

export type Peer = {
  /** The value of FETCH_ALLOW. */
  readonly allow: string
  /** An account of its own; `changes` are put in the place of what its document says. */
  account(name: string, changes?: object): PeerAccount
  /** What came to an inbox, whosever it is: also to one that accounts share. */
  inbox(path: string): { readonly address: string; got(): readonly Activity[] }
  /** Leads from an address elsewhere. */
  redirect(path: string, to: string): string
  /** How often anything of it was asked for. */
  asked(): number
}

const pairs = new Map<PeerAccount, { readonly keyId: string; readonly privateKey: string }>()

/** Starts another server of the fediverse, on loopback. `server` is the one whose signatures it checks. */
export async function startPeer(server: () => Pick<TestServer, 'send'>): Promise<Peer> {
  const documents = new Map<string, object>()
  const inboxes = new Map<string, { status: number; readonly got: Activity[] }>()
  const redirects = new Map<string, string>()
  let asked = 0
  /** Kept, as other servers do: whoever is gone says so with a key that nobody can read any more. */
  const keys = new Map<string, string>()
  const keyOf = async (keyId: string) => {
    const kept = keys.get(keyId)
    if (kept !== undefined) return kept
    const { hostname, pathname } = new URL(keyId)
    const { json } = await server().send(hostname.replace(/\.localhost$/, ''), 'GET', pathname)
    if (json.publicKey.id !== keyId) throw new Error('another key')
    keys.set(keyId, String(json.publicKey.publicKeyPem))
    return String(json.publicKey.publicKeyPem)
  }
  const web = createServer(async (request, response) => {
    const path = request.url ?? ''
    if (request.method === 'GET') {
      asked++
      const elsewhere = redirects.get(path)
      if (elsewhere !== undefined) return response.writeHead(302, { location: elsewhere }).end()
      const document = documents.get(path)
      response.writeHead(document ? 200 : 404, { 'content-type': 'application/activity+json' })
      return response.end(JSON.stringify(document))
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const inbox = inboxes.get(path)
    const parsed = httpSignature.parseRequest(request, { authorizationHeaderName: 'signature' })
    const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`
    const activity: Activity = JSON.parse(body.toString())
    const isGood =
      request.headers['digest'] === digest &&
      ['(request-target)', 'host', 'date', 'digest'].every((name) => parsed.params.headers.includes(name)) &&
      parsed.keyId.startsWith(`${activity.actor}#`) &&
      httpSignature.verifySignature(parsed, await keyOf(parsed.keyId))
    if (isGood && inbox?.status === 202) inbox.got.push(activity)
    return response.writeHead(isGood ? (inbox?.status ?? 404) : 401).end()
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  afterAll(() => web.close())
  const allow = `127.0.0.1:${(web.address() as AddressInfo).port}`
  const base = `http://${allow}`

  return {
    allow,
    asked: () => asked,
    inbox(path) {
      const box = { status: 202, got: [] as Activity[] }
      inboxes.set(path, box)
      return { address: `${base}${path}`, got: () => box.got }
    },
    redirect(path, to) {
      redirects.set(path, to)
      return `${base}${path}`
    },
    account(name, changes = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      const id = `${base}/${name}`
      const keyId = `${id}#main-key`
      const box = { status: 202, got: [] as Activity[] }
      inboxes.set(`/${name}/inbox`, box)
      documents.set(`/${name}`, {
        '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
        id,
        type: 'Person',
        inbox: `${id}/inbox`,
        publicKey: { id: keyId, owner: id, publicKeyPem: publicKey },
        ...changes,
      })
      const account: PeerAccount = {
        id,
        inbox: `${id}/inbox`,
        got: (type) => box.got.filter((activity) => type === undefined || activity.type === type),
        async until(type, count = 1) {
          await untilTrue(async () => account.got(type).length >= count)
          return account.got(type)
        },
        answers: (status) => {
          box.status = status
        },
        end: () => void documents.delete(`/${name}`),
        send: (label, activity, how = {}) => sendSigned(server(), account, label, activity, how),
        follow: (label) => account.send(label, { type: 'Follow', object: actorOf(label, server()) }),
      }
      pairs.set(account, { keyId, privateKey })
      return account
    },
  }
}

/** The address of the account of an organisation. */
export function actorOf(label: string, { port }: Partial<TestServer>): string {
  return `http://${label}.localhost:${port}/fediverse/actor/`
}

let number = 0

async function sendSigned(
  server: Pick<TestServer, 'send'> & Partial<TestServer>,
  account: PeerAccount,
  label: string,
  activity: object,
  { keyOf = account, forgedBy = keyOf, bodySent, date = new Date(), without }: Sending,
): Promise<Answer> {
  const path = '/fediverse/inbox/'
  const body = JSON.stringify({
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${account.id}/activities/${++number}`,
    actor: account.id,
    ...activity,
  })
  const host = `${label}.localhost:${server.port}`
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`
  const headers = new Map([
    ['host', host],
    ['date', date.toUTCString()],
    ['digest', digest],
    ['content-type', 'application/activity+json'],
  ])
  const [pair, signing] = [pairs.get(keyOf), pairs.get(forgedBy)]
  if (!pair || !signing) throw new Error('an account without a key')
  const names = ['(request-target)', 'host', 'date', 'digest'].filter((name) => name !== without)
  if (without !== 'signature')
    httpSignature.signRequest(
      {
        method: 'POST',
        path,
        getHeader: (name) => headers.get(name.toLowerCase()),
        setHeader: (name, value) => void headers.set(name.toLowerCase(), value),
      },
      {
        authorizationHeaderName: 'signature',
        keyId: pair.keyId,
        key: signing.privateKey,
        headers: names,
        algorithm: 'rsa-sha256',
      },
    )
  return server.send(label, 'POST', path, { body: bodySent ?? body, headers: Object.fromEntries(headers) })
}
