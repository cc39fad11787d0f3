/**
 * What came of a call. `refusal`: the service said no, with what to do in the reader's language. `silence`: nothing came in time, or
 * nothing that the service says; what was asked may have happened or not. A service that has a fault or too much to do is silent too.
 * `unpaired`: the key is no longer good.
 */
export type Outcome<T> =
  | { readonly kind: 'answer'; readonly body: T }
  | { readonly kind: 'refusal'; readonly code: string; readonly detail: string }
  | {
      readonly kind: 'silence' /** What comes after all, of a call with `lateness`. */
      readonly late?: Promise<Outcome<T>>
    }
  | {
      readonly kind: 'unpaired' /** Whether staff archived the device: otherwise it has a new code. */
      readonly isArchived: boolean
    }

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** How long to wait for an answer, in milliseconds; `usualPatience` when absent. */
  readonly patience?: number
  /** How much longer an answer is listened for that did not come in time, in milliseconds; absent: no longer. */
  readonly lateness?: number
}

export type Server = { call<T>(call: Call): Promise<Outcome<T>> }

/** How long to wait for anything but a scan, in milliseconds. */
export const usualPatience = 8000

const tooManyRequests = 429

const endsOfKeys = new Set(['credentials_required', 'key_invalid', 'device_archived'])

/**
 * Calls the scanning API with the key of this device, or without one to get it. `onUnpaired` is called as soon as any call is refused
 * because of the key, and once: later refusals say nothing new. An answer made by a network in between counts as silence, not as the
 * service's: it has no envelope.
 */
export function createServer(key: string | null, language: string, onUnpaired: () => void): Server {
  let isTold = false
  return {
    call<T>({ method, path, body, patience = usualPatience, lateness = 0 }: Call): Promise<Outcome<T>> {
      const inTime = AbortSignal.timeout(patience)
      const asking = ask(path, {
        method,
        headers: {
          accept: 'application/json',
          'accept-language': language,
          ...(key === null ? {} : { authorization: `Api-Key ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        signal: lateness > 0 ? AbortSignal.timeout(patience + lateness) : inTime,
      }).then(outcomeOf<T>)
      if (lateness === 0) return asking
      const silence = new Promise<Outcome<T>>((resolve) => {
        inTime.addEventListener('abort', () => resolve({ kind: 'silence', late: asking }))
      })
      return Promise.race([asking, silence])
    },
  }

  function outcomeOf<T>(answer: Answer | null): Outcome<T> {
    if (answer === null || answer.status === tooManyRequests || answer.status >= 500) return { kind: 'silence' }
    if (answer.status < 300) return { kind: 'answer', body: answer.envelope as T }
    const { code = '', detail = '' } = answer.envelope
    if ((answer.status === 401 || answer.status === 403) && endsOfKeys.has(code)) {
      if (!isTold) onUnpaired()
      isTold = true
      return { kind: 'unpaired', isArchived: code === 'device_archived' }
    }
    return { kind: 'refusal', code, detail }
  }
}

type Answer = { readonly status: number; readonly envelope: Envelope }
type Envelope = { readonly success: boolean; readonly code?: string; readonly detail?: string }

async function ask(path: string, request: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(path, request)
    const envelope: unknown = await response.json()
    return isEnvelope(envelope) ? { status: response.status, envelope } : null
  } catch {
    return null
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'success' in value && typeof value.success === 'boolean'
}
