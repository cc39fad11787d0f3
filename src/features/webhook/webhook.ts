/** What a webhook can be told of (ADR 0273), in the order in which it is offered. */
export const occurrenceKinds = [
  'event.published',
  'event.changed',
  'event.cancelled',
  'event.postponed',
  'reservation.booked',
  'reservation.paid',
  'reservation.cancelled',
  'reservation.refunded',
  'ticket.issued',
  'ticket.given',
  'ticket.scanned',
  'ticket.undone',
  'ticket.cancelled',
  'membership.granted',
  'membership.ended',
  'waiting_entry.offered',
  'device.paired',
  'device.archived',
  'stock.low',
  'stock.sold_out',
] as const
export type OccurrenceKind = (typeof occurrenceKinds)[number]

export function isOccurrenceKind(kind: string): kind is OccurrenceKind {
  return (occurrenceKinds as readonly string[]).includes(kind)
}

/** `trial` is sent when somebody asks for it, and never chosen. */
export const trialKind = 'trial'

/** `hmac`: a secret that both know (`v1`). `ed25519`: the receiver needs the public key alone (`v1a`). */
export const signatureKinds = ['hmac', 'ed25519'] as const
export type SignatureKind = (typeof signatureKinds)[number]

/** Why nothing is told to one: somebody said so, its address answered 410, or it failed for days. */
export const offReasons = ['by_hand', 'gone', 'failing'] as const
export type OffReason = (typeof offReasons)[number]

export const deliveryStates = ['due', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** An attempt as it is kept: what came back, or why nothing did. */
export type Attempt = {
  /** ISO 8601. */
  readonly at: string
  /** Null when there was no answer. */
  readonly status: number | null
  /** Why there was no answer (FetchRefusal); null when there was one. */
  readonly refusal: string | null
  /** The first 1,024 bytes of the answer. */
  readonly answer: string
  readonly ms: number
}

/** The most that an organisation has at once, so that what happens is told within seconds. */
export const mostWebhooks = 10
/** The most that waits for one that fails: what is beyond it, of what happened first, is given up. */
export const mostDue = 100_000
/** The most trials of one in a minute. */
export const mostTrials = 10
/** How many attempts of a delivery are kept. */
export const keptAttempts = 20
export const answerBytes = 1_024
/** Deliveries are deleted after that. */
export const keptDeliveryDays = 30
/** More than ten busy webhooks are told in a minute. */
export const deliveriesAtOnce = 10_000
/** How long is signed with the secret before as well. */
export const formerSecretHours = 24

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** When the next attempt is made, counted from one that failed (Standard Webhooks 1.0, "Retries and failures"). */
const retryAfterMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/** How long what fails is tried before it is switched off. */
export const failingDays = 5
/** A failure so long after the one before is the first of a row: what is told nothing in between fails by nobody's fault. */
export const rowOfFailuresMs = 30 * hour

/**
 * How long until a delivery is tried again, in ms; null after the last attempt. Up to a tenth later, so that what failed together
 * does not come back together.
 *
 * @param attempts how many were made
 * @param random from 0 to 1
 */
export function retryDelay(attempts: number, random: number): number | null {
  const delay = retryAfterMs[attempts - 1]
  return delay === undefined ? null : Math.round(delay * (1 + random / 10))
}

/**
 * How long nothing at all is sent to a webhook after that many attempts failed one after the other, in ms: what does not answer is
 * called once in five minutes, and after a day once in an hour, however much waits for it.
 *
 * @param failingMs how long ago the first of them was
 */
export function pauseAfter(failures: number, failingMs: number): number {
  return Math.min(5 * second * 4 ** (failures - 1), failingMs < 24 * hour ? 5 * minute : hour)
}
