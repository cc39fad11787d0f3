/** As much of one part of an address as is read: nothing has a longer name. */
const longestPart = 500
/** As much as the router has to read: a percent sign that stands for itself is spelt with three characters. */
export const longestParameter = 3 * longestPart

/**
 * An address that the router can read: of a part that is longer than any name its beginning, and where percent signs spell nothing they stand
 * for themselves. It would answer such an address by itself, before anything else has run.
 */
export function readableAddress(url: string): string {
  if (url.length <= longestPart && !url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  const cut = path
    .split('/')
    .map((part) => part.slice(0, longestPart))
    .join('/')
  return [isReadable(cut) ? cut : cut.replaceAll('%', '%25'), ...query].join('?')
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
