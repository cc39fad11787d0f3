import { type Static, type TObject, type TSchema, type TSchemaOptions, Type } from 'typebox'
import type { Access, Operation } from '../http/route.ts'
import { type About, type Call, section } from '../http/section.ts'
import { withWireFields } from '../http/wire/field-names.ts'
import { UuidParams } from '../http/wire/params.ts'
import { answerList, type ListPage } from './answer-list.ts'
import type { ListOffer, Narrowing } from './list-offer.ts'

/** The caller an answer is for. */
export type Caller = Pick<Call, 'context' | 'tenant' | 'actor' | 'language' | 'inTenant'>

type Things<Url extends string, Row, Out extends TSchema> = About<Url> & {
  /** A thing as an answer tells it. */
  readonly out: Out
  readonly present: (row: Row, caller: Caller) => Static<Out>
  /** Reads one thing, as this caller may see it. @throws AppError not_found */
  readonly read?: (id: string, caller: Caller) => Promise<Row>
  /** The interface's names of fields that refusals name in our words (`withWireFields`). */
  readonly wireFields?: Readonly<Record<string, string>>
}

type Said = { readonly summary: string; readonly description?: string; readonly access?: Access }

type Listing<Row, Query extends TObject, Sort extends string, Status extends string> = Said & {
  readonly isCopy?: boolean
  /** An answer that is kept for some callers and need not be read; undefined for all others. */
  readonly kept?: (call: Call<undefined, undefined, Query>) => unknown
  /** What can be asked of it. */
  readonly offer: ListOffer<Row, Query, Sort, Status>
  readonly rows: (page: ListPage<Sort, Status>, call: Call<undefined, undefined, Query>) => Promise<readonly Row[]>
  readonly count: (narrowing: Narrowing<Status>, call: Call<undefined, undefined, Query>) => Promise<number>
}

type Making<Row, Body, Params> = Omit<Operation<undefined, undefined, undefined>, 'body' | 'query' | 'response'> & {
  readonly access?: Access
  readonly body?: Body
  /** @returns the thing that there is now */
  readonly handler: (call: Call<Body, Params>) => Promise<Row>
}

/** `work` leaves it to us to read what has become of the thing. */
type Acting<Row, Body> =
  | Making<Row, Body, typeof UuidParams>
  | (Omit<Making<Row, Body, typeof UuidParams>, 'handler'> & {
      readonly work: (call: Call<Body, typeof UuidParams>) => Promise<unknown>
    })

/**
 * Things of one kind, whose routes answer with them: what the interface says of each is said once (ADR 0014). After the title of
 * the answer are named what lists, reads, makes and changes them: `listPrices`, `readPrice`, `createPrice`, `changePrice`.
 */
export function collection<const Url extends string, Row extends { readonly id: string }, Out extends TSchema>(
  about: Things<Url, Row, Out>,
) {
  const { out, present, read = unreadable, url } = about
  const routes = section(about)
  const { get, post, patch } = routes as ReturnType<typeof section<string>>
  const { answer, answerAll, answering, acting } = answersOf(about)
  const name = titleOf(out)

  return {
    ...routes,
    /** The answer of a route of its own kind, with the thing it made. */
    answer,
    /** As `answer`, for several things. */
    answerAll,
    /** `GET`: all of them, or page by page. @returns what answers, for an address that lists them too */
    list<Query extends TObject, Sort extends string, Status extends string>({
      offer,
      rows,
      count,
      kept,
      ...said
    }: Listing<Row, Query, Sort, Status>) {
      const handler = async (call: Call<undefined, undefined, Query>) =>
        (await kept?.(call)) ??
        answerList(call, offer, {
          item: out,
          present: (row) => present(row, call),
          next: (page) => rows(page, call),
          count: (narrowing) => count(narrowing, call),
        })
      get('', {
        operationId: `list${pluralOf(name)}`,
        ...said,
        query: offer.query,
        response: { 200: Type.Array(out) },
        handler,
      })
      return handler
    },
    /** `GET :uuid/` */
    one(said: Said): void {
      const handler = async (call: Call<undefined, typeof UuidParams>) => present(await read(call.id, call), call)
      get(':uuid/', { operationId: `read${name}`, ...said, params: UuidParams, response: { 200: out }, handler })
    },
    /** `POST`: there is one more. */
    create<const Body extends TSchema>({ handler, ...said }: Making<Row, Body, undefined>): void {
      const madeAt = about.read ? { madeAt: url } : {}
      const operationId = `create${name}`
      post('', { operationId, ...said, ...madeAt, response: { 201: out }, handler: answering(handler) })
    },
    /** `PATCH :uuid/`: what was sent of it is so now. */
    change<const Body extends TSchema>(acts: Acting<Row, Body>): void {
      patch(':uuid/', { operationId: `change${name}`, ...acting(acts) })
    },
    /** `POST :uuid/…/`: something happens to it. */
    act<const Body extends TSchema | undefined = undefined>(path: `:uuid/${string}/`, acts: Acting<Row, Body>): void {
      post(path, acting(acts))
    },
  }
}

function answersOf<Url extends string, Row extends { readonly id: string }, Out extends TSchema>({
  out,
  present,
  read = unreadable,
  wireFields = {},
}: Things<Url, Row, Out>) {
  async function answer(caller: Caller, work: () => Promise<Row>): Promise<Static<Out>> {
    return present(await withWireFields(wireFields, work), caller)
  }

  async function answerAll(caller: Caller, work: () => Promise<readonly Row[]>): Promise<Static<Out>[]> {
    const rows = await withWireFields(wireFields, work)
    return rows.map((row) => present(row, caller))
  }

  const answering =
    <Body, Params>(handler: (call: Call<Body, Params>) => Promise<Row>) =>
    (call: Call<Body, Params>) =>
      answer(call, () => handler(call))

  function acting<Body extends TSchema | undefined>(acts: Acting<Row, Body>) {
    const handler =
      'handler' in acts
        ? acts.handler
        : async (call: Call<Body, typeof UuidParams>) => {
            await acts.work(call)
            return read(call.id, call)
          }
    return { ...acts, params: UuidParams, response: { 200: out }, handler: answering(handler) }
  }

  return { answer, answerAll, answering, acting }
}

const titleOf = (schema: TSchema) => (schema as TSchemaOptions).title ?? ''
const pluralOf = (name: string) => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`)

function unreadable(): never {
  throw new Error('a collection whose things are read has to say how')
}
