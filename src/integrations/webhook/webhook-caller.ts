import {
  type FetchAllowance,
  type FetchRefusal,
  FetchRefusedError,
  type GuardedRequest,
  isAllowed,
  isInside,
  isServiceAddress,
} from '../fetch/guarded-fetch.ts'

export type CallAnswer = {
  /** Null when there was no answer. */
  readonly status: number | null
  readonly refusal: FetchRefusal | null
  /** The beginning of what was answered. */
  readonly answer: string
  /** How long the other end asks not to be called again, in ms; null when it does not say. */
  readonly retryAfterMs: number | null
}

/** Calls the programs of organisations, at addresses that are checked at every call: a name may point elsewhere later. */
export type WebhookCaller = {
  /**
   * May a webhook be there? Over https but where the installation allows another, and without a name, a password and a fragment in it. Where
   * its name leads is looked at when it is called.
   */
  isAddress(text: string): boolean
  /** What the other end did, whatever it did. A redirect is not followed. */
  call(address: string, headers: Readonly<Record<string, string>>, body: string): Promise<CallAnswer>
}

/** What the URL Standard takes as a whole: it would forgive blanks and backslashes without a word. */
const whole = /^https?:\/\/[^\s\\#]+$/i

export function createWebhookCaller(options: {
  readonly request: GuardedRequest
  readonly allow: FetchAllowance
  readonly answerBytes: number
}): WebhookCaller {
  const limits = { maxBytes: options.answerBytes, timeoutMs: 15_000, cutsOff: true }
  return {
    isAddress(text) {
      if (!whole.test(text) || !isServiceAddress(text, options.allow)) return false
      const url = new URL(text)
      const isPlain = url.username === '' && url.password === ''
      return isPlain && (isAllowed(url, options.allow) || !isInside(url.hostname))
    },

    async call(address, headers, body) {
      try {
        const question = { method: 'POST', headers, body }
        const { status, body: bytes, retryAfter } = await options.request(address, question, limits)
        return { status, refusal: null, answer: readable(bytes), retryAfterMs: waitOf(retryAfter) }
      } catch (error) {
        if (!(error instanceof FetchRefusedError)) throw error
        return { status: null, refusal: error.reason, answer: '', retryAfterMs: null }
      }
    },
  }
}

/** The database keeps no NUL in a text. */
function readable(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD')
}

const mostWaitMs = 86_400_000

/** Seconds, or a date (RFC 9110, section 10.2.3); nobody is waited for longer than a day. */
function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), mostWaitMs)
}
