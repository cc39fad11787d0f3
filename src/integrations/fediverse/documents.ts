import { type FetchRefusal, FetchRefusedError, type GuardedFeedFetch } from '../fetch/guarded-fetch.ts'
import { type Signer, signedHeaders } from './http-signature.ts'

/** A document of ActivityStreams, as a stranger wrote it: anything may be in it. */
export type ActivityDocument = Readonly<Record<string, unknown>>

const limits = { maxBytes: 500_000, timeoutMs: 10_000 }
/** What a body of ActivityStreams calls itself. */
export const activityTypes = ['application/activity+json', 'application/ld+json']

export const acceptsActivities =
  'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"'

/** Whether a body of that type is a document of ActivityStreams (ActivityPub, "Retrieving objects"). */
export function isActivityType(contentType: string | null): boolean {
  return activityTypes.includes(contentType?.split(';')[0]?.trim().toLowerCase() ?? '')
}

/** @returns null: it is no object of JSON */
export function readDocument(body: Buffer): ActivityDocument | null {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as ActivityDocument) : null
  } catch {
    return null
  }
}

/** Why there is no document. `gone`: the server says that there is none, or no more; `unreadable`: what is there is none. */
export type DocumentRefusal = FetchRefusal | 'gone' | 'unreadable'

/**
 * Fetches a document of another server, signed where there is a signer: some servers show nothing to strangers. Of a server that leads elsewhere
 * nothing is taken: another one would speak in its name.
 */
export async function fetchDocument(
  fetchFeed: GuardedFeedFetch,
  url: string,
  signed: { readonly by: Signer; readonly at: Date } | null,
): Promise<ActivityDocument | DocumentRefusal> {
  const proof = signed === null ? {} : signedHeaders(signed.by, { method: 'GET', url, body: null, at: signed.at })
  try {
    const headers = { accept: acceptsActivities, ...proof }
    const fetched = await fetchFeed(url, { etag: null, lastModified: null }, limits, headers)
    if (fetched === null || !isActivityType(fetched.contentType) || !isSameServer(fetched.finalUrl, url))
      return 'unreadable'
    return readDocument(fetched.body) ?? 'unreadable'
  } catch (error) {
    if (!(error instanceof FetchRefusedError)) throw error
    return error.status === 404 || error.status === 410 ? 'gone' : error.reason
  }
}

/** An account of another server. */
export type RemoteActor = {
  readonly id: string
  readonly inbox: string
  /** That of all accounts of its server, or its own. */
  readonly sharedInbox: string
  readonly outbox: string | null
  /** Null: it has none. */
  readonly key: { readonly id: string; readonly pem: string } | null
}

const longestAddress = 1_000

/** Reads an account (ActivityPub, "Actor objects"); null: it is none, or its inbox is on another server than itself. */
export function readActor(document: ActivityDocument): RemoteActor | null {
  const id = addressOf(document['id'])
  const inbox = addressOf(document['inbox'])
  if (id === null || inbox === null || !isSameServer(id, inbox)) return null
  const shared = addressOf(objectOf(document['endpoints'])['sharedInbox'])
  const key = objectOf(document['publicKey'])
  const [keyId, pem] = [addressOf(key['id']), key['publicKeyPem']]
  return {
    id,
    inbox,
    sharedInbox: shared !== null && isSameServer(id, shared) ? shared : inbox,
    outbox: addressOf(document['outbox']),
    key: keyId !== null && typeof pem === 'string' ? { id: keyId, pem } : null,
  }
}

/** The id of what a property names, by its address or as a whole; null: it names nothing. */
export function idOf(value: unknown): string | null {
  return addressOf(typeof value === 'object' ? objectOf(value)['id'] : value)
}

export function objectOf(value: unknown): ActivityDocument {
  return typeof value === 'object' && value !== null ? (value as ActivityDocument) : {}
}

export function isSameServer(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}

function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestAddress) return null
  return plain.test(value) && URL.canParse(value) ? value : null
}

/** Nothing that an index, a header or the database would read otherwise. */
const plain = /^https?:\/\/[\x21-\x7e]+$/
