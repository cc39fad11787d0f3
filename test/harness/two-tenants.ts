import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type BoxOffice, boxOffice } from './box-office.ts'
import { type Door, openDoor, type PairedPhone, pairPhone } from './door.ts'
import { type ServerOptions, startServer, type TestServer } from './server.ts'

type Served = { readonly server: TestServer; readonly client: pg.Client }
type Offices = { readonly hall: BoxOffice; readonly other: BoxOffice }

/**
 * A server, two tenants that sell on it, and a superuser's look into its database; gone when the tests of the file are
 * over. Awaited at the top of a file, so that its helpers may use them.
 */
export function twoOffices(options: ServerOptions = {}): Promise<Served & Offices> {
  return serve({ template: 'furnished', ...options }, async (served) => ({ ...served, ...openOffices(served.server) }))
}

/** The same, reached through two processes. */
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

/** A server with two tenants that scan, each with a paired phone. */
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
 * A server for the tests of a file, furnished as they need it. What fails before the first test would leave it behind: no
 * hook runs then.
 */
export async function serve<T>(options: ServerOptions, furnish: (served: Served) => Promise<T>): Promise<T> {
  const server = await startServer(options)
  const client = await server.database.connect()
  const stop = async () => {
    await client.end()
    await server.stop()
  }
  // The last hook runs first, so one beside another is stopped before it.
  afterAll(stop)
  try {
    return await furnish({ server, client })
  } catch (error) {
    await stop()
    throw error
  }
}
