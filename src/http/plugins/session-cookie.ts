import { sha256 } from '../../lib/hash.ts'

/** `__Host-` binds the cookie to this host and to https; plain http on localhost cannot set that prefix. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-guichet' : 'guichet'
}

/** Each account knows a browser by a mark of its own: two who share one are told nothing of each other. */
export function knownBrowserCookieName(baseUrl: string, accountId: string): string {
  return `${sessionCookieName(baseUrl)}-known-${sha256(accountId).toString('base64url').slice(0, 10)}`
}

/** Holds a sign-in that is under way at the provider of the organisation. */
export function providerCookieName(baseUrl: string): string {
  return `${sessionCookieName(baseUrl)}-provider`
}

/** The cookie of the language in which somebody chose to read the pages. It identifies nobody, and stays when they sign out. */
export function languageCookieName(baseUrl: string): string {
  return `${sessionCookieName(baseUrl)}-language`
}

/** A header with that cookie and no other. */
export const languageCookieAlone = /^(__Host-)?guichet-language=[\w-]{2,35}$/

export function sessionCookieOptions(baseUrl: string, maxAgeSeconds: number) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: maxAgeSeconds,
  } as const
}
