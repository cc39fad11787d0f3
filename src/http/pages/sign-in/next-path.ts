import { secretPath } from '../../secret-paths.ts'

/** Of no host at all: what is read against it and stays there is a path. */
const nowhere = 'http://nowhere.invalid'
const longest = 500

/** Starts a sign-in, or gives one back: they lead nowhere that a person came from. */
const ofSignIn = /^\/(sign-in|sign-out|set-up)(\/|$)/
const forPrograms = /^\/(api|scan|\.well-known)(\/|$)/
/** No address of ours has one, and a reader that decodes it sees other segments. */
const encodedSlash = /%(2f|5c)/i

/**
 * Where somebody goes on after signing in: the page of this host that they came from, as a path. Never another host, in
 * whatever spelling, and no address that is a secret, which would be mailed to whoever's address was typed.
 *
 * @returns null when nothing was asked for, or nothing of that kind
 */
export function nextPath(asked: string | null | undefined): string | null {
  if (!asked || asked.length > longest || !isPlain(asked)) return null
  const url = URL.parse(asked, nowhere)
  if (url?.origin !== nowhere) return null
  // Once more as it is read: dots between slashes are gone by now.
  const path = url.pathname + url.search
  const leads = [ofSignIn, forPrograms, encodedSlash, secretPath].every((kind) => !kind.test(url.pathname))
  return leads && isPlain(path) ? path : null
}

/** The page that asks for a sign-in, and brings back to `path`. */
export function signInPath(path: string | null | undefined): string {
  const next = nextPath(path)
  return next === null ? '/sign-in/' : `/sign-in/?${new URLSearchParams({ next })}`
}

/** Begins with one slash, and has nothing in it, decoded or not, that some reader takes for a host or a new line. */
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
