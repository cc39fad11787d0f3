import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** `host:port` pairs, as written in a URL, that may be reached although private. */
export type FetchAllowance = readonly string[]

/** Every address of a name. */
export type Resolver = (host: string) => Promise<readonly ResolvedAddress[]>

type ResolvedAddress = { readonly address: string; readonly family: number }

export type FetchLimits = { readonly maxBytes: number; readonly timeoutMs: number }

export type Fetched = {
  /** As sent: a content encoding is never unpacked, so that nothing small becomes large here. */
  readonly body: Buffer
  readonly contentType: string | null
  /** Where the last redirect led. */
  readonly finalUrl: string
}

/** @throws FetchRefusedError */
export type GuardedFetch = (url: string, limits: FetchLimits) => Promise<Fetched>

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

  constructor(reason: FetchRefusal) {
    super(`fetch refused: ${reason}`)
    this.reason = reason
  }
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Fetches what a stranger's address names without letting it reach inside: http and https only, every address of the
 * name must be public, the connection goes only to the addresses that were checked (a name that resolves differently the
 * second time gains nothing), each redirect is checked again, and size and total time are bounded.
 */
export function createGuardedFetch(options: {
  readonly allow: FetchAllowance
  readonly resolve?: Resolver
}): GuardedFetch {
  // URLs carry their host in lower case.
  const allow = options.allow.map((entry) => entry.toLowerCase())
  const resolve = options.resolve ?? ((host) => lookup(host, { all: true, verbatim: true }))

  return async (firstUrl, limits) => {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    try {
      let url = parseWebUrl(firstUrl)
      for (let hop = 0; hop <= mostRedirects; hop++) {
        const answer = await fetchOnce(
          url,
          await checkedAddresses(url, allow, resolve, signal),
          limits,
          signal,
        )
        if ('body' in answer) return answer
        url = parseWebUrl(answer.location, url)
      }
      throw new FetchRefusedError('too_many_redirects')
    } catch (error) {
      if (error instanceof FetchRefusedError) throw error
      throw new FetchRefusedError(signal.aborted ? 'too_slow' : 'unreachable')
    }
  }
}

function parseWebUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new FetchRefusedError('invalid_url')
  const url = new URL(text, base)
  const plain = url.username === '' && url.password === ''
  if (!['http:', 'https:'].includes(url.protocol) || !plain) throw new FetchRefusedError('invalid_url')
  return url
}

/** All addresses of the name must be public: one private one among them is reason enough to distrust the name. */
async function checkedAddresses(
  url: URL,
  allow: FetchAllowance,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  const allowed = allow.includes(`${url.hostname}:${port}`)
  // Not asked of a resolver: some send this name out to the network's own name servers (RFC 6761).
  if (!allowed && /(^|\.)localhost\.?$/.test(host)) throw new FetchRefusedError('forbidden_address')
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

async function fetchOnce(
  url: URL,
  checked: readonly ResolvedAddress[],
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Fetched | { readonly location: string }> {
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
      headers: { accept: 'image/*,*/*;q=0.5', 'accept-encoding': 'identity', 'user-agent': 'Guichet' },
    })
    const location = response.headers['location']
    if (redirects.has(response.statusCode) && typeof location === 'string') return { location }
    if (response.statusCode !== 200) throw new FetchRefusedError('bad_status')
    if (Number(response.headers['content-length'] ?? 0) > limits.maxBytes)
      throw new FetchRefusedError('too_large')
    const type = response.headers['content-type']
    return {
      body: await readBounded(response.body, limits.maxBytes),
      contentType: typeof type === 'string' ? type : null,
      finalUrl: url.href,
    }
  } finally {
    await dispatcher.destroy()
  }
}

async function readBounded(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new FetchRefusedError('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
