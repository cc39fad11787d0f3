import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addToRate, deleteRatesBefore, listRates, takeFromRate } from '../../features/account/rate.queries.ts'
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
  /** Promotional codes that there are none of, per address and tenant. */
  wrong_code: 10,
  /** Cards that a tenant claims to hold in the hand and does not. */
  wrong_card: 30,
  /** Organisations asked for with the form, per address. */
  tenant_request: 5,
  /** Mails that invite to the team, per organisation. */
  invitation: 10,
  /** Looks at whether an address is free: one a second is more than anybody types. */
  slug_check: 60,
} as const

export type RateLimit = keyof typeof perMinute

/** Every limit there is, `key_use` among them, with how often a minute. */
export type LimitName = RateLimit | 'key_use'

/** One that was counted and not refused. */
export type CountedRequest = {
  /** It came to nothing that the limit is about. */
  takeBack(): Promise<void>
}

const keyUsesPerMinute = 6000
const keyUsesAtOnce = 50
const minuteMs = 60_000

export const limits: readonly { readonly name: LimitName; readonly perMinute: number }[] = [
  ...Object.entries(perMinute).map(([name, most]) => ({ name: name as RateLimit, perMinute: most })),
  { name: 'key_use', perMinute: keyUsesPerMinute },
]

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
  const minute = minuteOf(now)
  const bucket = bucketOf(limit, subject)
  const count = await addToBucket(context, bucket, minute, 1)
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
    countKeyUse(reply: FastifyReply, keyId: string): Promise<void>
  }
}

/** How many were counted, each an address, a key or what else the limit is about; and how many of them were over it. */
export type MinuteCount = { readonly counted: number; readonly refused: number }

/** Uses of a key in the present minute, as far as this process knows of them. */
type KeyUses = { own: number; told: number; others: number }

/**
 * Keys are too busy for a row to be changed at each use: a process counts its own in memory, tells the database every
 * fifty and learns those of all others from it. One that has told nothing yet is ahead by forty-nine at most. A share for
 * each process instead would refuse a program that keeps one connection, which one process alone answers.
 */
export function limitKeys(app: FastifyInstance, context: LimitContext): void {
  const keys = new Map<string, KeyUses>()
  let minute = 0
  app.decorate('countKeyUse', async (reply: FastifyReply, keyId: string) => {
    if (!context.config.rateLimit) return
    const now = context.now().getTime()
    if (now - minute >= minuteMs) {
      minute = minuteOf(now).getTime()
      keys.clear()
    }
    const uses = keys.get(keyId) ?? { own: 0, told: 0, others: 0 }
    keys.set(keyId, uses)
    const count = uses.own + uses.others + 1
    if (count > keyUsesPerMinute)
      tellOrRefuse(reply, { limit: keyUsesPerMinute, count, secondsLeft: secondsLeft(now) })
    uses.own++
    if (uses.own - uses.told >= keyUsesAtOnce) await tellKeyUses(context, keyId, uses, new Date(minute))
  })
}

async function tellKeyUses(context: LimitContext, keyId: string, uses: KeyUses, minute: Date): Promise<void> {
  uses.told += keyUsesAtOnce
  const count = await addToBucket(context, bucketOf('key_use', keyId), minute, keyUsesAtOnce)
  uses.others = Math.max(uses.others, count - uses.told)
}

/** What of each limit is counted in the present minute; one that nobody came under is not there. */
export async function readPresentMinute({
  database,
  now,
}: Pick<LimitContext, 'database' | 'now'>): Promise<ReadonlyMap<string, MinuteCount>> {
  const minute = minuteOf(now().getTime())
  const most = new Map<string, number>(limits.map(({ name, perMinute: most }) => [name, most]))
  const buckets = await database.asServer((tx) => listRates(tx, minute))
  const byName = Map.groupBy(buckets, ({ bucket }) => bucket.split(' ')[0] ?? '')
  return new Map(
    [...byName].map(([name, counted]) => [
      name,
      {
        counted: counted.length,
        refused: counted.filter(({ count }) => count > (most.get(name) ?? Infinity)).length,
      },
    ]),
  )
}

function bucketOf(limit: LimitName, subject: string): string {
  return `${limit} ${sha256(subject).toString('base64url')}`
}

/** @returns the count with these; whoever is the first of its minute takes past minutes away */
async function addToBucket(
  { database }: LimitContext,
  bucket: string,
  minute: Date,
  uses: number,
): Promise<number> {
  const count = await database.asServer((tx) => addToRate(tx, bucket, minute, uses))
  if (count === uses)
    await database.asServer((tx) => deleteRatesBefore(tx, new Date(minute.getTime() - minuteMs)))
  return count
}

function minuteOf(now: number): Date {
  return new Date(now - (now % minuteMs))
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
