import { Refusal } from './refusal.ts'

export type Attempts = {
  readonly fetch: typeof fetch
  /** How often a request is sent again that did not come through. */
  readonly retries: number
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number
}

/** Answers after which nothing happened, or nothing that a repeat would do twice. */
const passing = new Set([429, 502, 503, 504])
const redirects = new Set([301, 302, 303, 307, 308])
const longestPauseMs = 30_000

/**
 * Sends a request, and again where that makes nothing twice: `isRepeatable` says so of what was sent and not answered; what was
 * refused for its rate has not happened.
 *
 * @throws Refusal, TypeError (no connection, or another address), DOMException TimeoutError, and what the request's signal says
 */
export async function send(
  url: URL,
  request: RequestInit,
  isRepeatable: boolean,
  { fetch, retries, timeoutMs }: Attempts,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries
    const signals = [AbortSignal.timeout(timeoutMs), ...(request.signal ? [request.signal] : [])]
    let response: Response
    try {
      response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.any(signals) })
    } catch (error) {
      if (isLast || !isRepeatable || request.signal?.aborted) throw error
      await pause(attempt, null, request.signal)
      continue
    }
    if (response.ok) return response
    // Not followed: the key is for this address alone, and without it the answer would be another one.
    if (response.type === 'opaqueredirect' || redirects.has(response.status)) {
      await response.body?.cancel()
      throw new TypeError(`The organisation is at ${response.headers.get('location') ?? 'another address'} now`)
    }
    const mayRepeat = response.status === 429 || (isRepeatable && isPassing(response))
    if (isLast || !mayRepeat) throw new Refusal(response, await response.text())
    await response.body?.cancel()
    await pause(attempt, response.headers.get('retry-after'), request.signal)
  }
}

/** The first request with the same key may still run: that is no refusal yet. */
function isPassing({ status, headers }: Response): boolean {
  return passing.has(status) || (status === 409 && headers.has('retry-after'))
}

/**
 * @param retryAfter seconds; null: half a second, then twice as long each time, and some chance in it
 * @throws what `signal` says, as soon as it says it
 */
function pause(attempt: number, retryAfter: string | null, signal: RequestInit['signal']): Promise<void> {
  const wished = Number(retryAfter) > 0 ? Number(retryAfter) * 1_000 : 500 * 2 ** attempt * (0.75 + Math.random() / 2)
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      then()
    }
    const stop = () => end(() => reject(signal?.reason))
    const timer = setTimeout(() => end(resolve), Math.min(wished, longestPauseMs))
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
  })
}
