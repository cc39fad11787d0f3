import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { boxOffice, type BoxOffice, createKey, hoursAhead, untilQuiet } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Events that name another organisation of the server as artist: its own calendar shows them, once its people agreed. */
const { server, client, hall, other } = await twoOffices()

async function act(organisation: string, category = 'A'): Promise<BoxOffice> {
  const words = ['--organisation', organisation, '--category', category, '--email', 'admin@example.org']
  const { slug, uuid } = await server.cli('tenant', 'create', ...words)
  const permissions = ['event:read', 'event:write', 'product:write'].flatMap((name) => ['--permission', name])
  const key = await createKey(server, String(slug), permissions)
  return boxOffice(server, { slug: String(slug), tenantId: String(uuid), key })
}
const [band, agency] = [await act('The Band'), await act('The Agency', 'P')]

const naming = (...artists: readonly BoxOffice[]) => ({ artists: artists.map(({ tenantId: uuid }) => ({ uuid })) })
/** On the home page, and in two feeds. */
async function isOn({ slug }: Pick<BoxOffice, 'slug'>, name: string): Promise<readonly boolean[]> {
  const texts = ['/', '/feeds/events.json', '/feeds/events.ics'].map(
    async (path) => (await server.send(slug, 'GET', path, { headers: { accept: '*/*' } })).text,
  )
  return (await Promise.all(texts)).map((text) => text.includes(name))
}
const [shown, hidden] = [
  [true, true, true],
  [false, false, false],
]

type Row = { readonly uuid: string; readonly name: string; readonly state: string }
const list = async (at: BoxOffice, query = '') => (await at.get(`/api/appearances/${query}`)).json as readonly Row[]
const names = async (at: BoxOffice, query = '') => (await list(at, query)).map(({ name, state }) => `${name}: ${state}`)
const idOf = async (at: BoxOffice, wanted: string) => (await list(at)).find(({ name }) => name === wanted)?.uuid ?? ''
const decide = async (at: BoxOffice, name: string, what: string) => {
  const answer = await at.post(`/api/appearances/${await idOf(at, name)}/${what}/`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

/** Seen red with the state left out of `listAgreed`, and with `named` left out of `selectAppearances`. */
it('is shown once it is agreed to, at whom it names alone, until it is refused', async () => {
  await hall.event([], { name: 'Bandnight', ...naming(band, agency) })
  await other.event([], { name: 'Othernight', datetime: hoursAhead(30) })
  expect(await names(band)).toEqual(['Bandnight: waiting'])
  expect(await names(agency)).toEqual(['Bandnight: waiting'])
  for (const office of [band, agency, other]) expect(await isOn(office, 'Bandnight')).toEqual(hidden)
  const agreed = await decide(band, 'Bandnight', 'agree')
  expect(agreed).toMatchObject({ state: 'agreed', organisation: hall.tenantId, organisation_name: 'The Hall' })
  expect(agreed.url).toMatch(new RegExp(`^http://${hall.slug}\\.localhost:\\d+/events/bandnight`))
  expect(await isOn(band, 'Bandnight')).toEqual(shown)
  // The band has no event of its own.
  const home = (await server.send(band.slug, 'GET', '/')).text
  expect(home).not.toContain('Nothing announced')
  expect(home).toContain('/feeds/events.ics')
  expect((await server.send(agency.slug, 'GET', '/')).text).toContain('Nothing announced')
  expect(await isOn(agency, 'Bandnight')).toEqual(hidden)
  for (const name of ['Othernight', 'Bandnight']) expect(await isOn(agency, name)).toEqual(hidden)
  // A Meta that lists both has it once.
  const everywhere = (await server.send('meta', 'GET', '/api/events/')).json as readonly Row[]
  expect(everywhere.filter(({ name }) => name === 'Bandnight')).toHaveLength(1)
  // What is asked for at the artist's own address is still its own alone.
  expect((await band.get('/api/events/')).json).toEqual([])

  expect((await decide(band, 'Bandnight', 'refuse')).state).toBe('refused')
  expect(await isOn(band, 'Bandnight')).toEqual(hidden)
  await decide(band, 'Bandnight', 'agree')
  expect(await isOn(band, 'Bandnight')).toEqual(shown)

  // Nobody decides for another.
  const id = await idOf(band, 'Bandnight')
  for (const office of [agency, other])
    for (const what of ['agree', 'refuse'])
      expect((await office.post(`/api/appearances/${id}/${what}/`)).status).toBe(404)
  expect(await names(agency)).toEqual(['Bandnight: waiting'])
  const { rows } = await client.query(
    "select tenant_id, action from audit_entry where action like 'appearance.%' order by at, id",
  )
  expect(rows).toEqual(
    ['agreed', 'refused', 'agreed'].map((state) => ({ tenant_id: band.tenantId, action: `appearance.${state}` })),
  )
})

it('goes with the event: unpublished, archived, kept out, cancelled, deleted', async () => {
  const event = await hall.event([], { name: 'Goingnight', datetime: hoursAhead(40), ...naming(band) })
  await decide(band, 'Goingnight', 'agree')
  const path = `/api/events/${event}/`
  for (const [gone, back] of [
    [{ published: false }, { published: true }],
    [{ archived: true }, { archived: false, published: true }],
    [{ kept_out: true }, { kept_out: false }],
  ] as const) {
    expect(await isOn(band, 'Goingnight'), JSON.stringify(gone)).toEqual(shown)
    expect((await hall.patch(path, gone)).status).toBe(200)
    expect(await isOn(band, 'Goingnight'), JSON.stringify(gone)).toEqual(hidden)
    expect(await names(band, '?status=agreed'), JSON.stringify(gone)).not.toContain('Goingnight: agreed')
    // What was decided holds when it comes back.
    expect((await hall.patch(path, back)).status).toBe(200)
  }
  expect(await isOn(band, 'Goingnight')).toEqual(shown)
  // Other changes ask nobody again.
  expect((await hall.patch(path, { name: 'Goingnight', ...naming(band, agency) })).status).toBe(200)
  expect(await isOn(band, 'Goingnight')).toEqual(shown)
  await hall.post(`${path}cancellation/`, {})
  await untilQuiet(client)
  const page = (await server.send(band.slug, 'GET', '/')).text
  expect(page).not.toContain('Goingnight')
  expect((await server.send(band.slug, 'GET', '/feeds/events.ics')).text).toMatch(/STATUS:CANCELLED/)
  expect(await names(band)).not.toContain('Goingnight: agreed')

  const deleted = await hall.event([], { name: 'Deletednight', ...naming(band) })
  expect((await server.send(hall.slug, 'DELETE', `/api/events/${deleted}/`, { key: hall.key })).status).toBe(204)
  const { rowCount } = await client.query('select from appearance where event_id = $1', [deleted])
  expect(rowCount).toBe(0)
})

/** Seen red with the state of before for whoever is named again, and with a new one for whoever refused. */
it('asks again whom an event names anew, unless they refused or agreed to all', async () => {
  const event = await hall.event([], { name: 'Againnight', datetime: hoursAhead(45), ...naming(band, agency) })
  const rename = async () => {
    for (const body of [{ artists: [] }, naming(band, agency)]) {
      expect((await hall.patch(`/api/events/${event}/`, body)).status).toBe(200)
      if (body.artists.length === 0) expect(await isOn(band, 'Againnight')).toEqual(hidden)
    }
  }
  const states = async () => [...(await names(band)), ...(await names(agency))].filter((one) => /^Again/.test(one))
  await decide(band, 'Againnight', 'agree')
  await decide(agency, 'Againnight', 'refuse')
  expect(await isOn(band, 'Againnight')).toEqual(shown)
  await rename()
  expect(await states()).toEqual(['Againnight: waiting', 'Againnight: refused'])
  expect(await isOn(band, 'Againnight')).toEqual(hidden)
  await band.patch('/api/appearances/consent/', { standing: true })
  await rename()
  expect(await states()).toEqual(['Againnight: agreed', 'Againnight: refused'])
  expect(await isOn(band, 'Againnight')).toEqual(shown)
  await band.patch('/api/appearances/consent/', { standing: false })
})

// Seen red without `showsAppearances` in noteAppearances, and without agreeToAll.
it('is shown without asking where that is agreed to, but for what was refused', async () => {
  await hall.event([], { name: 'Waitingnight', datetime: hoursAhead(50), ...naming(agency) })
  await hall.event([], { name: 'Refusednight', datetime: hoursAhead(51), ...naming(agency) })
  await decide(agency, 'Refusednight', 'refuse')
  const consent = async (standing: boolean) => (await agency.patch('/api/appearances/consent/', { standing })).json
  expect((await agency.get('/api/appearances/consent/')).json).toEqual({ standing: false })
  expect(await consent(true)).toEqual({ standing: true })
  expect(await isOn(agency, 'Waitingnight')).toEqual(shown)
  expect(await isOn(agency, 'Refusednight')).toEqual(hidden)
  await hall.event([], { name: 'Laternight', datetime: hoursAhead(52), ...naming(agency, band) })
  expect(await isOn(agency, 'Laternight')).toEqual(shown)
  expect(await isOn(band, 'Laternight')).toEqual(hidden)
  expect(await consent(false)).toEqual({ standing: false })
  await hall.event([], { name: 'Latestnight', datetime: hoursAhead(53), ...naming(agency) })
  expect(await isOn(agency, 'Laternight')).toEqual(shown)
  expect(await isOn(agency, 'Latestnight')).toEqual(hidden)
})

it('is decided on a page, by those who make the programme', async () => {
  const event = await hall.event([], { name: 'Pagenight', datetime: hoursAhead(60), ...naming(band) })
  const [admin, atHall] = [await staffOf(server, band), await staffOf(server, hall)]
  const page = '/admin/appearances/'
  expect((await admin.show('/admin/')).text).toMatch(/events? names? you, and waits? for your decision|events name you/)
  expect((await admin.show(page)).text).toContain('Pagenight')
  const id = await idOf(band, 'Pagenight')
  expect((await admin.press(`${page}${id}/agreement/`, [])).headers['location']).toBe(`${page}?done=agreed`)
  expect(await isOn(band, 'Pagenight')).toEqual(shown)
  expect((await admin.show(page)).text).toContain('Stop showing')
  expect((await admin.press(`${page}${id}/refusal/`, [])).status).toBe(303)
  expect(await isOn(band, 'Pagenight')).toEqual(hidden)
  expect((await admin.press(`${page}consent/`, [['standing', 'true']])).status).toBe(303)
  expect((await admin.show(page)).text).toMatch(/name="standing"[^>]*checked/)
  expect((await admin.press(`${page}consent/`, [])).status).toBe(303)
  expect((await band.get('/api/appearances/consent/')).json).toEqual({ standing: false })
  // No room of a venue, which nobody names.
  expect((await atHall.show('/admin/')).text).not.toContain(page)
  expect((await atHall.press(`${page}${id}/agreement/`, [])).status).toBe(404)
  await server.cli('team', 'set', '--tenant', band.slug, '--email', 'box@band.test', '--role', 'box_office')
  const box = await staffOf(server, band, 'box@band.test')
  expect((await box.show(page)).status).toBe(403)
  expect((await hall.get(`/api/events/${event}/`)).status).toBe(200)
})

it('brings nothing of a sandbox, of an archived organisation, nor of one that names itself', async () => {
  await hall.event([], { name: 'Sandnight', datetime: hoursAhead(70), ...naming(band) })
  await decide(band, 'Sandnight', 'agree')
  const isInFeed = async () => (await isOn(band, 'Sandnight'))[1]
  expect(await isInFeed()).toBe(true)
  await client.query('update tenant set sandbox = true where id = $1', [hall.tenantId])
  expect(await isInFeed()).toBe(false)
  await client.query('update tenant set sandbox = false, archived_at = now() where id = $1', [hall.tenantId])
  expect(await isInFeed()).toBe(false)
  await client.query('update tenant set archived_at = null where id = $1', [hall.tenantId])
  await band.create('events', { name: 'Ownnight', datetime: hoursAhead(71), uuid: randomUUID(), ...naming(band) })
  expect(await names(band)).not.toContain('Ownnight: waiting')
  const feed = (await server.send(band.slug, 'GET', '/feeds/events.json')).json
  expect(feed.items.filter(({ title }: { title: string }) => title.includes('Ownnight'))).toHaveLength(1)
})
