/** What was typed or pasted to pair: the token in it, or why there is none. */
export type TypedPairing =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'elsewhere'; readonly host: string }
  | { readonly kind: 'unreadable' }

const tokenForm = /^[A-Za-z0-9_-]{20,200}$/

/** Reads the pairing address, the address of the scanner with the token behind it, or the token alone. */
export function readPairing(typed: string, host: string): TypedPairing {
  const text = typed.trim()
  if (tokenForm.test(text)) return { kind: 'token', token: text }
  if (!URL.canParse(text)) return { kind: 'unreadable' }
  const url = new URL(text)
  const token = tokenOfFragment(url.hash) ?? /^\/scan\/([^/]+)\/pair\/?$/.exec(url.pathname)?.[1]
  if (token === undefined || !tokenForm.test(token)) return { kind: 'unreadable' }
  return url.host === host ? { kind: 'token', token } : { kind: 'elsewhere', host: url.host }
}

/** Reads the token from `#pair=<token>`: what follows the sign stays in the browser, and no server or log ever has it. */
export function tokenOfFragment(fragment: string): string | undefined {
  return /^#pair=([A-Za-z0-9_-]{20,200})$/.exec(fragment)?.[1]
}
