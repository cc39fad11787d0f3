import { expect, it } from 'vitest'
import { createKey, untilTrue } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Where the people of a Meta add calendars elsewhere, and decide what of them is shown. */
const { server, client, hall } = await twoOffices()
await server.cli('team', 'set', '--tenant', 'meta', '--email', 'mia@calendar.test', '--role', 'manager')
const mia = await staffOf(server, { slug: 'meta' }, 'mia@calendar.test')
const key = await createKey(server, 'meta', ['--permission', 'event:read'])
const list = async (noun: string) => (await server.send('meta', 'GET', `/api/${noun}/`, { key })).json

const shown = async () => {
  const { text } = await server.send('meta', 'GET', '/', { headers: { accept: 'text/html' } })
  return [...text.matchAll(/<h4><a href="[^"]*">([^<]*)<\/a>/g)].map(([, name]) => name)
}

it('adds a calendar, decides about several of its events at once, and removes it', async () => {
  const form = [
    ['name', 'Le Rex'],
    ['address', 'webcal://rex.example/agenda.ics'],
    ['website', 'https://rex.example/'],
    ['key', '0190f0a0-0000-7000-8000-000000000001'],
  ] as const
  // A second press makes no other.
  for (const _ of [1, 2]) expect((await mia.press('/admin/remote-agendas/new/', form)).status).toBe(303)
  const [agenda, ...more] = await list('remote-agendas')
  expect([agenda.address, agenda.trusted, more]).toEqual(['https://rex.example/agenda.ics', false, []])
  await client.query(
    `insert into remote_event (tenant_id, id, agenda_id, uid, recurrence, name, starts_at, all_day, time_zone, categories, state, created_at)
     select tenant_id, gen_random_uuid(), id, 'n' || n, '', 'Night ' || n, now() + n * interval '1 day', false, 'UTC', '{}', 'waiting', now()
     from remote_agenda, generate_series(1, 3) n`,
  )
  const page = '/admin/remote-events/'
  expect((await mia.show(page)).text).toMatch(/Night 1[\s\S]*Night 2[\s\S]*Night 3/)
  expect((await mia.show(`${page}?q=night+2`)).text).not.toContain('Night 1')
  expect((await mia.show('/admin/')).text).toContain('3 external events are awaiting your decision')
  const [first, second, third] = (await list('remote-events')).map(({ uuid }: { uuid: string }) => uuid)
  const decide = async (decision: string, ...events: readonly string[]) => {
    const fields = [['decision', decision], ...events.map((event) => ['event', event] as const)] as const
    return String((await mia.press('/admin/remote-events/decision/', fields)).headers['location'])
  }
  expect(await decide('accepted')).toContain('done=none')
  expect(await decide('accepted', first, second)).toContain('done=accepted-2')
  expect(await decide('refused', third)).toContain('done=refused-1')
  expect(await shown()).toEqual(['Night 1', 'Night 2'])
  expect((await mia.show('/admin/')).text).not.toContain('your decision')
  expect((await mia.show(page)).text).not.toContain('Night')
  expect((await mia.show(`${page}?state=refused`)).text).toContain('Night 3')
  expect(await decide('refused', first)).toContain('done=refused-1')
  expect(await shown()).toEqual(['Night 2'])
  await mia.press(`/admin/remote-agendas/${agenda.uuid}/removal/`, [])
  expect([await shown(), await list('remote-agendas')]).toEqual([[], []])
})

it('takes the name of an account, and says beside the field what is none', async () => {
  const add = (address: string, key: string) =>
    mia.press('/admin/remote-agendas/new/', [
      ['name', 'Mob'],
      ['address', address],
      ['website', 'https://mob.example/'],
      ['key', key],
    ])
  expect((await add(' @Venue@Mobilizon.example ', '0190f0a0-0000-7000-8000-000000000002')).status).toBe(303)
  const [{ uuid, address }] = await list('remote-agendas')
  expect(address).toBe('Venue@mobilizon.example')
  expect((await mia.show(`/admin/remote-agendas/${uuid}/`)).text).toContain('value="Venue@mobilizon.example"')
  const wrong = await add('@venue', '0190f0a0-0000-7000-8000-000000000003')
  expect([wrong.status, wrong.text.includes('This is no address of a calendar.')]).toEqual([400, true])
  await mia.press(`/admin/remote-agendas/${uuid}/removal/`, [])
})

it('is in no administration but that of a Meta', async () => {
  const admin = await staffOf(server, hall, 'admin@example.org')
  expect((await mia.show('/admin/')).text).toContain('/admin/remote-agendas/')
  expect((await admin.show('/admin/')).text).not.toContain('/admin/remote-agendas/')
  for (const path of ['remote-agendas', 'remote-agendas/new', 'remote-events'])
    expect((await admin.show(`/admin/${path}/`)).status).toBe(400)
})

/** Seen red with the sentences of the press, whatever became of it. */
it('says that a calendar is being read until it was', async () => {
  const form = [
    ['name', 'La Scala'],
    ['address', 'https://scala.example/agenda.ics'],
    ['website', 'https://scala.example/'],
    ['key', '0190f0a0-0000-7000-8000-000000000009'],
  ] as const
  const made = String((await mia.press('/admin/remote-agendas/new/', form)).headers['location'])
  const page = made.split('?')[0] ?? ''
  const askedAt = async () =>
    (await client.query(`select asked_at from remote_agenda where name = 'La Scala'`)).rows[0].asked_at?.toISOString()
  const set = (time: string | null) =>
    client.query(`update remote_agenda set asked_at = $1 where name = 'La Scala'`, [time])
  // Whoever presses has it read, aside: what is said in between is looked at afterwards, with the time put back.
  const before = '2026-01-01T10:00:00.000Z'
  const said = async (path: string) => {
    const { text } = await mia.show(path)
    return [text.includes('Calendar added.'), text.includes('being read')]
  }
  await untilTrue(async () => (await askedAt()) !== undefined)
  await set(null)
  expect(await said(made)).toEqual([true, true])
  await set(before)
  expect(await said(made)).toEqual([true, false])
  const asked = String((await mia.press(`${page}fetch/`, [])).headers['location'])
  await untilTrue(async () => (await askedAt()) !== before)
  expect(await said(asked)).toEqual([false, false])
  await set(before)
  expect(await said(asked)).toEqual([false, true])
})
