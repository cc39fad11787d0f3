import type { GuardedFeedFetch } from '../fetch/guarded-fetch.ts'
import { isActivityType, objectOf, readDocument } from './documents.ts'

const limits = { maxBytes: 100_000, timeoutMs: 10_000 }

/**
 * Asks the host of an account where it is (WebFinger, RFC 7033).
 *
 * @param name `name@host`
 * @param isAddress whether one may be asked at an address: over https but where the installation allows another
 * @returns null: what is answered names no account of ActivityPub
 * @throws FetchRefusedError
 */
export async function findAccount(
  fetchFeed: GuardedFeedFetch,
  name: string,
  isAddress: (url: string) => boolean,
): Promise<string | null> {
  const host = name.slice(name.indexOf('@') + 1)
  const scheme = isAddress(`http://${host}/`) ? 'http' : 'https'
  const url = `${scheme}://${host}/.well-known/webfinger?${new URLSearchParams({ resource: `acct:${name}` })}`
  const fetched = await fetchFeed(url, { etag: null, lastModified: null }, limits, {
    accept: 'application/jrd+json, application/json;q=0.9',
  })
  const { links } = readDocument(fetched?.body ?? Buffer.alloc(0)) ?? {}
  for (const { rel, type, href } of Array.isArray(links) ? links.map(objectOf) : []) {
    const isAccount = rel === 'self' && typeof type === 'string' && isActivityType(type)
    if (isAccount && typeof href === 'string' && isAddress(href)) return href
  }
  return null
}
