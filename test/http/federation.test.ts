import { expect, it } from 'vitest'
import { type BoxOffice, createKey, hoursAhead, openBoxOffice, untilQuiet } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** How organisations come onto the calendars of their server and leave them: they ask, and the people of the calendar decide. */
const { server, client, hall, other } = await twoOffices()
const third = await openBoxOffice(server, 'The Third')

async function aMeta(organisation: string, email: string) {
  const words = ['--organisation', organisation, '--category', 'M', '--email', email]
  const { slug, uuid } = await server.cli('tenant', 'create', ...words)
  return meta(String(slug), String(uuid))
}

async function meta(slug: string, id: string) {
  const key = await createKey(server, slug, ['--permission', 'event:read', '--permission', 'event:write'])
  const call = (method: string, path = '') => server.send(slug, method, `/api/federation/${path}`, { key })
  return {
    slug,
    id,
    accept: (member: BoxOffice) => call('POST', `${member.tenantId}/accept/`),
    decline: (member: BoxOffice) => call('POST', `${member.tenantId}/decline/`),
    remove: (member: BoxOffice) => call('DELETE', `${member.tenantId}/`),
    list: async (query = '') =>
      (await call('GET', query)).json.map(
        ({ organisation, state }: { readonly organisation: string; readonly state: string }) =>
          `${organisation}: ${state}`,
      ),
    /** All that shows events of the calendar to strangers. */
    async shows(name: string) {
      const texts = await Promise.all(
        ['/api/events/', '/feeds/events.json', '/feeds/events.ics', '/', '/api/place/'].map(
          async (path) => (await server.send(slug, 'GET', path)).text,
        ),
      )
      return texts.map((text) => text.includes(name))
    },
  }
}

const first = await meta('meta', (await client.query('select id from tenant where first_meta')).rows[0].id)
const [town, valley] = [await aMeta('The Town', 'mia@town.test'), await aMeta('The Valley', 'vera@valley.test')]

type Meta = typeof town

const keys = new Map<string, string>()
async function move(office: BoxOffice, of: Pick<Meta, 'id'>, what: string) {
  const permissions = ['--permission', 'place:read', '--permission', 'place:write']
  const key = keys.get(office.slug) ?? (await createKey(server, office.slug, permissions))
  keys.set(office.slug, key)
  return server.send(office.slug, 'POST', `/api/shared-calendars/${of.id}/${what}/`, { key })
}

async function calendarsOf({ slug }: BoxOffice): Promise<Readonly<Record<string, string>>> {
  const { json } = await server.send(slug, 'GET', '/api/shared-calendars/', { key: keys.get(slug) ?? '' })
  return Object.fromEntries(
    json.map(({ organisation, state }: { organisation: string; state: string }) => [organisation, state]),
  )
}

async function mailsTo(email: string): Promise<readonly string[]> {
  await untilQuiet(client)
  const { rows } = await client.query(
    "select subject from mail where recipient = $1 and kind like 'calendar_%' order by id",
    [email],
  )
  return rows.map(({ subject }) => subject)
}

async function logOf(tenantId: string): Promise<readonly string[]> {
  await untilQuiet(client)
  const { rows } = await client.query(
    "select action, actor_kind from audit_entry where tenant_id = $1 and action like 'federation.%' order by at, id",
    [tenantId],
  )
  return rows.map(({ action, actor_kind }) => `${action.slice('federation.'.length)} ${actor_kind}`)
}

await hall.event([], { name: 'Hall night' })
await other.event([], { name: 'Other night', datetime: hoursAhead(30) })
await third.event([], { name: 'Third night', datetime: hoursAhead(31) })

const all = [true, true, true, true, true]
const none = [false, false, false, false, false]
/** The directory names an organisation, the rest its events. */
const events = [true, true, true, true, false]

/**
 * Seen red with the state left out of `selectMembers` (whoever asked was shown), and of `movePlace` (a second answer was noted and mailed). The
 * log of the other side, and the mails, come from a job that goes with the change.
 */
it('shows an organisation from when it is accepted until it leaves or is removed, at each calendar by itself', async () => {
  expect((await move(hall, town, 'ask')).json).toMatchObject({ organisation: 'The Town', state: 'waiting' })
  expect((await move(hall, town, 'ask')).json.state).toBe('waiting')
  await move(hall, valley, 'ask')
  await move(other, town, 'ask')
  expect(await calendarsOf(hall)).toEqual({ Meta: 'everybody', 'The Town': 'waiting', 'The Valley': 'waiting' })
  expect(await town.shows('Hall night')).toEqual(none)
  expect(await town.list()).toEqual(['The Hall: waiting', 'The Other: waiting'])
  expect(await first.list()).toEqual([])

  expect((await town.accept(hall)).json).toMatchObject({ uuid: hall.tenantId, state: 'member', categorie: 'S' })
  expect((await town.accept(hall)).json.state).toBe('member')
  expect(await town.shows('Hall night')).toEqual(events)
  expect((await town.shows('The Hall')).at(-1)).toBe(true)
  expect(await valley.shows('Hall night')).toEqual(none)
  for (const name of ['Other night', 'Third night']) expect(await town.shows(name)).toEqual(none)
  expect(await town.list('?status=waiting')).toEqual(['The Other: waiting'])

  expect((await town.decline(other)).status).toBe(204)
  expect((await town.decline(other)).status).toBe(204)
  expect((await calendarsOf(other))['The Town']).toBe('declined')
  expect((await move(other, town, 'ask')).json.state).toBe('waiting')
  expect((await town.accept(other)).status).toBe(200)
  expect(await town.shows('Other night')).toEqual(events)

  expect((await town.remove(other)).status).toBe(204)
  expect((await town.remove(other)).status).toBe(204)
  expect(await town.shows('Other night')).toEqual(none)
  await untilQuiet(client)
  expect((await move(hall, town, 'leave')).json).toMatchObject({ state: 'none', since: null })
  expect(await town.shows('Hall night')).toEqual(none)
  expect(await town.list()).toEqual([])
  // The first shows everybody, whatever became of it elsewhere.
  expect(await first.shows('Hall night')).toEqual(events)

  expect(await logOf(hall.tenantId)).toEqual(['asked api_key', 'asked api_key', 'accepted server', 'left api_key'])
  expect((await logOf(town.id)).toSorted()).toEqual(
    [
      ...['asked server', 'asked server', 'accepted api_key', 'declined api_key', 'asked server'],
      ...['accepted api_key', 'removed api_key', 'left server'],
    ].toSorted(),
  )
  expect(await logOf(third.tenantId)).toEqual([])
  expect((await mailsTo('admin@example.org')).toSorted()).toEqual([
    'The Town declined your request',
    'The Town no longer shows your events',
    'The Town shows your events',
    'The Town shows your events',
  ])
})

// Seen red without the time in `markTold`: a mail each.
it('mails the people of a calendar of one organisation once a week, however often it asks and withdraws', async () => {
  const before = await mailsTo('vera@valley.test')
  for (let turn = 0; turn < 3; turn++) {
    expect((await move(third, valley, 'ask')).json.state).toBe('waiting')
    await untilQuiet(client)
    expect((await move(third, valley, 'withdraw')).json.state).toBe('none')
  }
  const asks = 'The Third would like to join The Valley'
  expect((await mailsTo('vera@valley.test')).slice(before.length)).toEqual([asks])
  await client.query("update federation_member set told_at = told_at - interval '7 days'")
  await move(third, valley, 'ask')
  expect((await mailsTo('vera@valley.test')).slice(before.length)).toEqual([asks, asks])
  await move(third, valley, 'withdraw')
})

it('refuses what is not to be: withdrawn, answered, of nobody, of the first calendar', async () => {
  const why = async (answer: ReturnType<typeof move>) => {
    const { status, json } = await answer
    return [status, json.code, ...(json.rule ? [json.rule] : []), ...(json.from ? [json.from, json.to] : [])].join(' ')
  }
  expect(await why(valley.accept(third))).toBe('409 invalid_transition withdrawn member')
  expect(await why(valley.remove(third))).toBe('409 invalid_transition withdrawn left')
  expect(await why(valley.remove(hall))).toBe('409 invalid_transition waiting left')
  await valley.accept(hall)
  expect(await why(move(hall, valley, 'withdraw'))).toBe('409 invalid_transition member withdrawn')
  expect(await why(valley.decline(hall))).toBe('409 invalid_transition member declined')
  expect(await why(move(third, valley, 'leave'))).toBe('409 invalid_transition withdrawn left')
  // Nobody ever asked: a Meta learns nothing of other organisations.
  for (const answer of [town.accept(third), town.decline(third), town.remove(third)])
    expect(await why(answer)).toBe('404 not_found')
  for (const office of [hall, other]) {
    expect(await why(move(third, { id: office.tenantId }, 'ask'))).toBe('404 not_found')
    expect(await why(move(office, { id: first.id }, 'ask'))).toBe('400 category_rule lists_everybody')
    expect(await why(move(office, { id: first.id }, 'leave'))).toBe('400 category_rule lists_everybody')
  }
  const key = await createKey(server, town.slug, ['--permission', 'place:read', '--permission', 'place:write'])
  const asMeta = server.send(town.slug, 'POST', `/api/shared-calendars/${valley.id}/ask/`, { key })
  expect(await why(asMeta)).toBe('400 category_rule sells_nothing')
  expect((await server.send(town.slug, 'GET', '/api/shared-calendars/', { key })).json).toEqual([])
  // What an organisation that is no Meta would decide about others.
  expect((await server.send(hall.slug, 'GET', '/api/federation/', { key: hall.key })).json).toEqual([])
  const accept = `/api/federation/${other.tenantId}/accept/`
  expect(await why(server.send(hall.slug, 'POST', accept, { key: hall.key }))).toBe('404 not_found')
})

it('takes in no sandbox, nobody who waits for approval, and knows no archived calendar or organisation', async () => {
  const sandbox = await openBoxOffice(server, 'The Box', '--sandbox')
  expect((await move(sandbox, town, 'ask')).json.code).toBe('is_sandbox')
  const staff = await staffOf(server, sandbox)
  const { text } = await staff.show('/admin/shared-calendars/')
  expect(text).toContain('no calendar shows it')
  expect(text).not.toContain('/request/')

  const young = await openBoxOffice(server, 'The Young')
  await client.query("update tenant set approval = 'waiting' where id = $1", [young.tenantId])
  expect((await move(young, town, 'ask')).json.code).toBe('not_approved')

  const late = await openBoxOffice(server, 'The Late')
  expect((await move(late, town, 'ask')).json.state).toBe('waiting')
  await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', late.slug)
  expect(await town.list()).toEqual([])
  expect((await town.accept(late)).status).toBe(404)

  const closed = await aMeta('The Closed', 'carl@closed.test')
  await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', closed.slug)
  expect(Object.keys(await calendarsOf(hall))).not.toContain('The Closed')
  expect((await move(hall, closed, 'ask')).status).toBe(404)
})

it('is done on pages as well, by owners and managers alone', async () => {
  await server.cli('team', 'set', '--tenant', 'meta', '--email', 'mia@town.test', '--role', 'owner')
  const [admin, mia] = [await staffOf(server, third), await staffOf(server, town, 'mia@town.test')]
  const page = '/admin/shared-calendars/'
  expect((await admin.show(page)).text).toMatch(/Meta[\s\S]*Shows every organisation by itself[\s\S]*The Town/)
  const gone = async (path: string, staff = admin) => String((await staff.press(path, [])).headers['location'])
  expect(await gone(`${page}${town.id}/request/`)).toBe(`${page}?done=asked`)
  expect((await admin.show(`${page}?done=asked`)).text).toContain('You get an e-\u2060mail when you are answered.')
  expect((await mia.show('/admin/')).text).toContain('1 organisation asks to be on this calendar')
  expect((await mia.show('/admin/federation/')).text).toContain(`aria-describedby="${third.tenantId}">Accept`)
  expect(await gone(`/admin/federation/${third.tenantId}/acceptance/`, mia)).toBe('/admin/federation/?done=accepted')
  expect((await mia.show('/admin/')).text).not.toContain('asks to be on')
  expect(await town.shows('Third night')).toEqual(events)
  expect((await mia.show('/admin/federation/?q=third')).text).toContain('Remove The Third')
  expect((await mia.show('/admin/federation/?q=hall')).text).toContain('No results.')
  expect(await gone(`${page}${town.id}/leaving/`)).toBe(`${page}?done=left`)
  expect(await town.shows('Third night')).toEqual(none)
  await gone(`${page}${town.id}/request/`)
  expect(await gone(`/admin/federation/${third.tenantId}/refusal/`, mia)).toBe('/admin/federation/?done=declined')
  expect((await admin.show(page)).text).toContain('Declined')
  const atFirst = await staffOf(server, { slug: 'meta' }, 'mia@town.test')
  expect((await atFirst.show('/admin/federation/')).text).toContain('by itself: nobody has to ask')

  for (const role of ['box_office', 'steward', 'accountant']) {
    const email = `${role}@third.test`
    await server.cli('team', 'set', '--tenant', third.slug, '--email', email, '--role', role)
    const somebody = await staffOf(server, third, email)
    expect((await somebody.show(page)).status).toBe(403)
    expect((await somebody.press(`${page}${town.id}/request/`, [])).status).toBe(403)
  }
  expect((await calendarsOf(third))['The Town']).toBe('declined')
})

it('is ended and begun from Root as before, also for one who waits', async () => {
  await move(third, town, 'ask')
  await server.cli('federation', 'add', '--meta', town.slug, '--member', third.slug)
  expect((await calendarsOf(third))['The Town']).toBe('member')
  expect(await town.shows('The Third')).toEqual(all)
  expect((await move(third, town, 'withdraw')).status).toBe(409)
})
