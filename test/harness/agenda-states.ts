import { createKey, untilTrue } from './box-office.ts'
import { type PageState, send } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

/** The pages of calendars elsewhere, at a Meta: read, trusted and failing ones, and what is decided about their events. */
export async function agendaStates(server: TestServer): Promise<PageState[]> {
  const mia = 'mia@calendar.test'
  const empty = await server.cli('tenant', 'create', '--organisation', 'Hills', '--category', 'M', '--email', mia)
  await server.cli('team', 'set', '--tenant', 'meta', '--email', mia, '--role', 'owner')
  const cookie = () => sharedSignIn(server, 'meta', 'meta', mia)
  const ofHills = () => sharedSignIn(server, String(empty['slug']), String(empty['slug']), mia)
  const at = `${originOf(server, 'meta')}/admin/`
  const hills = `${originOf(server, String(empty['slug']))}/admin/`
  const key = await createKey(server, 'meta', ['--permission', 'event:write'])
  const { failing, trusted } = await furnish(server, key)
  const [list, one] = ['GET /admin/remote-agendas/', 'GET /admin/remote-agendas/:uuid/']
  const [add, make] = ['GET /admin/remote-agendas/new/', 'POST /admin/remote-agendas/new/']
  const events = 'GET /admin/remote-events/'
  const visitors = { route: 'GET /', url: `${originOf(server, 'meta')}/?q=rex` }
  return [
    { name: 'agendas', route: list, url: `${at}remote-agendas/`, cookie },
    { name: 'agendas, none', route: list, url: `${hills}remote-agendas/`, cookie: ofHills },
    { name: 'agenda, failing', route: one, url: `${at}remote-agendas/${failing}/`, cookie },
    { name: 'agenda, trusted', route: one, url: `${at}remote-agendas/${trusted}/?done=asked-0`, cookie },
    { name: 'new agenda', route: add, url: `${at}remote-agendas/new/`, cookie },
    {
      name: 'new agenda, refused',
      route: make,
      url: `${at}remote-agendas/new/`,
      cookie,
      status: 400,
      act: send({ name: 'The Rex', website: 'https://rex.test/', address: 'http://meta.localhost/feeds/events.ics' }),
    },
    {
      name: 'agenda, refused',
      route: 'POST /admin/remote-agendas/:uuid/',
      url: `${at}remote-agendas/${trusted}/`,
      cookie,
      status: 400,
      act: send({ address: 'nowhere', website: '' }),
    },
    {
      name: 'agenda, somebody was faster',
      route: 'POST /admin/remote-agendas/:uuid/',
      url: `${at}remote-agendas/${trusted}/`,
      cookie,
      status: 409,
      async act(page) {
        const path = `/api/remote-agendas/${trusted}/`
        await server.send('meta', 'PATCH', path, { key, body: { city: `Town ${Date.now()}` } })
        await send({ city: 'Lyon' })(page)
      },
    },
    { name: 'administration of a calendar', route: 'GET /admin/', url: at, cookie },
    { name: 'remote events', route: events, url: `${at}remote-events/`, cookie },
    { name: 'remote events, accepted', route: events, url: `${at}remote-events/?state=accepted`, cookie },
    { name: 'remote events, refused', route: events, url: `${at}remote-events/?state=refused`, cookie },
    { name: 'remote events, none', route: events, url: `${hills}remote-events/?done=accepted-2`, cookie: ofHills },
    { name: 'calendar, with events elsewhere', ...visitors },
  ]
}

async function furnish(server: TestServer, key: string) {
  const client = await server.database.connect()
  const make = async (body: object) =>
    String((await server.send('meta', 'POST', '/api/remote-agendas/', { key, body })).json.uuid)
  // Nobody answers there.
  const failing = await make({
    name: 'Le Grand Rex',
    address: 'http://127.0.0.1:9/rex.ics',
    site_web: 'https://rex.test/',
  })
  const trusted = await make({
    name: 'The theatre of the valley with the longest name of them all',
    address: 'http://127.0.0.1:9/valley.ics',
    site_web: 'https://valley.test/',
    city: 'Grenoble',
    trusted: true,
  })
  await untilTrue(async () => {
    const { rowCount } = await client.query('select from remote_agenda where problem is null')
    return rowCount === 0
  })
  const read =
    'update remote_agenda set problem = null, failures = 0, fetched_at = now(), unread = 3, is_cut = true where id = $1'
  await client.query(read, [trusted])
  const insert = `insert into remote_event (tenant_id, id, agenda_id, uid, recurrence, name, description, starts_at, all_day, time_zone,
      place, url, categories, state, cancelled_at, created_at)
    select tenant_id, gen_random_uuid(), id, $2, '', $3, 'Every text', now() + interval '3 days', $4, 'Europe/Paris', $5, $6, '{}', $7, $8, now()
    from remote_agenda where id = $1`
  const event = (
    agenda: string,
    name: string,
    state: string,
    rest: readonly unknown[] = [false, 'Salle 3', null, null],
  ) => {
    const [allDay, place, url, cancelledAt] = rest
    return client.query(insert, [agenda, name, name, allDay, place, url, state, cancelledAt])
  }
  const page = 'https://tickets.rex.test/quartet'
  await event(failing, 'A quartet & <b>friends</b> with a name that goes on and on', 'waiting', [
    false,
    'Rex, Paris',
    page,
    null,
  ])
  await event(failing, 'Open day', 'waiting', [true, null, null, null])
  await event(failing, 'Called off', 'waiting', [false, 'Rex', null, new Date()])
  await event(trusted, 'Accepted', 'accepted')
  await event(failing, 'Refused', 'refused')
  await client.end()
  // Whatever is decided, and the agenda that changes, brings the calendar up to date.
  await server.send('meta', 'PATCH', `/api/remote-agendas/${trusted}/`, {
    key,
    body: { name: 'The Rex of the valley' },
  })
  return { failing, trusted }
}
