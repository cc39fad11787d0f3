import { randomCharacters } from '../../lib/hash.ts'

export const secondFactors = ['required', 'optional'] as const
/** Whether a super-user without a passkey has their rights all the same. */
export type SecondFactor = (typeof secondFactors)[number]

/**
 * `ask`: for a passkey; there must be one and is none, as the server wants (`make`) or an organisation of the role
 * (`make_for_role`). Until then a session is a stranger's everywhere else.
 */
export type Awaits = 'ask' | 'make' | 'make_for_role'

export const challengeLifeMs = 5 * 60_000
export const longestPasskeyName = 50
export const mostPasskeys = 20

const recoveryCodeLength = 12
const recoveryCodes = 10
/** Characters that are not taken for others on paper. */
const recoveryAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

export type Standing = {
  readonly isSuperUser: boolean
  /** Here, where it needs a passkey. */
  readonly roleNeedsPasskey: boolean
  readonly hasPasskey: boolean
  readonly isProven: boolean
  /** Whether it is the session of a super-user who entered the organisation from Root, where the passkey was shown. */
  readonly fromRoot: boolean
}

/** What a session still waits for before it is its person's. */
export function awaitedOf(standing: Standing, secondFactor: SecondFactor): Awaits | null {
  if (standing.fromRoot) return null
  if (standing.hasPasskey) return standing.isProven ? null : 'ask'
  if (standing.isSuperUser && secondFactor === 'required') return 'make'
  return standing.roleNeedsPasskey ? 'make_for_role' : null
}

/**
 * The hosts that a passkey is good for: DOMAIN, so that one serves Root and every label under it. Browsers take no domain of a single
 * word (`localhost`) for its labels: there it is good at the one host.
 */
export function rpIdOf(domain: string, hostname: string): string {
  return domain.includes('.') ? domain : hostname
}

export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodes }, () => randomCharacters(recoveryCodeLength, recoveryAlphabet))
}

/** Turns a recovery code as it was typed (spaces, hyphens, small letters) into the form it is kept in. */
export function recoveryCodeOf(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** "ABCD-EFGH-JKMN": as it is read. */
export function recoveryCodeText(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code
}
