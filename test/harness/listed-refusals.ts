import { readFileSync } from 'node:fs'

type Listed = { readonly at: RegExp; readonly name: string; readonly codes: readonly string[] }
type Described = Readonly<Record<string, Readonly<Record<string, { readonly 'x-refuses': readonly string[] }>>>>

/** Why any request may be refused, whatever it asks for: no operation lists these. */
const ofAnyRequest = [
  'key_invalid',
  'address_refused',
  'not_found',
  'not_approved',
  'method_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal_error',
]

let known: Readonly<Record<string, readonly Listed[]>> | undefined

/** The operations of the description by method; those without a parameter in their address come first, as they do when a route is found. */
function readListed(): Readonly<Record<string, readonly Listed[]>> {
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { readonly paths: Described }
  const listed = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      name: `${method.toUpperCase()} ${path}`,
      at: new RegExp(
        `^${path
          .replace(/\/$/, '')
          .replaceAll('.', '\\.')
          .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
      ),
      codes: operation['x-refuses'],
    })),
  )
  const ordered = listed.toSorted((one, other) => Number(one.name.includes('{')) - Number(other.name.includes('{')))
  return Object.groupBy(ordered, ({ method }) => method) as Readonly<Record<string, readonly Listed[]>>
}

/**
 * Holds that an operation of the interface refuses with no code that the description does not list for it (`refuses` of its route):
 * every request of every test passes here.
 *
 * @throws Error naming the operation and the code
 */
export function requireListed(method: string, path: string, code: unknown): void {
  if (typeof code !== 'string' || ofAnyRequest.includes(code)) return
  known ??= readListed()
  const address = path.split('?')[0] ?? ''
  const operation = known[method]?.find(({ at }) => at.test(address))
  if (operation && !operation.codes.includes(code))
    throw new Error(`${operation.name} refuses with ${code}, which it does not list: add it to its \`refuses\``)
}
