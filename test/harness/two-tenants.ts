import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type BoxOffice, boxOffice } from './box-office.ts'
import { type Door, openDoor, type PairedPhone, pairPhone } from './door.ts'
import { type ServerOptions, startServer, type TestServer } from './server.ts'

type Served = { readonly server: TestServer; readonly client: pg.Client }
type Offices = { readonly hall: BoxOffice; readonly other: BoxOffice }

/**
 * Starts a server and two tenants that sell on it, with a superuser's connection to its database; all end after the tests of the
 * file. Awaited at the top of a file, so that its helpers may use them.
 */
export function twoOffices(options: ServerOptions = {}): Promise<Served & Offices> {
  return serve({ template: 'furnished', ...options }, async (served) => ({ ...served, ...openOffices(served.server) }))
}

/** As `twoOffices`, reached through two processes. */
export function twoOfficesInTwoProcesses(
  environment: Record<string, string> = {},
): Promise<Offices & { readonly first: TestServer; readonly second: TestServer; readonly client: pg.Client }> {
  return serve({ environment, template: 'furnished' }, ({ server: first, client }) =>
    serve({ environment, beside: first }, async ({ server: second }) => ({
      first,
      second,
      client,
      ...openOffices(first),
    })),
  )
}

type Doors = {
  readonly hall: Door
  readonly other: Door
  readonly phone: PairedPhone
  readonly otherPhone: PairedPhone
}

/** Starts a server with two tenants that scan, each with a paired phone. */
export function twoDoors(options: ServerOptions = {}): Promise<Served & Doors> {
  return serve(options, async ({ server, client }) => {
    const [hall, other] = [await openDoor(server, client, 'The Hall'), await openDoor(server, client, 'The Other')]
    const [phone, otherPhone] = [await pairPhone(server, hall.slug), await pairPhone(server, other.slug)]
    return { server, client, hall, other, phone, otherPhone }
  })
}

function openOffices(server: TestServer): Offices {
  const { hall, other } = inject('offices')
  return { hall: boxOffice(server, hall), other: boxOffice(server, other) }
}

/**
 * Starts a server for the tests of a file, set up as they need it. It stops the server itself when that fails before the first
 * test: no hook runs then.
 */
export async function serve<T>(options: ServerOptions, furnish: (served: Served) => Promise<T>): Promise<T> {
  const server = await startServer(options)
  const client = await server.database.connect()
  const stop = async () => {
    await client.end()
    await server.stop()
  }
  // The last hook runs first, so a server beside another is stopped before it.
  afterAll(stop)
  try {
    return await furnish({ server, client })
  } catch (error) {
    await stop()
    throw error
  }
}
