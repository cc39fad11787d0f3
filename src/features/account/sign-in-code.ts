import { randomDigits, randomToken, sha256 } from '../../lib/hash.ts'
import { signInCodeDigits } from './session.ts'

/**
 * Sign-in by digits out of a mail. They are worth nothing without the handle, which only the browser that asked for them
 * has: guessing takes the handle as well, and a code that was seen on a screen opens nothing elsewhere. The person who asked for it
 * themselves and talks a person into reading it out could use it; of that only the mail warns.
 */
export type SignInCode = { readonly handle: string; readonly digits: string }

export function newSignInCode(): SignInCode {
  return { handle: randomToken(), digits: randomDigits(signInCodeDigits) }
}

/** People type a code with the space they read in it, or paste it with what stood around it. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '')
}

/** A hash of the digits alone could be reversed by trying them all. */
export function codeHash({ handle, digits }: SignInCode): Buffer {
  return sha256(`${handle} ${digits}`)
}
