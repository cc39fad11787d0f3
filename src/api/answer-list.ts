import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { fieldError } from '../errors.ts'
import { isUuid } from '../lib/text.ts'
import { cursorText, pageOf } from '../http/wire/paging.ts'

type Call = {
  readonly query: { readonly limit?: number; readonly cursor?: string }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type ListSource<Row, Item extends TSchema, Key> = {
  /** At most `limit` rows after that key, in the order of keys; undefined begins at the first. */
  readonly next: (after: Key | undefined, limit: number) => Promise<readonly Row[]>
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
  { query, request, reply }: Call,
  source: ListSource<Row, Item, Key>,
): Promise<Readable | readonly Static<Item>[]> {
  const { keys, next, present } = source
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
  return Readable.from(jsonArray(first, source, serialize))
}

/** A cursor that was cut short is told: an empty page would look like the end of the list. */
function keyOf<Row, Key>(cursor: string, keys: ListKeys<Row, Key>): Key {
  const key = keys.fromText(cursorText(cursor))
  if (key === null) throw fieldError('cursor', 'cursor')
  return key
}

async function* jsonArray<Row, Item extends TSchema, Key>(
  first: readonly Row[],
  { keys, next, present }: ListSource<Row, Item, Key>,
  serialize: (item: Static<Item>) => string,
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
