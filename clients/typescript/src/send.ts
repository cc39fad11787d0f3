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
const longestPauseMs = 30_000

/**
 * Sends a request, and again where that makes nothing twice: `isRepeatable` says so of what was sent and not answered; what was
 * refused for its rate has not happened.
 *
 * @throws Refusal, TypeError (no connection), DOMException TimeoutError
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
      response = await fetch(url, { ...request, signal: AbortSignal.any(signals) })
    } catch (error) {
      if (isLast || !isRepeatable || request.signal?.aborted) throw error
      await pause(attempt, null)
      continue
    }
    if (response.ok) return response
    const mayRepeat = response.status === 429 || (isRepeatable && isPassing(response))
    if (isLast || !mayRepeat) throw new Refusal(response, await response.text())
    await response.body?.cancel()
    await pause(attempt, response.headers.get('retry-after'))
    request.signal?.throwIfAborted()
  }
}

/** The first request with the same key may still run: that is no refusal yet. */
function isPassing({ status, headers }: Response): boolean {
  return passing.has(status) || (status === 409 && headers.has('retry-after'))
}

/** @param retryAfter seconds; null: half a second, then twice as long each time, and some chance in it */
function pause(attempt: number, retryAfter: string | null): Promise<void> {
  const wished = Number(retryAfter) > 0 ? Number(retryAfter) * 1_000 : 500 * 2 ** attempt * (0.75 + Math.random() / 2)
  return new Promise((resolve) => setTimeout(resolve, Math.min(wished, longestPauseMs)))
}
