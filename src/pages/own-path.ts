import { plainSpelling } from '../http/secret-paths.ts'

/** A base that is no host: an address that is resolved against it and stays there is a path. */
const nowhere = 'http://nowhere.invalid'
const longest = 500

/**
 * Reads an address of this host as a path: never one of another host, in whatever spelling.
 *
 * @returns null when nothing was given, or no such address
 */
export function ownPath(asked: string | null | undefined): Pick<URL, 'pathname' | 'search'> | null {
  if (!asked || asked.length > longest || !isPlain(asked)) return null
  const url = URL.parse(plainSpelling(asked), nowhere)
  if (url?.origin !== nowhere) return null
  // The path is checked again as it was parsed: dots between slashes are gone by now.
  return isPlain(url.pathname + url.search) ? url : null
}

/** Whether a path begins with one slash, and has nothing in it, decoded or not, that some reader takes for a host or a new line. */
function isPlain(path: string): boolean {
  const decoded = decode(path)
  return decoded !== null && /^\/(?![/\\])\S*$/.test(path) && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(decoded)
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
