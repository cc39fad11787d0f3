import { Agent, request } from 'undici'
import { requireListed } from './listed-refusals.ts'

export type SendOptions = {
  /** The request's body, sent as JSON; a string or buffer is sent unchanged. */
  readonly body?: unknown
  readonly key?: string
  readonly cookie?: string
  readonly headers?: Record<string, string>
}

export type Answer = {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly bytes: Buffer
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads fields of an answer whose shape it is about to assert
  readonly json: any
}

const agent = new Agent({ connections: 64 })

/** Sends one HTTP request to 127.0.0.1 with the Host of a tenant; follows no redirect. */
export async function send(
  port: number,
  label: string,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<Answer> {
  const { body } = options
  const raw = typeof body === 'string' || body instanceof Uint8Array || body === undefined
  const response = await request(`http://127.0.0.1:${port}${path}`, {
    dispatcher: agent,
    method: method as 'GET',
    headers: {
      host:
        label === '' ? `localhost:${port}` : label.includes('.') ? `${label}:${port}` : `${label}.localhost:${port}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.key === undefined ? {} : { authorization: `Api-Key ${options.key}` }),
      ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
      ...options.headers,
    },
    body: raw ? (body ?? null) : JSON.stringify(body),
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const text = bytes.toString()
  const json = parse(text)
  if (response.statusCode >= 400) requireListed(method, path, (json as { readonly code?: unknown } | undefined)?.code)
  return { status: response.statusCode, headers: response.headers, bytes, text, json }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
