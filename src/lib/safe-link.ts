const linked = ['http', 'https', 'mailto', 'tel']
/** What runs, or shows what its writer likes, under the address of whoever links to it. */
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

/** Without what the WHATWG URL Standard takes out first: controls and blanks in front, tabs and line breaks anywhere. */
function asBrowsersRead(text: string): string {
  const start = [...text].findIndex((character) => character > ' ')
  return start < 0 ? '' : text.slice(start).replace(/[\t\r\n]/g, '')
}

/** For what is given out: null in the place of what was kept before it was looked at. */
export function safeLink(text: string | null): string | null {
  return text !== null && isSafeLink(text) ? text : null
}
