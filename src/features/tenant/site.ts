import { domainToUnicode } from 'node:url'

/** How many web sites of its own an organisation names at most; the table has the same limit. */
export const mostSites = 20
export const longestSite = 300

/** What the URL Standard takes as a whole: it would cut off or forgive a user, a path, blanks and backslashes without a word. */
const whole = /^https?:\/\/[^\s/\\?#@%*]+\/?$/i
/** Nothing that means something in a header, which the standard lets through. */
const plainHost = /^(([a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:]+\])$/
const ownMachine: readonly string[] = ['localhost', '127.0.0.1']

/**
 * The origin of a web site as browsers send it: lower case, in ASCII, without the usual port. Null when the text is none, or when what
 * is sent there could be read on the way.
 */
export function siteOf(text: string): string | null {
  if (text.length > longestSite || !whole.test(text) || !URL.canParse(text)) return null
  const { origin, protocol, hostname } = new URL(text)
  if (!plainHost.test(hostname)) return null
  return protocol === 'https:' || ownMachine.includes(hostname) ? origin : null
}

/** The sites among these texts, each once. */
export function sitesOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => siteOf(text) ?? []))]
}

/** Most characters of an address that leads back to a site; the table has the same limit. */
export const longestReturn = 2048

/** A site and what follows it: neither a user nor a backslash, which browsers read as a slash. */
const ofSite = /^https?:\/\/[^\s/\\?#@%*]+([/?#][^\s\\]*)?$/i

/** Whether an address is a page of one of these sites; a site that was taken off the list has none. */
export function isAtSite(address: string, sites: readonly string[]): boolean {
  return ofSite.test(address) && URL.canParse(address) && sites.includes(new URL(address).origin)
}

/** The host of an address as people read it. */
export function readableHost(address: string): string {
  const { hostname, port } = new URL(address)
  return `${domainToUnicode(hostname) || hostname}${port === '' ? '' : `:${port}`}`
}
