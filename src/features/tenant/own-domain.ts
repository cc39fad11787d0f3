import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'

/** The TXT record that proves a domain. */
export type DomainProof = { readonly domain: string; readonly recordName: string; readonly recordText: string }

/** A domain that a tenant wants to answer at, with what is known of its proof. */
export type OwnDomain = DomainProof & {
  /** Since when the tenant answers there; null: not yet. */
  readonly provedAt: Date | null
  /** When somebody last looked for the record; null: nobody did. */
  readonly checkedAt: Date | null
  /** When the record was last there; null: never. */
  readonly seenAt: Date | null
  /** When the owners were told that it is missing; null: it is not. */
  readonly toldAt: Date | null
  /** Whether links to the tenant use it. */
  readonly isMain: boolean
}

export type DomainState = 'waiting' | 'proved' | 'no_longer_proved' | 'off'

/** The state; `no_longer_proved`: the tenant still answers there, but the record was gone at the last look; `off`: that had lasted. */
export function domainState({ provedAt, checkedAt, seenAt, toldAt }: OwnDomain): DomainState {
  if (provedAt === null) return seenAt === null ? 'waiting' : 'off'
  const isGone = toldAt !== null || (checkedAt !== null && (seenAt === null || seenAt < checkedAt))
  return isGone ? 'no_longer_proved' : 'proved'
}

const dayMs = 86_400_000
/** How long a domain stays enabled after its owners were told; the look of the third day may come a little early. */
const graceMs = 3 * dayMs
const earlyMs = dayMs / 24
/** Name servers that do not answer prove and disprove nothing: for so long the owners are not told, and the domain stays enabled. */
const silenceToldMs = 3 * dayMs
const silenceMs = 14 * dayMs
/** How long after its last proof a disabled domain is still checked. */
export const remembersOffMs = 60 * dayMs

/** What a look for the record of a domain found; `silent`: no name server said anything. */
export type Look = 'there' | 'gone' | 'silent'

type Known = { readonly isOn: boolean; readonly seenAt: Date | null; readonly toldAt: Date | null }

/** What follows from a check by the clock: the owners are always told three days before their domain is disabled. */
export function dueFor(look: Look, known: Known, now: Date): 'enable' | 'tell' | 'disable' | null {
  const { isOn, seenAt, toldAt } = known
  const since = (at: Date | null) => now.getTime() - (at?.getTime() ?? 0) + earlyMs
  if (look === 'there') return isOn ? null : 'enable'
  if (!isOn) return null
  if (toldAt === null) return look === 'gone' || since(seenAt) >= silenceToldMs ? 'tell' : null
  if (since(toldAt) < graceMs) return null
  return look === 'gone' || since(seenAt) >= silenceMs ? 'disable' : null
}

/** The first day on which a domain may be disabled; null: its proof is not known to be missing, or it is disabled already. */
export function offFrom({ provedAt, toldAt }: OwnDomain): Date | null {
  return provedAt === null || toldAt === null ? null : new Date(toldAt.getTime() + graceMs)
}

const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The form in which an own domain is kept and asked for: lower case, in ASCII, without a final dot. Null when it is no
 * domain name with a dot, or lies under the service's own DOMAIN, where labels are given out.
 */
export function normalizeOwnDomain(text: string, serviceDomain: string): string | null {
  const typed = text.trim().replace(/\.$/, '')
  // If it was read as the host of an address, everything after these characters would be cut off silently.
  if (/[\s/\\?#@:%]/.test(typed)) return null
  const name = domainToASCII(typed)
  if (name.length > 253 || !domainPattern.test(name) || isIP(name) !== 0) return null
  if (name === serviceDomain || name.endsWith(`.${serviceDomain}`)) return null
  return name
}

/** Whether each `xn--` label of a normalised domain stands for letters. One that does not is looked up by no browser. */
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
