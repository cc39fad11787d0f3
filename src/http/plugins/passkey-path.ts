import type { Actor } from '../../features/account/actor.ts'
import type { Awaits } from '../../features/account/passkey.ts'

export const askPath = '/sign-in/passkey/'
export const againUrl = '/sign-in/again/'
export const passkeysPath = '/account/passkeys/'

/** Asks once more who somebody is, and brings back to `next`. */
export function againPath(next: string | null): string {
  return next === null ? againUrl : `${againUrl}?${new URLSearchParams({ next })}`
}

/** The page that a session waits for, which brings back to `next`. */
export function awaitedPath(awaits: Awaits, next: string | null): string {
  const path = awaits === 'ask' ? askPath : passkeysPath
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

export function awaitsOf(actor: Actor): Awaits | null {
  return actor.kind === 'account' ? (actor.awaits ?? null) : null
}
