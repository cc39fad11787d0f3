import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import type { Context } from '../context.ts'
import type { Forms } from '../http/route.ts'
import { type Call, callOf } from '../http/section.ts'
import { type PageDefinition, page } from './page.ts'

/** What the pages of a section share: the beginning of their address, and who may open them. */
type Shared<Params extends TObject | undefined> = Pick<
  PageDefinition<undefined, undefined, undefined>,
  'access' | 'atLabel' | 'beforeApproval' | 'asksAgain' | 'shows'
> & { readonly url?: string; readonly params?: Params }

type Definition<
  Body extends TObject | undefined,
  Params extends TObject | undefined,
  Query extends TObject | undefined,
> = Omit<PageDefinition<Body, Params, Query>, 'method' | 'url' | 'handler'> & {
  readonly handler: (call: Call<Body, Params, Query>) => unknown
}

/**
 * Makes a section of pages and form targets for people, as `section` does. A path is added to the address; one that begins with a slash
 * stands alone.
 */
export function pageSection<const Shares extends TObject | undefined = undefined>(about: Shared<Shares> = {}) {
  const { url = '', ...shared } = about
  const routes: ((app: FastifyInstance, context: Context) => void)[] = []

  const adder =
    (method: 'GET' | 'POST', forms: Forms) =>
    <
      const Body extends TObject | undefined = undefined,
      const Query extends TObject | undefined = undefined,
      const Params extends TObject | undefined = Shares,
    >(
      path: string,
      { handler, ...definition }: Definition<Body, Params, Query>,
    ): void => {
      const given = { forms, ...shared, ...definition } as Definition<Body, Params, Query>
      const at = path.startsWith('/') ? path : url + path
      routes.push((app, context) =>
        page<Body, Params, Query>(app, {
          ...given,
          method,
          url: at,
          handler: (input) => handler(callOf(context, input)),
        }),
      )
    }

  return {
    get: adder('GET', false),
    /** Adds a route that takes what a form sends. */
    post: adder('POST', true),
    register(app: FastifyInstance, context: Context): void {
      for (const registerRoute of routes) registerRoute(app, context)
    },
  }
}
