import type { Actor } from '../../features/account/actor.ts'
import type { Awaits } from '../../features/account/passkey.ts'
import { at, visitorPaths } from '../../lib/paths.ts'

/** Asks once more who somebody is, and brings back to `next`. */
export function againPath(next: string | null): string {
  return at(visitorPaths.signInAgain, {}, { next })
}

/** The page that a session waits for, which brings back to `next`. */
export function awaitedPath(awaits: Awaits, next: string | null): string {
  return at(visitorPaths[awaits === 'ask' ? 'signInPasskey' : 'passkeys'], {}, { next })
}

export function awaitsOf(actor: Actor): Awaits | null {
  return actor.kind === 'account' ? (actor.awaits ?? null) : null
}
