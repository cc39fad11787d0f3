import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'

/** The TXT record that proves a domain. */
export type DomainProof = {
  readonly domain: string
  readonly recordName: string
  readonly recordText: string
}

/** A domain that a tenant wants to answer at, with what is known of its proof. */
export type OwnDomain = DomainProof & {
  /** Since when the tenant answers there; null: not yet. */
  readonly provedAt: Date | null
  /** When somebody last looked for the record; null: nobody did. */
  readonly checkedAt: Date | null
  /** When it was last there. */
  readonly seenAt: Date | null
  /** The tenant is linked to under it. */
  readonly isMain: boolean
}

export type DomainState = 'waiting' | 'proved' | 'no_longer_proved'

/** No longer proved: the tenant answers there still, but the record was gone when somebody last looked. */
export function domainState({ provedAt, checkedAt, seenAt }: OwnDomain): DomainState {
  if (provedAt === null) return 'waiting'
  const isGone = checkedAt !== null && (seenAt === null || seenAt < checkedAt)
  return isGone ? 'no_longer_proved' : 'proved'
}

const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The form in which an own domain is kept and asked for: lower case, in ASCII, without a final dot. Null when it is no
 * domain name with a dot, or lies under the service's own DOMAIN, where labels are given out.
 */
export function normalizeOwnDomain(text: string, serviceDomain: string): string | null {
  const typed = text.trim().replace(/\.$/, '')
  // Read as the host of an address, what follows these would be cut off without a word.
  if (/[\s/\\?#@:%]/.test(typed)) return null
  const name = domainToASCII(typed)
  if (name.length > 253 || !domainPattern.test(name) || isIP(name) !== 0) return null
  if (name === serviceDomain || name.endsWith(`.${serviceDomain}`)) return null
  return name
}

/** Does each `xn--` of a normalised domain stand for letters? One that stands for none is looked up by no browser. */
export function hasReadableLabels(domain: string): boolean {
  return !/(^|\.)xn--/.test(domainToUnicode(domain))
}

/** Where the proof is set: not on the name itself, which may be a CNAME and can then hold no TXT record (RFC 1034). */
export function proofName(domain: string): string {
  return `_guichet.${domain}`
}

export function proofText(token: string): string {
  return `guichet-domain=${token}`
}

export function proofOf(domain: string, token: string): DomainProof {
  return { domain, recordName: proofName(domain), recordText: proofText(token) }
}
