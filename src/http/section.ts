import type { FastifyInstance } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import type { Context } from '../context.ts'
import type { TenantTx } from '../db/database.ts'
import { newId } from '../lib/ids.ts'
import { answerOnce } from './answer-once.ts'
import { keptHeader } from './repeat-wire.ts'
import { type Access, type Operation, type RouteDefinition, type RouteInput, route } from './route.ts'
import { UuidParams } from './wire/params.ts'

/** What routes of one section share. */
export type About<Url extends string> = {
  readonly tag: string
  /** The beginning of every address of the section. */
  readonly url: Url
  /** Who may call a route that does not say so itself; with `writes`, only one that reads. */
  readonly access: Access
  readonly writes?: Access
}

/** A path beside those of the section begins with a slash. */
type At<Url extends string, Path extends string> = Path extends `/${string}` ? Path : `${Url}${Path}`

type ParamsOf<Url extends string> = Url extends `${string}:uuid/${string}` ? typeof UuidParams : undefined

/** A request, and what its answer is made with. */
export type Call<Body = undefined, Params = undefined, Query = undefined> = RouteInput<Body, Params, Query> & {
  readonly context: Context
  /** The `:uuid` of the address; null where it has none. */
  readonly id: Params extends typeof UuidParams ? string : null
  /** The id of what is made; of what is `madeApart` a repeat of the same request with an Idempotency-Key has the same. */
  readonly idOfNew: string
  /** Runs in a transaction of the organisation that was asked. */
  inTenant<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
}

type Definition<
  Body extends TSchema | undefined,
  Params extends TObject | undefined,
  Query extends TObject | undefined,
> = Operation<Body, Params, Query> & {
  readonly access?: Access
  readonly tag?: string
  readonly handler: (call: Call<Body, Params, Query>) => unknown
  /** A field of the answer that is shown once, and what a repeat with an Idempotency-Key gets there. */
  readonly shownOnce?: {
    readonly field: string
    readonly again: (id: string, call: Call<Body, Params, Query>) => Promise<unknown>
  }
}

/** Routes that share their first words, their gate and their chapter of the documentation (ADR 0014). */
export function section<const Url extends string>({ tag, url, access, writes = access }: About<Url>) {
  const routes: ((app: FastifyInstance, context: Context) => void)[] = []

  const adder =
    (method: RouteDefinition<undefined, undefined, undefined>['method'], usual: Access) =>
    <
      const Path extends string,
      const Body extends TSchema | undefined = undefined,
      const Query extends TObject | undefined = undefined,
      const Params extends TObject | undefined = ParamsOf<At<Url, Path>>,
    >(
      path: Path,
      { handler, shownOnce, ...definition }: Definition<Body, Params, Query>,
    ): void => {
      const at = path.startsWith('/') ? path : `${url}${path}`
      const params = (definition.params ?? (at.includes(':uuid/') ? UuidParams : undefined)) as Params
      const { keepsAnswer = true, madeApart = false, headers, bodyNeeds } = definition
      const seesToIt = headers !== undefined && 'Idempotency-Key' in headers.properties
      const isKept = method === 'POST' && at.startsWith('/api/') && keepsAnswer && !seesToIt
      routes.push((app, context) =>
        route<Body, Params, Query>(app, {
          access: usual,
          tag,
          ...definition,
          ...(isKept && { headers: Type.Object({ ...keptHeader, ...headers?.properties }) }),
          method,
          url: at,
          ...(params && { params }),
          handler: (input) => {
            // What a body may be left out of only lists then.
            const isRead = bodyNeeds !== undefined && input.request.body === null
            const call = callOf(context, input)
            if (!isKept || isRead) return handler(call)
            const once = shownOnce
              ? { field: shownOnce.field, again: (made: string) => shownOnce.again(made, call) }
              : null
            const asked = { madeApart, shownOnce: once }
            return answerOnce(context, input, asked, (known, made) => handler(callOf(known, input, made)))
          },
        }),
      )
    }

  return {
    get: adder('GET', access),
    post: adder('POST', writes),
    patch: adder('PATCH', writes),
    delete: adder('DELETE', writes),
    /** Registers the routes in the order in which they were declared, which is that of the documentation. */
    register(app: FastifyInstance, context: Context): void {
      for (const registerRoute of routes) registerRoute(app, context)
    },
  }
}

export function callOf<Body, Params, Query>(
  context: Context,
  input: RouteInput<Body, Params, Query>,
  idOfNew = newId(),
): Call<Body, Params, Query> {
  const { uuid = null } = (input.params ?? {}) as { readonly uuid?: string }
  return {
    ...input,
    context,
    id: uuid as Call<Body, Params, Query>['id'],
    idOfNew,
    inTenant: (work) => context.database.asTenant(input.tenant.id, work),
  }
}
