import { type Operations, operations } from './generated/operations.ts'
import { type Attempts, send } from './send.ts'

export type Settings = {
  /** An API key, or the key of a device for what is scanned. Without one: what is open to everybody. */
  readonly key?: string
  /** The language of texts for people, such as `fr`. Otherwise that of the organisation. */
  readonly language?: string
  /** How often a request is sent again that did not come through: 2, unless said. */
  readonly retries?: number
  /** How long an answer may take, in milliseconds: 30,000, unless said. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

type Name = keyof Operations
type Asked<N extends Name> = Omit<Operations[N]['asks'], 'url'> & { readonly signal?: AbortSignal }
/** An operation that needs nothing is called with nothing. */
type Arguments<N extends Name> = Partial<Asked<N>> extends Asked<N> ? [asked?: Asked<N>] : [asked: Asked<N>]
type Body<N extends Name> = Operations[N]['answers']
type Query<N extends Name> = NonNullable<Operations[N]['asks'] extends { query?: infer Q } ? Q : never>
/** One of a list that has pages. `POST /api/prices/` lists as well. */
type Element<N extends Name> = [Query<N>] extends [never]
  ? never
  : 'limit' extends keyof Query<N>
    ? Extract<Body<N>, Many>[number]
    : never

export type Answer<B> = { readonly status: number; readonly headers: Headers; readonly body: B }

type Many = readonly unknown[]
type One<B> = Exclude<B, Many>
/** `POST /api/prices/` makes a price of its body, and lists them without one. */
type Operation<N extends Name, Whole extends boolean> = [One<Body<N>>] extends [never]
  ? Usual<N, Whole>
  : [Extract<Body<N>, Many>] extends [never]
    ? Usual<N, Whole>
    : {
        (asked: Asked<N> & { readonly body: object }): Promise<Shown<One<Body<N>>, Whole>>
        (asked?: Asked<N> & { readonly body?: never }): Promise<Shown<Extract<Body<N>, Many>, Whole>>
      }
type Usual<N extends Name, Whole extends boolean> = (...asked: Arguments<N>) => Promise<Shown<Body<N>, Whole>>
type Shown<B, Whole extends boolean> = Whole extends true ? Answer<B> : B

/** Each operation of the interface by its name, with what it answers. */
export type Guichet = { readonly [N in Name]: Operation<N, false> } & {
  /** The same with status and headers, for a `Total-Count` or a `Location`. */
  readonly answer: { readonly [N in Name]: Operation<N, true> }
  /** All that a list has, page after page: `for await (const event of guichet.all.listEvents())`. */
  readonly all: {
    readonly [N in Name as Element<N> extends never ? never : N]: (...asked: Arguments<N>) => AsyncGenerator<Element<N>>
  }
}

type Request = {
  readonly body?: unknown
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
}
type Call = (asked?: Request) => Promise<Answer<unknown>>

const names = Object.keys(operations) as Name[]

/**
 * The interface of one organisation. What is refused is thrown as a `Refusal`. Reading is sent again when no answer comes, and so is
 * what knows an `Idempotency-Key`: it gets one, and happens once.
 *
 * @param address of the organisation, such as `https://the-barn.example.org`
 * @throws TypeError the address, the key or the number of retries cannot be one
 */
export function connect(address: string | URL, settings: Settings = {}): Guichet {
  const origin = new URL(address).origin
  const { fetch: ownFetch = (...request) => fetch(...request), retries = 2, timeoutMs = 30_000 } = settings
  // Not said what it is: the message may be written to a log.
  if (settings.key !== undefined && !/^[\x21-\x7e]+$/.test(settings.key)) throw new TypeError('The key is not a key')
  if (!Number.isInteger(retries) || retries < 0) throw new TypeError('retries is a whole number, 0 or more')
  const attempts = { fetch: ownFetch, retries, timeoutMs }
  const calls = names.map((name) => [name, callOf(name, origin, settings, attempts)] as const)
  const guichet = {
    ...Object.fromEntries(calls.map(([name, call]) => [name, async (asked?: Request) => (await call(asked)).body])),
    answer: Object.fromEntries(calls),
    all: Object.fromEntries(
      calls.flatMap(([name, call]) =>
        operations[name][3] ? [[name, (asked?: Request) => everyOne(call, asked)] as const] : [],
      ),
    ),
  }
  return guichet as unknown as Guichet
}

function callOf(name: Name, origin: string, { key, language }: Settings, attempts: Attempts): Call {
  const [method, template, takesKey] = operations[name]
  return async ({ body, path = {}, query = {}, headers = {}, signal } = {}) => {
    const url = new URL(
      template.replaceAll(/\{(\w+)\}/g, (_, part) => pathPart(part, path[part])),
      origin,
    )
    for (const [field, value] of Object.entries(query))
      for (const one of [value].flat())
        if (one !== undefined && one !== null) url.searchParams.append(field, String(one))
    const sent = new Headers({ accept: 'application/json, */*;q=0.5' })
    if (key !== undefined) sent.set('authorization', `Api-Key ${key}`)
    if (language !== undefined) sent.set('accept-language', language)
    if (body !== undefined) sent.set('content-type', 'application/json')
    if (takesKey) sent.set('idempotency-key', crypto.randomUUID())
    for (const [field, value] of Object.entries(headers)) if (value !== undefined) sent.set(field, String(value))
    const request = {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }
    const response = await send(url, request, takesKey || method === 'GET', attempts)
    return { status: response.status, headers: response.headers, body: await readBody(response) }
  }
}

/** A dot, two dots or nothing would lead to another operation, such as a whole list instead of one of its entries. */
function pathPart(name: string, value: unknown): string {
  const part = value === undefined || value === null ? '' : String(value)
  if (['', '.', '..'].includes(part)) throw new TypeError(`path.${name} cannot be "${part}"`)
  return encodeURIComponent(part)
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.headers.get('content-type')?.includes('json') ? response.json() : response.blob()
}

/** Follows the `Link` of each page: its address says where the list goes on. */
async function* everyOne(call: Call, asked: Request = {}): AsyncGenerator<unknown> {
  let query: NonNullable<Request['query']> = { limit: 100, ...asked.query }
  for (;;) {
    const { body, headers } = await call({ ...asked, query })
    if (!Array.isArray(body)) throw new TypeError('This operation answers no list')
    yield* body
    const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (next === undefined) return
    const cursor = new URL(next, 'http://list').searchParams.get('cursor')
    if (cursor === null || cursor === query['cursor']) throw new TypeError('The list does not go on where it says')
    query = { ...query, cursor }
  }
}
