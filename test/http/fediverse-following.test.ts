import { describe, expect, it } from 'vitest'
import { createKey, hoursAhead, runJob, untilQuiet } from '../harness/box-office.ts'
import { freePort } from '../harness/server.ts'
import { serve, twoOffices } from '../harness/two-tenants.ts'

/** A Guichet whose Meta follows organisations of another Guichet (ADR 0282): as calendars elsewhere, moderated, which say when they change. */

const [ports, label] = [[await freePort(), await freePort()] as const, 'the-hall']
const metaHost = 'meta.second.localhost'
const environment = { FETCH_ALLOW: `${label}.localhost:${ports[0]},${metaHost}:${ports[1]}` }
const { server: first, client: firstClient, hall, other } = await twoOffices({ environment, port: ports[0] })
const { server: second, client: secondClient } = await serve(
  { environment: { ...environment, DOMAIN: 'second.localhost' }, port: ports[1], template: 'furnished' },
  async (served) => served,
)
const may = (...permissions: readonly string[]) => permissions.flatMap((one) => ['--permission', one])
const metaKey = await createKey(second, 'meta', may('place:read', 'place:write', 'event:read', 'event:write'))
const hallKey = await createKey(first, label, may('place:write'))

const inMeta = (method: string, path: string, body?: object) =>
  second.send(metaHost, method, `/api/${path}`, { key: metaKey, ...(body && { body }) })

async function settled() {
  for (const client of [firstClient, secondClient, firstClient, secondClient]) await untilQuiet(client)
}

async function tell() {
  await settled()
  await runJob(firstClient, 'tell_followers', { tenantId: hall.tenantId })
  await settled()
}

/** Its last reading is so long ago that it may be read again. */
const rested = () => secondClient.query("update remote_agenda set asked_at = asked_at - interval '1 minute'")

const waiting = async () =>
  ((await inMeta('GET', 'remote-events/')).json as readonly { name: string; gone_at: string | null }[])
    .filter(({ gone_at }) => gone_at === null)
    .map(({ name }) => name)

async function add(address: string, name = 'The Hall') {
  const made = await inMeta('POST', 'remote-agendas/', {
    name,
    address,
    site_web: 'https://hall.example/',
    trusted: true,
  })
  expect(made.status, made.text).toBe(201)
  await settled()
  return (await inMeta('GET', `remote-agendas/${made.json.uuid}/`)).json
}

const home = `http://${label}.localhost:${ports[0]}/`

describe('a Meta that follows an organisation of another server', () => {
  it('shows its events at once, hears of each change, and of the end', async () => {
    await first.send(label, 'PATCH', '/api/fediverse/', { key: hallKey, body: { on: true } })
    await inMeta('PATCH', 'fediverse/', { on: true })
    const event = await hall.event([], { name: 'Far and wide', datetime: hoursAhead(24), category: 'music' })
    await other.event([], { name: 'Of somebody else' })
    const agenda = await add(home)
    expect(agenda).toMatchObject({ problem: null, account: `${home}fediverse/actor/` })
    expect(await waiting()).toEqual(['Far and wide'])
    const { text } = await second.send(metaHost, 'GET', '/?category=music', { headers: { accept: 'text/html' } })
    expect(text).toContain('Far and wide')
    expect(text).toContain(`${home}events/far-and-wide/`)
    const { rows } = await firstClient.query('select actor from follower')
    expect(rows).toEqual([{ actor: `http://${metaHost}:${ports[1]}/fediverse/actor/` }])
    await rested()
    await hall.patch(`/api/events/${event}/`, { name: 'Wider still' })
    await tell()
    expect(await waiting()).toEqual(['Wider still'])
    await rested()
    await hall.patch(`/api/events/${event}/`, { published: false })
    await tell()
    expect(await waiting()).toEqual([])
    await inMeta('DELETE', `remote-agendas/${agenda.uuid}/`)
    await settled()
    expect((await firstClient.query('select from follower')).rowCount).toBe(0)
  })

  it('reads it by the hour, without an account of its own', async () => {
    await inMeta('PATCH', 'fediverse/', { on: false })
    await hall.event([], { name: 'Quietly read', datetime: hoursAhead(24) })
    const agenda = await add(`${home}fediverse/actor/`)
    expect(await waiting()).toEqual(['Quietly read'])
    expect((await firstClient.query('select from follower')).rowCount).toBe(0)
    await inMeta('DELETE', `remote-agendas/${agenda.uuid}/`)
  })

  /** Seen red with findAccount left out. */
  it('finds it by its name, however that is written, and reads it once', async () => {
    const name = `${label}@${label}.localhost:${ports[0]}`
    const agenda = await add(`@${name.replace('localhost', 'LocalHost')}`)
    expect(agenda).toMatchObject({ address: name, problem: null, account: `${home}fediverse/actor/` })
    expect(await waiting()).toContain('Quietly read')
    const body = { name: 'Again', address: `acct:${name}`, site_web: 'https://hall.example/' }
    const again = await inMeta('POST', 'remote-agendas/', body)
    expect([again.status, Object.keys(again.json.errors)]).toEqual([400, ['address']])
    const log = await secondClient.query("select after->>'address' as noted from audit_entry where subject_id = $1", [
      agenda.uuid,
    ])
    expect(log.rows).toContainEqual({ noted: name })
    await inMeta('DELETE', `remote-agendas/${agenda.uuid}/`)
  })

  it('refuses a name of its own server, and says where nobody is known by a name', async () => {
    const body = { name: 'Own', site_web: 'https://hall.example/' }
    for (const address of [
      `meta@${metaHost}:${ports[1]}`,
      'meta@second.localhost',
      'meta@',
      '@meta',
      'a@b@c.example',
    ]) {
      const refused = await inMeta('POST', 'remote-agendas/', { ...body, address })
      expect([refused.status, Object.keys(refused.json.errors ?? {})], address).toEqual([400, ['address']])
    }
    const nobody = await add(`nobody@${label}.localhost:${ports[0]}`, 'Nobody')
    expect(nobody).toMatchObject({ problem: 'bad_status', account: null })
    await inMeta('DELETE', `remote-agendas/${nobody.uuid}/`)
  })

  it('says of an account without an outbox, or of none, that it is no calendar', async () => {
    const none = await add(`${home}fediverse/followers/`, 'Followers')
    expect(none.problem).toBe('no_calendar')
    await inMeta('DELETE', `remote-agendas/${none.uuid}/`)
  })
})
