import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addToRate, deleteRatesBefore, listRates, takeFromRate } from '../../features/account/rate.queries.ts'
import { sha256 } from '../../lib/hash.ts'

/** How often a minute (ADR 0028). */
const perMinute = {
  pairing: 60,
  sign_in_by_address: 10,
  /** Bookings that hold places without having paid, per address and event. */
  unpaid_hold: 20,
  /** Tickets drawn for anyone who has the address of their booking: the dearest thing that is free to ask for. */
  document: 20,
  /** Questions to the payment provider about one booking: from the way back, which anybody may reload. */
  payment_check: 10,
  /** Promotional codes that there are none of, and wrong ones that confirm a booking or let it through, per address and tenant. */
  wrong_code: 10,
  /** Cards that a tenant claims to hold in the hand and does not. */
  wrong_card: 30,
  /** Organisations asked for with the form, per address. */
  tenant_request: 5,
  /** Mails that invite to the team, per organisation. */
  invitation: 10,
  /** Looks at whether an address is free: one a second is more than anybody types. */
  slug_check: 60,
  /** Activities of other servers for which theirs is asked for a key, per address. */
  activity: 120,
  /** Reports of pages, per address; how many a day is a rule of theirs (page-report.ts). */
  page_report: 3,
} as const

export type RateLimit = keyof typeof perMinute

/** The limits per minute that are counted in memory (createMinuteCounts). */
const inMemory = {
  key_use: 6000,
  /** Requests without good credentials that came to nothing, per address: fifty a second cost next to nothing. */
  refused: 3000,
  /**
   * Those with good credentials, per key or session: twenty a second, a fifth of what a key may ask at all. A till that is wrong each
   * time, and a program of which every fifth request is, stay below.
   */
  refused_known: 1200,
} as const

export type InMemoryLimit = keyof typeof inMemory

/** Every limit there is, with how often a minute. */
export type LimitName = RateLimit | InMemoryLimit

/** A request that was counted and not refused. */
export type CountedRequest = {
  /** Takes it from the count again: it came to nothing that the limit is about. */
  undo(): Promise<void>
}

const usesAtOnce = 50
const minuteMs = 60_000

export const limits: readonly { readonly name: LimitName; readonly perMinute: number }[] = Object.entries({
  ...perMinute,
  ...inMemory,
}).map(([name, most]) => ({ name: name as LimitName, perMinute: most }))

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
  if (!context.config.rateLimit) return { undo: async () => undefined }
  const { database } = context
  const now = context.now().getTime()
  const minute = minuteOf(now)
  const bucket = bucketOf(limit, subject)
  const count = await addToBucket(context, bucket, minute, 1)
  tellOrRefuse(reply, { limit: perMinute[limit], count, secondsLeft: secondsLeft(now) })
  return { undo: () => database.asServer((tx) => takeFromRate(tx, bucket, minute)) }
}

/**
 * The address to count by, for IPv6 its network prefix: one server or one phone holds a whole /64, so it counts as one address. A home
 * has 256 such prefixes; so have as many phones that are neighbours.
 */
export function addressOf(request: FastifyRequest): string {
  return networkOf(request.ip)
}

/** As `addressOf`, for the address of a connection. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv6' ? address.toNormalizedString().split(':').slice(0, 4).join(':') : address.toString()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one use of an API or device key. @throws AppError too_many_requests */
    countKeyUse(reply: FastifyReply, keyId: string): Promise<void>
  }
}

/** How many were counted, each an address, a key or what else the limit is about; and how many of them were over it. */
export type MinuteCount = { readonly counted: number; readonly refused: number }

/** The count of one subject in the present minute, as far as this process knows. */
type MinuteUses = { own: number; told: number; others: number }

export type MinuteCounts = {
  /** So many of that subject in this minute, here and, as far as they told, in other processes. */
  of(subject: string): number
  add(subject: string): Promise<void>
}

/** Beyond so many subjects of one minute all are dropped: what is kept of addresses must not grow with their number. */
const mostSubjects = 50_000

/**
 * What is too busy for a row to be changed at each use: a process counts its own in memory, tells the database every
 * fifty and learns those of all others from it. One that has told nothing yet is ahead by forty-nine at most. A share for
 * each process instead would refuse a program that keeps one connection, which one process alone answers.
 */
export function createMinuteCounts(context: LimitContext, limit: InMemoryLimit): MinuteCounts {
  const subjects = new Map<string, MinuteUses>()
  let minute = 0

  function usesOf(subject: string): MinuteUses | undefined {
    const present = minuteOf(context.now().getTime()).getTime()
    // Another one, be it earlier: of a clock that was put back nobody waits for the end of the former minute.
    if (present !== minute) {
      minute = present
      subjects.clear()
    }
    return subjects.get(subject)
  }

  return {
    of(subject) {
      const uses = usesOf(subject)
      return uses ? uses.own + uses.others : 0
    },
    async add(subject) {
      const uses = usesOf(subject) ?? { own: 0, told: 0, others: 0 }
      if (subjects.size >= mostSubjects) subjects.clear()
      subjects.set(subject, uses)
      uses.own++
      if (uses.own - uses.told < usesAtOnce) return
      uses.told += usesAtOnce
      const count = await addToBucket(context, bucketOf(limit, subject), new Date(minute), usesAtOnce)
      uses.others = Math.max(uses.others, count - uses.told)
    },
  }
}

export function limitKeys(app: FastifyInstance, context: LimitContext): void {
  const keys = createMinuteCounts(context, 'key_use')
  app.decorate('countKeyUse', async (reply: FastifyReply, keyId: string) => {
    if (!context.config.rateLimit) return
    // Told with every answer: a program slows down before it is refused.
    tellOrRefuse(reply, {
      limit: inMemory.key_use,
      count: keys.of(keyId) + 1,
      secondsLeft: secondsLeft(context.now().getTime()),
    })
    await keys.add(keyId)
  })
}

type Counted = {
  readonly limit: InMemoryLimit
  readonly count: number
  /** Whether the answer says how often more it may be. */
  readonly isTold: boolean
}

/** @throws AppError too_many_requests */
export function refuseOver(
  { now }: Pick<LimitContext, 'now'>,
  reply: FastifyReply,
  { limit: name, count, isTold }: Counted,
): void {
  const limit = inMemory[name]
  if (isTold || count > limit) tellOrRefuse(reply, { limit, count, secondsLeft: secondsLeft(now().getTime()) })
}

/** Reads the counts of each limit in the present minute; a limit without any is left out. */
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
      { counted: counted.length, refused: counted.filter(({ count }) => count > (most.get(name) ?? Infinity)).length },
    ]),
  )
}

function bucketOf(limit: LimitName, subject: string): string {
  return `${limit} ${sha256(subject).toString('base64url')}`
}

/** @returns the count with these; the first caller of a minute removes past minutes */
async function addToBucket({ database }: LimitContext, bucket: string, minute: Date, uses: number): Promise<number> {
  const count = await database.asServer((tx) => addToRate(tx, bucket, minute, uses))
  if (count === uses) await database.asServer((tx) => deleteRatesBefore(tx, new Date(minute.getTime() - minuteMs)))
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
