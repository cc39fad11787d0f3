import { NODATA, NOTFOUND, lookup, Resolver as NameServers } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** `host:port` pairs, as written in a URL, that may be reached although private. */
export type FetchAllowance = readonly string[]

/** Every address of a name. */
export type Resolver = (host: string) => Promise<readonly ResolvedAddress[]>

type ResolvedAddress = { readonly address: string; readonly family: number }

export type FetchLimits = {
  readonly maxBytes: number
  readonly timeoutMs: number
  /** Whether so much is read of what is larger, instead of refusing it. */
  readonly cutsOff?: boolean
}

export type Fetched = {
  /** The body as sent: a content encoding is never unpacked, so that nothing small becomes large here. */
  readonly body: Buffer
  readonly contentType: string | null
  /** The URL to which the last redirect led. */
  readonly finalUrl: string
}

/** @throws FetchRefusedError */
export type GuardedFetch = (url: string, limits: FetchLimits) => Promise<Fetched>

/** What was kept of an answer, by which the next one says that nothing has changed. */
export type FeedMarks = { readonly etag: string | null; readonly lastModified: string | null }

export type FetchedFeed = FeedMarks & Fetched

/**
 * @param headers `accept`, and whatever else is sent with the request
 * @returns null: nothing has changed since
 * @throws FetchRefusedError
 */
export type GuardedFeedFetch = (
  url: string,
  known: FeedMarks,
  limits: FetchLimits,
  headers: Readonly<Record<string, string>>,
) => Promise<FetchedFeed | null>

export type GuardedQuestion = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Whatever its status. What leads elsewhere is not followed. */
export type GuardedAnswer = {
  readonly status: number
  readonly contentType: string | null
  /** The header, as sent. */
  readonly retryAfter: string | null
  readonly body: Buffer
}

/** @throws FetchRefusedError */
export type GuardedRequest = (url: string, question: GuardedQuestion, limits: FetchLimits) => Promise<GuardedAnswer>

export type FetchRefusal =
  | 'invalid_url'
  | 'forbidden_address'
  | 'unreachable'
  | 'too_many_redirects'
  | 'too_large'
  | 'too_slow'
  | 'bad_status'

export class FetchRefusedError extends Error {
  override readonly name = 'FetchRefusedError'
  readonly reason: FetchRefusal
  /** What was answered; null where nothing was, or it is not known. */
  readonly status: number | null

  constructor(reason: FetchRefusal, status: number | null = null) {
    super(`fetch refused: ${reason}`)
    this.reason = reason
    this.status = status
  }
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Fetches what a stranger's address names without letting it reach inside: http and https only, every address of the
 * name must be public, the connection goes only to the addresses that were checked (a name that resolves differently the
 * second time gains nothing), each redirect is checked again, and size and total time are bounded.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const ask = guarded(options)
  return (firstUrl, limits) =>
    within(limits, async (signal) => {
      const { url, answer } = await follow(firstUrl, (url) => ask(url, picture, limits, signal))
      if (answer.status !== 200) throw new FetchRefusedError('bad_status')
      return { body: answer.body, contentType: answer.contentType, finalUrl: url.href }
    })
}

/** As `createGuardedFetch`, of what is read again and again and answers whether it has changed. */
export function createGuardedFeedFetch(options: GuardOptions): GuardedFeedFetch {
  const ask = guarded(options)
  return (firstUrl, { etag, lastModified }, limits, given) =>
    within(limits, async (signal) => {
      const headers = {
        ...given,
        ...(etag === null ? {} : { 'if-none-match': etag }),
        ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
      }
      const { url, answer } = await follow(firstUrl, (url) =>
        ask(url, { method: 'GET', headers, body: null }, limits, signal),
      )
      if (answer.status === 304) return null
      if (answer.status !== 200) throw new FetchRefusedError('bad_status', answer.status)
      return { body: answer.body, contentType: answer.contentType, finalUrl: url.href, ...answer.marks }
    })
}

/** @throws FetchRefusedError */
async function follow(firstUrl: string, ask: (url: URL) => Promise<Asked>) {
  let url = parseWebUrl(firstUrl)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await ask(url)
    if (answer.location === null) return { url, answer }
    url = parseWebUrl(answer.location, url)
  }
  throw new FetchRefusedError('too_many_redirects')
}

/** Makes guarded requests to a service that an organisation names: over https except where allowed, and without redirects. */
export function createGuardedRequest(options: GuardOptions): GuardedRequest {
  const ask = guarded(options)
  return (text, question, limits) =>
    within(limits, async (signal) => {
      const url = parseWebUrl(text)
      if (url.protocol !== 'https:' && !isAllowed(url, options.allow)) throw new FetchRefusedError('invalid_url')
      const { location: _, ...answer } = await ask(url, question, { ...limits, anyStatus: true }, signal)
      return answer
    })
}

/** May a service that an organisation names be there? Over https but where the installation allows another. */
export function isServiceAddress(text: string, allow: FetchAllowance): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isAllowed(url, allow))
}

/** May it be reached although private, and over http? */
export function isAllowed(url: URL, allow: FetchAllowance): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  // URLs carry their host in lower case.
  return allow.some((entry) => entry.toLowerCase() === `${url.hostname}:${port}`)
}

type GuardOptions = { readonly allow: FetchAllowance; readonly resolve?: Resolver }

const picture: GuardedQuestion = { method: 'GET', headers: { accept: 'image/*,*/*;q=0.5' }, body: null }

function guarded({ allow, resolve }: GuardOptions) {
  return async (url: URL, question: GuardedQuestion, limits: AskLimits, signal: AbortSignal) => {
    const ask = resolve ?? (isAllowed(url, allow) ? lookUp : askNameServers)
    return askOnce(url, question, await checkedAddresses(url, allow, ask, signal), limits, signal)
  }
}

/** Names below `localhost` are this machine (RFC 6761, 6.3), which some systems do not know. */
const lookUp: Resolver = async (host) =>
  /\.localhost\.?$/.test(host) ? [{ address: '127.0.0.1', family: 4 }] : lookup(host, { all: true, verbatim: true })

/**
 * Asks name servers, and not the system, which has two threads for all look-ups of a process: two names whose servers never answer
 * would hold up mail and payments. What only this machine knows is no stranger's.
 */
const askNameServers: Resolver = async (host) => {
  const servers = new NameServers({ timeout: 3_000, tries: 2 })
  const asked = [servers.resolve4(host), servers.resolve6(host)]
  const answers = await Promise.allSettled(asked)
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses.map((address) => ({ address, family: isIP(address) }))
  const failed = answers.find((answer) => answer.status === 'rejected' && !hasNone(answer.reason))
  if (failed?.status === 'rejected') throw failed.reason
  return []
}

const hasNone = (error: NodeJS.ErrnoException) => error.code === NODATA || error.code === NOTFOUND

async function within<T>({ timeoutMs }: FetchLimits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await work(signal)
  } catch (error) {
    if (error instanceof FetchRefusedError) throw error
    throw new FetchRefusedError(signal.aborted ? 'too_slow' : 'unreachable')
  }
}

function parseWebUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new FetchRefusedError('invalid_url')
  const url = new URL(text, base)
  const plain = url.username === '' && url.password === ''
  if (!['http:', 'https:'].includes(url.protocol) || !plain) throw new FetchRefusedError('invalid_url')
  return url
}

/** Tells of a host of a URL, without asking anybody, whether it is this machine or one of a private network. */
export function isInside(hostname: string): boolean {
  const host = plainHost(hostname)
  // Not asked of a resolver: some send this name out to the network's own name servers (RFC 6761).
  return /(^|\.)localhost\.?$/.test(host) || (isIP(host) !== 0 && !isPublicAddress(host))
}

const plainHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** All addresses of the name must be public: one private one among them is reason enough to distrust the name. */
async function checkedAddresses(
  url: URL,
  allow: FetchAllowance,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const host = plainHost(url.hostname)
  const allowed = isAllowed(url, allow)
  if (!allowed && isInside(url.hostname)) throw new FetchRefusedError('forbidden_address')
  const family = isIP(host)
  const addresses = family !== 0 ? [{ address: host, family }] : await abortable(resolve(host), signal)
  if (addresses.length === 0) throw new FetchRefusedError('unreachable')
  if (!allowed && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new FetchRefusedError('forbidden_address')
  return addresses
}

/** A name server may take longer than the whole fetch is allowed. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new FetchRefusedError('too_slow'))
    // A signal that fired before, during an earlier hop, does not fire again.
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject)
  })
}

type AskLimits = FetchLimits & { readonly anyStatus?: boolean }
type Asked = GuardedAnswer & { readonly location: string | null; readonly marks: FeedMarks }

async function askOnce(
  url: URL,
  { method, headers, body }: GuardedQuestion,
  checked: readonly ResolvedAddress[],
  limits: AskLimits,
  signal: AbortSignal,
): Promise<Asked> {
  // Loaded with the first address that is fetched: few processes ever fetch one.
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({
    connect: {
      // Never asks again. All of them, so that a machine without IPv6 still reaches a host that has both.
      lookup: (_host, lookupOptions, done) => {
        if (lookupOptions.all) done(null, [...checked])
        else done(null, checked[0]?.address ?? '', checked[0]?.family)
      },
    },
  })
  try {
    const response = await request(url, {
      dispatcher,
      signal,
      method: method as 'GET',
      body,
      headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Guichet' },
    })
    const { statusCode: status } = response
    const { 'content-type': type, 'content-length': length, 'retry-after': retry, location } = response.headers
    const contentType = typeof type === 'string' ? type : null
    const retryAfter = typeof retry === 'string' ? retry : null
    const leads = redirects.has(status) && typeof location === 'string'
    const marks = { etag: markOf(response.headers['etag']), lastModified: markOf(response.headers['last-modified']) }
    const empty = { status, contentType, retryAfter, marks, body: Buffer.alloc(0) }
    if (leads) return { ...empty, location }
    if (status !== 200 && limits.anyStatus !== true) return { ...empty, location: null }
    if (Number(length ?? 0) > limits.maxBytes && !limits.cutsOff) throw new FetchRefusedError('too_large')
    return { ...empty, body: await readBounded(response.body, limits), location: null }
  } finally {
    await dispatcher.destroy()
  }
}

const longestMark = 200

/** What can be sent back as it came. */
function markOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && header.length <= longestMark && /^[\x20-\x7e]+$/.test(header) ? header : null
}

async function readBounded(stream: AsyncIterable<Buffer>, { maxBytes, cutsOff }: FetchLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > maxBytes && !cutsOff) throw new FetchRefusedError('too_large')
      chunks.push(chunk)
      if (size >= maxBytes) break
    }
  } catch (error) {
    // Of an answer that never ends its beginning will do, as of one that is too long.
    if (!cutsOff) throw error
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
