import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** `host:port` pairs, as written in a URL, that may be reached although private. */
export type FetchAllowance = readonly string[]

/** Every address of a name. */
export type Resolver = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

export type FetchLimits = { readonly maxBytes: number; readonly timeoutMs: number }

export type Fetched = { readonly body: Buffer; readonly contentType: string | null }

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
 * name must be public, the connection goes to exactly the address that was checked (a name that resolves differently the
 * second time gains nothing), each redirect is checked again, and size and total time are bounded.
 */
export function createGuardedFetch(options: {
  readonly allow: FetchAllowance
  readonly resolve?: Resolver
}): GuardedFetch {
  const resolve = options.resolve ?? ((host) => lookup(host, { all: true, verbatim: true }))

  return async (firstUrl, limits) => {
    const signal = AbortSignal.timeout(limits.timeoutMs)
    try {
      let url = parseWebUrl(firstUrl)
      for (let hop = 0; hop <= mostRedirects; hop++) {
        const answer = await fetchOnce(
          url,
          await checkedAddress(url, options.allow, resolve, signal),
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

type CheckedAddress = { readonly address: string; readonly family: number }

/** All addresses of the name must be public: one private one among them is reason enough to distrust the name. */
async function checkedAddress(
  url: URL,
  allow: FetchAllowance,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<CheckedAddress> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  const family = isIP(host)
  const addresses = family !== 0 ? [{ address: host, family }] : await abortable(resolve(host), signal)
  const first = addresses[0]
  if (!first) throw new FetchRefusedError('unreachable')
  if (allow.includes(`${url.hostname}:${port}`)) return first
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new FetchRefusedError('forbidden_address')
  return first
}

/** A name server may take longer than the whole fetch is allowed. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new FetchRefusedError('too_slow')), { once: true })
    work.then(resolve, reject)
  })
}

async function fetchOnce(
  url: URL,
  target: CheckedAddress,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Fetched | { readonly location: string }> {
  const dispatcher = new Agent({
    connect: {
      lookup: (_host, lookupOptions, done) => {
        if (lookupOptions.all) done(null, [{ address: target.address, family: target.family }])
        else done(null, target.address, target.family)
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
