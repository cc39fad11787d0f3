import { usualPatience } from './server.ts'

/** The clock of the service, as far as this phone knows it, and until when the device may scan (ADR 0182). */
export type ServiceClock = {
  now(): Date
  /** The service would refuse whatever is asked: without it nobody is let in either. */
  isOver(): boolean
}

type Known = {
  /** How far the clock of the service is ahead, in milliseconds. */
  readonly aheadMs: number
  /** Null: without end. */
  readonly endsAt: string | null
}

/** @param known what was heard last */
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

/** An answer that took longer was asked before this phone slept, or its clock was put right meanwhile, in milliseconds. */
const longestAnswerMs = usualPatience + 1000

/**
 * How far a clock is ahead that said `timestamp` at some moment between two of this phone's, in milliseconds; null: those two
 * tell nothing of it. A service that does not say it yet is believed to be in step.
 *
 * @param askedAt in milliseconds since 1970, as `answeredAt`
 */
export function aheadOf(timestamp: string, askedAt: number, answeredAt: number): number | null {
  const tookMs = answeredAt - askedAt
  if (tookMs < 0 || tookMs > longestAnswerMs) return null
  const aheadMs = Math.round(Date.parse(timestamp) - (askedAt + answeredAt) / 2)
  return Number.isNaN(aheadMs) ? 0 : aheadMs
}
