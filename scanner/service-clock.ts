import { usualPatience } from './server.ts'

/** The clock of the service, as far as this phone knows it, and until when the device may scan (ADR 0182). */
export type ServiceClock = {
  now(): Date
  /** Whether the device's time is over: the service would refuse everything, and without it nobody is let in either. */
  isOver(): boolean
}

type Known = {
  /** How far the clock of the service is ahead, in milliseconds. */
  readonly aheadMs: number
  /** When the device's time ends; null: never. */
  readonly endsAt: string | null
}

/** @param known returns what was heard last */
export function createServiceClock(known: () => Known): ServiceClock {
  const now = () => new Date(Date.now() + known().aheadMs)
  return {
    now,
    isOver() {
      const { endsAt } = known()
      return endsAt !== null && now() >= new Date(endsAt)
    },
  }
}

/**
 * The longest that an answer takes, in milliseconds: a longer one was asked for before this phone slept, or before its clock was put right.
 */
const longestAnswerMs = usualPatience + 1000

/**
 * Says how far a clock is ahead that showed `timestamp` at some moment between two of this phone's, in milliseconds; null: those two do not
 * tell. A service that does not send it yet is believed to be in step.
 *
 * @param askedAt in milliseconds since 1970, as `answeredAt`
 */
export function aheadOf(timestamp: string, askedAt: number, answeredAt: number): number | null {
  const tookMs = answeredAt - askedAt
  if (tookMs < 0 || tookMs > longestAnswerMs) return null
  const aheadMs = Math.round(Date.parse(timestamp) - (askedAt + answeredAt) / 2)
  return Number.isNaN(aheadMs) ? 0 : aheadMs
}
