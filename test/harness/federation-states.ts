import { type BoxOffice, openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

/** The pages of who is on which calendar: those of an organisation in every standing, and those of a Meta with and without anybody. */
export async function federationStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const email = 'fay@calendar.test'
  const make = async (organisation: string) => {
    const made = await server.cli(
      'tenant',
      'create',
      '--organisation',
      organisation,
      '--category',
      'M',
      '--email',
      email,
    )
    return { id: String(made['uuid']), slug: String(made['slug']) }
  }
  const town = await make('What is on in the town and in all of its suburbs')
  const empty = await make('Nobody’s calendar')
  const [waits, declined] = [await make('The coast'), await make('The north')]
  const asking = await openBoxOffice(server, 'The theatre of the northern suburbs, with a garden')
  const sandbox = await openBoxOffice(server, 'The Box of sand', '--sandbox')
  const client = await server.database.connect()
  for (const [meta, member, state] of [
    [town.id, hall.tenantId, 'member'],
    [town.id, asking.tenantId, 'waiting'],
    [waits.id, hall.tenantId, 'waiting'],
    [declined.id, hall.tenantId, 'declined'],
  ])
    await client.query(
      'insert into federation_member (meta_tenant_id, member_tenant_id, created_at, state) values ($1, $2, now(), $3)',
      [meta, member, state],
    )
  const band = String(
    (await server.cli('tenant', 'create', '--organisation', 'The Band', '--category', 'A', '--email', email))['uuid'],
  )
  const plays = async (name: string, state: string) => {
    const artists = [{ uuid: band }]
    const event = await hall.create('events', { name, datetime: '2900-03-01T20:00:00Z', artists, products: [] })
    await client.query('update appearance set state = $2 where event_id = $1', [event, state])
  }
  await plays('A night with a rather long name, of songs and of stories', 'waiting')
  await plays('The last waltz', 'agreed')
  await client.end()
  await server.cli('team', 'set', '--tenant', 'meta', '--email', email, '--role', 'owner')
  const at = (slug: string, path = '') => ({
    url: `${originOf(server, slug)}/admin/${path}`,
    cookie: () =>
      sharedSignIn(server, slug, slug, slug === hall.slug || slug === sandbox.slug ? 'admin@example.org' : email),
  })
  const [shared, federation] = ['GET /admin/shared-calendars/', 'GET /admin/federation/']
  return [
    { name: 'shared calendars', route: shared, ...at(hall.slug, 'shared-calendars/?done=asked') },
    { name: 'shared calendars, of a sandbox', route: shared, ...at(sandbox.slug, 'shared-calendars/') },
    { name: 'organisations of a calendar', route: federation, ...at(town.slug, 'federation/?done=accepted') },
    { name: 'organisations of a calendar, none', route: federation, ...at(empty.slug, 'federation/') },
    { name: 'organisations of a calendar, not found', route: federation, ...at(town.slug, 'federation/?q=zz') },
    { name: 'organisations of the first calendar', route: federation, ...at('meta', 'federation/') },
    { name: 'where we play', route: 'GET /admin/appearances/', ...at('the-band', 'appearances/?done=saved') },
    { name: 'administration of a band', route: 'GET /admin/', ...at('the-band') },
    { name: 'home, with events of others', route: 'GET /', url: `${originOf(server, 'the-band')}/` },
    { name: 'administration of a calendar that is asked', route: 'GET /admin/', ...at(town.slug) },
  ]
}
