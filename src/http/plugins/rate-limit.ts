import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addToRate, deleteRatesBefore, takeFromRate } from '../../features/account/rate.queries.ts'
import { sha256 } from '../../lib/hash.ts'

/** How often a minute (decisions, section 1, "Rate limits"). */
const perMinute = {
  pairing: 60,
  sign_in_by_address: 10,
  /** Bookings that hold places without having paid, per address and event. */
  unpaid_hold: 20,
  /** Tickets drawn for whoever has the address of their booking: the dearest thing that is free to ask for. */
  document: 20,
  /** Questions to the payment provider about one booking: from the way back, which anybody may reload. */
  payment_check: 10,
  /** Cards that a tenant claims to hold in the hand and does not. */
  wrong_card: 30,
} as const

export type RateLimit = keyof typeof perMinute

/** One that was counted and not refused. */
export type CountedRequest = {
  /** It came to nothing that the limit is about. */
  takeBack(): Promise<void>
}

const keyUsesPerMinute = 6000
const minuteMs = 60_000

type LimitContext = Pick<Context, 'config' | 'database' | 'now'>

/**
 * Counts one request in the database, so that several processes count together, and refuses it over the limit. The
 * subject (an address, an e-mail, an address and an event) is kept as a hash.
 *
 * @throws AppError too_many_requests
 */
export async function countRequest(
  context: LimitContext,
  reply: FastifyReply,
  limit: RateLimit,
  subject: string,
): Promise<CountedRequest> {
  if (!context.config.rateLimit) return { takeBack: async () => undefined }
  const { database } = context
  const now = context.now().getTime()
  const minute = new Date(now - (now % minuteMs))
  const bucket = `${limit} ${sha256(subject).toString('base64url')}`
  const count = await database.asServer((tx) => addToRate(tx, bucket, minute))
  if (count === 1)
    await database.asServer((tx) => deleteRatesBefore(tx, new Date(minute.getTime() - minuteMs)))
  tellOrRefuse(reply, { limit: perMinute[limit], count, secondsLeft: secondsLeft(now) })
  return { takeBack: () => database.asServer((tx) => takeFromRate(tx, bucket, minute)) }
}

/** What a network prefix is for IPv6: one household or one server holds a whole /64, so it counts as one address. */
export function addressOf(request: FastifyRequest): string {
  if (!ipaddr.isValid(request.ip)) return request.ip
  const address = ipaddr.process(request.ip)
  return address.kind() === 'ipv6'
    ? address.toNormalizedString().split(':').slice(0, 4).join(':')
    : address.toString()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one use of an API or device key. @throws AppError too_many_requests */
    countKeyUse(reply: FastifyReply, keyId: string): void
  }
}

/**
 * Keys are too busy to be counted in the database: each process counts in memory and allows its share, which holds
 * because the processes share one port and connections spread over them.
 */
export function limitKeys(app: FastifyInstance, context: Pick<Context, 'config' | 'now'>): void {
  const limit = Math.ceil(keyUsesPerMinute / context.config.webProcesses)
  const counts = new Map<string, number>()
  let minute = 0
  app.decorate('countKeyUse', (reply: FastifyReply, keyId: string) => {
    if (!context.config.rateLimit) return
    const now = context.now().getTime()
    if (now - minute >= minuteMs) {
      minute = now - (now % minuteMs)
      counts.clear()
    }
    const count = (counts.get(keyId) ?? 0) + 1
    counts.set(keyId, count)
    if (count > limit) tellOrRefuse(reply, { limit, count, secondsLeft: secondsLeft(now) })
  })
}

function secondsLeft(now: number): number {
  return Math.max(1, Math.ceil((minuteMs - (now % minuteMs)) / 1000))
}

function tellOrRefuse(
  reply: FastifyReply,
  { limit, count, secondsLeft }: { limit: number; count: number; secondsLeft: number },
): void {
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, limit - count),
    'ratelimit-reset': secondsLeft,
  })
  if (count > limit) throw new AppError('too_many_requests', { retryAfterSeconds: secondsLeft })
}
