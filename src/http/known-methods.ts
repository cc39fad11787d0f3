import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAtHost } from './plugins/access.ts'
import type { Access } from './route.ts'

type KnownRoute = { readonly method: string; readonly path: RegExp; readonly access: Access | undefined }

/** The methods that the path of a request answers at its host; none when nobody is at home there. */
export type KnownMethods = (asked: Pick<FastifyRequest, 'url' | 'tenant'>) => readonly string[]

declare module 'fastify' {
  interface FastifyInstance {
    methodsOf: KnownMethods
  }
}

/**
 * Keeps what is registered, to tell a wrong method from a wrong path: the router looks for both at once. Asked only of
 * what it did not find, and of where a form came from.
 */
export function collectMethods(app: FastifyInstance): void {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const path = pathPattern(url)
    for (const each of [method].flat()) routes.push({ method: each, path, access: config?.access })
  })
  app.decorate('methodsOf', ({ url, tenant }: Pick<FastifyRequest, 'url' | 'tenant'>) => {
    const path = url.split('?')[0] ?? ''
    const here = routes.filter(
      (route) => route.path.test(path) && (route.access === undefined || isAtHost(route.access, tenant)),
    )
    return [...new Set(here.map(({ method }) => method))].sort()
  })
}

/** `/api/events/:uuid/` with and without its last slash. */
function pathPattern(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.+' : part.replaceAll('.', '\\.')))
  return new RegExp(`^${parts.join('/')}/?$`)
}
