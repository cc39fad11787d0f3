import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** The TXT record that proves a domain. */
export type DomainProof = {
  readonly domain: string
  readonly recordName: string
  readonly recordText: string
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
