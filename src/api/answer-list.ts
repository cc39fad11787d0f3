import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Place } from '../db/in-order.ts'
import { pageOf } from '../http/wire/paging.ts'
import type { ListOffer, Narrowing } from './list-offer.ts'

type Call = {
  readonly query: { readonly limit?: number }
  readonly tenant: { readonly timeZone: string }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** At most `limit` rows of what is asked for, in that order, after that place; without it from the first on. */
export type ListPage<Sort extends string = string, Status extends string = never> = Narrowing<Status> & {
  readonly sort: Sort
  readonly isDescending: boolean
  readonly after?: Place
  readonly limit: number
}

export type ListSource<Row, Item extends TSchema, Sort extends string, Status extends string> = {
  readonly next: (page: ListPage<Sort, Status>) => Promise<readonly Row[]>
  /** How many there are in all. */
  readonly count: (narrowing: Narrowing<Status>) => Promise<number>
  readonly item: Item
  readonly present: (row: Row) => Static<Item>
}

const countHeader = 'total-count'

/**
 * A list as the interface has it (docs/interface/requests.md, "Lists"): one page when `limit` is given, otherwise everything.
 * A list longer than one batch is streamed: memory stays that of a batch, and no connection is held while a slow client
 * reads, which is why it is no snapshot.
 *
 * @throws AppError validation_failed (`cursor`, `until`)
 */
export async function answerList<
  Row extends { readonly id: string },
  Item extends TSchema,
  Sort extends string,
  Status extends string,
>(
  call: Call,
  offer: ListOffer<Row, TObject, Sort, Status>,
  source: ListSource<Row, Item, Sort, Status>,
): Promise<Readable | readonly Static<Item>[]> {
  const { query, request, reply } = call
  const { present } = source
  const { sort, isDescending, after, placeOf, cursorOf, batchRows } = offer.sorting(call)
  if (sort === null) throw new Error('a list that a query puts in order has an order with a name')
  const narrowing = offer.narrowing(call)
  const next = (from: Place | undefined, limit: number) =>
    source.next({ ...narrowing, sort, isDescending, limit, ...(from && { after: from }) })
  if (offer.isCounted(call)) reply.header(countHeader, await source.count(narrowing))
  if (query.limit !== undefined) {
    const rows = await next(after, query.limit + 1)
    return pageOf(rows, query.limit, request, reply, cursorOf).map(present)
  }
  const first = await next(after, batchRows)
  if (first.length < batchRows) return first.map(present)
  reply.type('application/json; charset=utf-8')
  // Compiled once for each schema object and route.
  const serialize = reply.compileSerializationSchema(source.item as object as Record<string, unknown>)
  return Readable.from(jsonArray(first, { placeOf, next, present, serialize, batchRows }))
}

type WholeRow = { readonly id: string }
type OfRow<Row> = {
  /** When what an answer shows of it last changed. */
  readonly changes: (row: Row) => readonly Date[]
  /** What `from` and `until` bound. */
  readonly at?: (row: Row) => Date
  readonly status?: (row: Row) => string
}

/**
 * What is asked for of a list that is never long, and so was read whole.
 *
 * @throws AppError validation_failed (`cursor`, `until`)
 */
export function chooseWhole<Row extends WholeRow>(
  call: Call,
  offer: ListOffer<Row, TObject, string, string>,
  rows: readonly Row[],
  { changes, at, status }: OfRow<Row>,
): readonly Row[] {
  const { updatedSince, from, until, statuses } = offer.narrowing(call)
  const isWithin = (moment: Date) => (!from || moment >= from) && (!until || moment < until)
  const chosen = rows.filter(
    (row) =>
      (!updatedSince || changes(row).some((moment) => moment >= updatedSince)) &&
      (!at || isWithin(at(row))) &&
      (!status || !statuses || statuses.includes(status(row))),
  )
  if (offer.isCounted(call)) call.reply.header(countHeader, chosen.length)
  const { placeOf, isDescending, after, cursorOf } = offer.sorting(call)
  const sign = isDescending ? -1 : 1
  const compare = (one: Place, other: Place) => sign * comparePlaces(one, other)
  const ordered = chosen.toSorted((one, other) => compare(placeOf(one), placeOf(other)))
  const rest = after === undefined ? ordered : ordered.filter((row) => compare(placeOf(row), after) > 0)
  return pageOf(rest, call.query.limit, call.request, call.reply, cursorOf)
}

function comparePlaces(one: Place, other: Place): number {
  const at = one.findIndex((value, index) => value !== other[index])
  const [mine = '', theirs = ''] = [one[at], other[at]]
  return mine < theirs ? -1 : Number(mine > theirs)
}

type Writing<Row, Item extends TSchema> = {
  readonly placeOf: (row: Row) => Place
  readonly present: (row: Row) => Static<Item>
  readonly next: (after: Place, limit: number) => Promise<readonly Row[]>
  readonly serialize: (item: Static<Item>) => string
  readonly batchRows: number
}

async function* jsonArray<Row, Item extends TSchema>(
  first: readonly Row[],
  { placeOf, next, present, serialize, batchRows }: Writing<Row, Item>,
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
    rows = await next(placeOf(last), batchRows)
  }
}
