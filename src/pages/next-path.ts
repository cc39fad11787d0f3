import { at, visitorPaths } from '../lib/paths.ts'
import { secretPath } from '../http/secret-paths.ts'
import { ownPath } from './own-path.ts'

/** Paths that start a sign-in or return from one: nobody is to be sent back to them. */
const ofSignIn = /^\/(sign-in|sign-out|set-up)(\/|$)/
const forPrograms = /^\/(api|scan|\.well-known)(\/|$)/
/** A slash in its encoded form. No address of ours has one, and a reader that decodes it sees other segments. */
const encodedSlash = /%(2f|5c)/i

/**
 * Finds where somebody goes on after signing in: the page of this host that they came from, as a path. Never another host, in whatever
 * spelling, and no address that is a secret, which would be mailed to the address that was typed.
 *
 * @returns null when nothing was asked for, or no such page
 */
export function nextPath(asked: string | null | undefined): string | null {
  const url = ownPath(asked)
  if (url === null) return null
  const leads = [ofSignIn, forPrograms, encodedSlash, secretPath].every((kind) => !kind.test(url.pathname))
  return leads ? url.pathname + url.search : null
}

/** Builds the path of the sign-in page that leads back to `path`. */
export function signInPath(path: string | null | undefined): string {
  return at(visitorPaths.signIn, {}, { next: nextPath(path) })
}
