import { domainToASCII } from 'node:url'
import type { ProviderClaims } from '../../integrations/openid/openid.ts'
import { isEmail, normalizeEmail } from '../../lib/text.ts'
import { type Role, roles } from '../account/role.ts'

/** The roles that a provider may give. An owner is made by owners alone, a super-user by super-users. */
export const providedRoles = roles.filter((role): role is ProvidedRole => role !== 'owner')
export type ProvidedRole = Exclude<Role, 'owner'>

/** Makes one thing for each role that a provider may give. */
export function byProvidedRole<Thing>(of: (role: ProvidedRole) => Thing): Readonly<Record<ProvidedRole, Thing>> {
  return { manager: of('manager'), box_office: of('box_office'), steward: of('steward'), accountant: of('accountant') }
}

export type RoleValues = Readonly<Record<ProvidedRole, readonly string[]>>

/** How the staff of an organisation signs in by its provider; without the secret, which nobody reads again. */
export type SignInProvider = {
  /** The text of its button. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly secretSetAt: Date
  /** Normalised domains; only mail addresses in these are believed. */
  readonly mailDomains: readonly string[]
  /** The claim that names the role; null: the provider gives no roles. */
  readonly roleClaim: string | null
  readonly roleValues: RoleValues
}

/** What an owner sets about the provider. */
export type ProviderSettings = Omit<SignInProvider, 'secretSetAt'>

export const longestName = 40
export const longestIssuer = 500
export const longestClientId = 255
export const longestSecret = 500
export const longestClaim = 100
export const longestValue = 200
/** The most values of a role, and the most mail domains. */
export const mostOfEach = 20

/** The normalised domain of mail addresses; null: it is not valid. Its subdomains are other domains. */
export function mailDomainOf(typed: string): string | null {
  const domain = domainToASCII(typed.trim().replace(/^@/, '').toLowerCase())
  const isOne = domain.length <= 253 && /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)
  return isOne ? domain : null
}

/** The normalised domain of a mail address. */
export function mailDomainIn(email: string): string | null {
  return mailDomainOf(email.slice(email.lastIndexOf('@') + 1))
}

/** Whether the address is in one of the domains that the provider is believed about. */
export function isBelieved(email: string, { mailDomains }: Pick<SignInProvider, 'mailDomains'>): boolean {
  const domain = mailDomainIn(email)
  return domain !== null && mailDomains.includes(domain)
}

/** The address that the provider has verified to be the person's; null: it has verified none. */
export function verifiedEmail({ email, email_verified: isVerified }: ProviderClaims): string | null {
  if (typeof email !== 'string' || isVerified !== true) return null
  const known = normalizeEmail(email)
  return isEmail(known) ? known : null
}

/** The role that claims give somebody here: of several the first, which may do most. Null: none. */
export function roleOf(
  claims: ProviderClaims,
  { roleClaim, roleValues }: Pick<SignInProvider, 'roleClaim' | 'roleValues'>,
): ProvidedRole | null {
  if (roleClaim === null) return null
  const said = new Set([claimAt(claims, roleClaim)].flat())
  return providedRoles.find((role) => roleValues[role].some((value) => said.has(value))) ?? null
}

/** A claim by its name; dots lead to one within another, as Keycloak has it: `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let within: unknown = claims
  for (const part of name.split('.')) {
    if (typeof within !== 'object' || within === null || !Object.hasOwn(within, part)) return undefined
    within = (within as Readonly<Record<string, unknown>>)[part]
  }
  return within
}
