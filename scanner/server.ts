/**
 * What came of a call. `refusal`: the service said no, with what to do in the reader's language. `silence`: nothing came in time, or
 * nothing that the service says; what was asked may have happened or not. A service that has a fault or too much to do is silent too.
 * `unpaired`: the key is no longer good.
 */
export type Outcome<T> =
  | { readonly kind: 'answer'; readonly body: T }
  | { readonly kind: 'refusal'; readonly code: string; readonly detail: string }
  | { readonly kind: 'silence' }
  | { readonly kind: 'unpaired' }

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** How long to wait for an answer, in milliseconds; `usualPatience` when absent. */
  readonly patience?: number
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
    async call<T>({ method, path, body, patience = usualPatience }: Call): Promise<Outcome<T>> {
      const answer = await ask(path, {
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
        signal: AbortSignal.timeout(patience),
      })
      if (answer === null || answer.status === tooManyRequests || answer.status >= 500) return { kind: 'silence' }
      if (answer.status < 300) return { kind: 'answer', body: answer.envelope as T }
      const { code = '', detail = '' } = answer.envelope
      if ((answer.status === 401 || answer.status === 403) && endsOfKeys.has(code)) {
        if (!isTold) onUnpaired()
        isTold = true
        return { kind: 'unpaired' }
      }
      return { kind: 'refusal', code, detail }
    },
  }
}

type Envelope = { readonly success: boolean; readonly code?: string; readonly detail?: string }

async function ask(
  path: string,
  request: RequestInit,
): Promise<{ readonly status: number; readonly envelope: Envelope } | null> {
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
