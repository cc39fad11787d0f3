import { secretPath } from '../http/secret-paths.ts'
import { ownPath } from './own-path.ts'

/** Starts a sign-in, or returns from one: they lead nowhere that a person came from. */
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
  const url = ownPath(asked)
  if (url === null) return null
  const leads = [ofSignIn, forPrograms, encodedSlash, secretPath].every((kind) => !kind.test(url.pathname))
  return leads ? url.pathname + url.search : null
}

/** The page that asks for a sign-in, and brings back to `path`. */
export function signInPath(path: string | null | undefined): string {
  const next = nextPath(path)
  return next === null ? '/sign-in/' : `/sign-in/?${new URLSearchParams({ next })}`
}
