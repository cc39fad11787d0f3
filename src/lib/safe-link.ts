const linked = ['http', 'https', 'mailto', 'tel']
/** Schemes of links that run, or show what their writer likes, under the address of the page that links to them. */
const running = ['javascript', 'vbscript', 'data']

/**
 * May a program that shows this text make a link of it? Names (`@bikini`) and words with a colon (`SIRET: 123`) go nowhere; an
 * address leads to the web, a mailbox or a phone number.
 */
export function isSafeLink(text: string): boolean {
  const bare = asBrowsersRead(text)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase() ?? null
  if (scheme === null || linked.includes(scheme)) return true
  return /\s/.test(bare.trim()) && !running.includes(scheme)
}

/** Takes out what the WHATWG URL Standard takes out first: controls and blanks in front, tabs and line breaks anywhere. */
function asBrowsersRead(text: string): string {
  const start = [...text].findIndex((character) => character > ' ')
  return start < 0 ? '' : text.slice(start).replace(/[\t\r\n]/g, '')
}

/** Returns a link to be shown; null for an unsafe one that was kept before links were checked. */
export function safeLink(text: string | null): string | null {
  return text !== null && isSafeLink(text) ? text : null
}
