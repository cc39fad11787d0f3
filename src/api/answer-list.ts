import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { fieldError } from '../errors.ts'
import { isUuid } from '../lib/text.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import { cursorText, pageOf } from '../http/wire/paging.ts'

type Asked = { readonly query: { readonly updated_since?: string }; readonly tenant: { readonly timeZone: string } }

type Call = Asked & {
  readonly query: { readonly limit?: number; readonly cursor?: string }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** At most `limit` rows after that key, in the order of keys; without it from the first on. */
export type ListPage<Key> = {
  readonly after?: Key
  readonly limit: number
  /** Only rows that changed then or later; absent: all. */
  readonly updatedSince?: Date
}

export type ListSource<Row, Item extends TSchema, Key> = {
  readonly next: (page: ListPage<Key>) => Promise<readonly Row[]>
  readonly item: Item
  readonly present: (row: Row) => Static<Item>
  readonly keys: ListKeys<Row, Key>
}

/** The keys a list is ordered by, and how a cursor writes them. */
export type ListKeys<Row, Key> = {
  readonly of: (row: Row) => Key
  readonly toText: (key: Key) => string
  /** Null for what `toText` never says. */
  readonly fromText: (text: string) => Key | null
}

/** Order of making. */
export const byId: ListKeys<{ readonly id: string }, string> = {
  of: (row) => row.id,
  toText: (key) => key,
  fromText: (text) => (isUuid(text) ? text : null),
}

const batchRows = 500

/**
 * A list as the interface has it (docs/interface/requests.md, "Lists"): one page when `limit` is given, otherwise everything.
 * A list longer than one batch is streamed: memory stays that of a batch, and no connection is held while a slow client
 * reads, which is why it is no snapshot.
 *
 * @throws AppError validation_failed (`cursor`)
 */
export async function answerList<Row extends { readonly id: string }, Item extends TSchema, Key>(
  { query, tenant, request, reply }: Call,
  source: ListSource<Row, Item, Key>,
): Promise<Readable | readonly Static<Item>[]> {
  const { keys, present } = source
  const updatedSince = sinceOf({ query, tenant })
  const next = (after: Key | undefined, limit: number) => source.next({ limit, ...defined({ after, updatedSince }) })
  const after = query.cursor === undefined ? undefined : keyOf(query.cursor, keys)
  if (query.limit !== undefined) {
    const rows = await next(after, query.limit + 1)
    const page = pageOf(rows, query.limit, request, reply, (row) => keys.toText(keys.of(row)))
    return page.map(present)
  }
  const first = await next(after, batchRows)
  if (first.length < batchRows) return first.map(present)
  reply.type('application/json; charset=utf-8')
  // Compiled once for each schema object and route.
  const serialize = reply.compileSerializationSchema(source.item as object as Record<string, unknown>)
  return Readable.from(jsonArray(first, { keys, next, present, serialize }))
}

/** Since when a change is wanted; undefined: whatever there is. */
export function sinceOf({ query, tenant }: Asked): Date | undefined {
  return query.updated_since === undefined ? undefined : instant(query.updated_since, tenant.timeZone)
}

/** A cursor that was cut short is told: an empty page would look like the end of the list. */
function keyOf<Row, Key>(cursor: string, keys: ListKeys<Row, Key>): Key {
  const key = keys.fromText(cursorText(cursor))
  if (key === null) throw fieldError('cursor', 'cursor')
  return key
}

/** Tells whether a change was at `since` or later, of what is read whole because it is never much. @param moments of all that an answer shows */
export function isChanged(since: Date | undefined, moments: readonly Date[]): boolean {
  return since === undefined || moments.some((moment) => moment >= since)
}

type Writing<Row, Item extends TSchema, Key> = Pick<ListSource<Row, Item, Key>, 'keys' | 'present'> & {
  readonly next: (after: Key, limit: number) => Promise<readonly Row[]>
  readonly serialize: (item: Static<Item>) => string
}

async function* jsonArray<Row, Item extends TSchema, Key>(
  first: readonly Row[],
  { keys, next, present, serialize }: Writing<Row, Item, Key>,
): AsyncGenerator<string> {
  let separator = '['
  let rows = first
  for (;;) {
    let text = ''
    for (const row of rows) {
      text += separator + serialize(present(row))
      separator = ','
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchRows) {
      yield `${text}]`
      return
    }
    yield text
    rows = await next(keys.of(last), batchRows)
  }
}
