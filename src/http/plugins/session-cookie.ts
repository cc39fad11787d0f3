/** `__Host-` binds the cookie to this host and to https; plain http on localhost cannot set that prefix. */
export function sessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-guichet' : 'guichet'
}

export function sessionCookieOptions(baseUrl: string, maxAgeSeconds: number) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: maxAgeSeconds,
  } as const
}
