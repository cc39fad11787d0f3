import { describe, expect, it } from 'vitest'
import { insertEvent, pairPhone } from '../harness/door.ts'
import { scanningAt } from '../harness/scanning.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** The phones at the door, as whoever runs the venue makes, changes and ends them. */
const doors = await twoDoors()
const { server, client, hall, other, phone } = doors
const { ticket, scan, logOf } = scanningAt(doors)
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const list = '/admin/devices/'
const usual = [['role', 'steward']] as const

async function devices(name: string): Promise<{ id: string; [column: string]: unknown }[]> {
  const { rows } = await client.query('select * from device where tenant_id = $1 and name = $2', [hall.tenantId, name])
  return rows
}

type Fields = readonly (readonly [string, string])[]

/** What a page sends along with a form, as it was shown. */
async function hidden(name: 'key' | 'shown', path = list): Promise<readonly [string, string]> {
  const { text } = await staff.show(path)
  return [name, new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '']
}

async function create(name: string, fields: Fields = []) {
  const answer = await staff.press(list, [await hidden('key'), ['names', name], ...usual, ...fields])
  const [device] = await devices(name)
  const path = /\/scan\/[\w-]+\/pair/.exec(answer.text)?.[0] ?? ''
  return { answer, id: device?.id ?? '', path }
}

const seenIn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''
const seenOn = async (id: string) => seenIn((await staff.show(`${list}${id}/`)).text)

describe('new devices', () => {
  /** Seen red with the three days of every code: the sheet promised what the end of the device revokes. */
  it('that end sooner than their code say until when it pairs', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const { answer } = await create('One night', [['ends_at', `${soon.slice(0, 10)}T23:30`]])
    expect(answer.text).toContain(`datetime="${soon.slice(0, 10)}T`)
    const free = await create('All season')
    expect(free.answer.text).not.toContain(`datetime="${soon.slice(0, 10)}T`)
  })

  it('are made with a name each, and their codes pair a phone each, once', async () => {
    const { status, text } = await staff.press(list, [
      await hidden('key'),
      ['names', 'North\r\n\r\n South gate \r\n'],
      ...usual,
    ])
    expect(status).toBe(200)
    expect(await devices('North')).toHaveLength(1)
    expect(await devices('South gate')).toHaveLength(1)
    const paths = [...new Set(text.match(/\/scan\/[\w-]+\/pair/g))]
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      expect((await server.send(hall.slug, 'GET', path)).json.success).toBe(true)
      expect((await server.send(hall.slug, 'GET', path)).json.code).toBe('token_used')
    }
    expect((await staff.show(list)).text).not.toContain(paths[0])
    expect((await stranger.show(list)).text).not.toContain('South gate')
  })

  // Seen red with ids made anew at each press.
  it('are made once, however often their form is sent, also at once', async () => {
    const fields = [await hidden('key'), ['names', 'Left\nRight'], ...usual] as const
    const answers = await Promise.all([staff.press(list, fields), staff.press(list, fields)])
    const again = await staff.press(list, fields)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(again.status).toBe(409)
    expect(again.text).toContain('This form was sent twice')
    expect(again.text).not.toMatch(/\/scan\/[\w-]+\/pair/)
    for (const name of ['Left', 'Right']) expect(await devices(name)).toHaveLength(1)
    // The form that comes back is a new one.
    const key = /name="key" value="([^"]+)"/.exec(again.text)?.[1] ?? ''
    const other = await staff.press(list, [['key', key], ['names', 'Middle'], ...usual])
    expect(other.status).toBe(200)
  })

  // Seen red with an empty form in the answer.
  it('that were typed into a form which was used are shown again, and made at the next press', async () => {
    const used = await hidden('key')
    expect((await staff.press(list, [used, ['names', 'First'], ...usual])).status).toBe(200)
    const fields = [['names', 'First\nSecond\nThird'], ...usual, ['gate', 'Yard']] as const
    const again = await staff.press(list, [used, ...fields])
    expect(again.status).toBe(422)
    expect(again.text).toContain('This form was used before. It made First, now in the list')
    expect(again.text).toMatch(/<textarea[^>]*name="names"[^>]*>\n?Second\nThird<\/textarea>/)
    expect(again.text).toMatch(/name="gate"[^>]*value="Yard"/)
    expect(await devices('Second')).toHaveLength(0)
    const key = /name="key" value="([^"]+)"/.exec(again.text)?.[1] ?? ''
    const left = await staff.press(list, [['key', key], ['names', 'Second\nThird'], ...usual])
    expect(left.status).toBe(200)
    for (const name of ['First', 'Second', 'Third']) expect(await devices(name)).toHaveLength(1)
  })

  // Seen red with the names alone compared: "sent twice", as though the gate were noted.
  it('of which something else was said in a form that was used stay as they are, and the page says so', async () => {
    const used = await hidden('key')
    const named = [used, ['names', 'Said once'], ...usual] as const
    expect((await staff.press(list, [...named, ['gate', 'Yard']])).status).toBe(200)
    const again = await staff.press(list, [...named, ['gate', 'Street']])
    expect(again.status).toBe(422)
    expect(again.text).toMatch(/your changes since then are not saved\. It created Said once, now in the list/)
    expect(again.text).not.toContain(used[1])
    expect(await devices('Said once')).toMatchObject([{ gate: 'Yard' }])
    expect((await staff.press(list, [...named, ['gate', 'Yard']])).status).toBe(409)
  })

  // Seen red: without events of tonight it scanned every event there is.
  it('are not made for every event of tonight where there is none', async () => {
    const asked = ['--organisation', 'Quiet', '--category', 'S', '--email', 'q@quiet.test']
    await server.cli('tenant', 'create', ...asked)
    const quiet = await staffOf(server, { slug: 'quiet' }, 'q@quiet.test')
    const key = /name="key" value="([^"]+)"/.exec((await quiet.show(list)).text)?.[1] ?? ''
    const { status, text } = await quiet.press(list, [['key', key], ['names', 'Lost'], ['tonight', '1'], ...usual])
    expect(status).toBe(400)
    expect(text).toContain('There is no event tonight.')
    expect(text).toMatch(/<fieldset id="events"[^>]*aria-describedby="[^"]*events/)
    const { rows } = await client.query(`select 1 from device where name = 'Lost'`)
    expect(rows).toHaveLength(0)
  })

  it.each([
    ['no name', [['names', ' \n ']], 'Enter at least one name.'],
    ['too many', [['names', 'x\n'.repeat(51)]], 'At most 50 at once.'],
    [
      'an end that has passed',
      [
        ['names', 'Late'],
        ['ends_at', '2020-01-01T10:00'],
      ],
      'This moment has passed.',
    ],
    [
      'an end that is none',
      [
        ['names', 'Late'],
        ['ends_at', 'tomorrow'],
      ],
      'Enter a date and a time.',
    ],
  ] as const)('are not made of %s', async (_, fields, said) => {
    const count = async () => (await client.query('select count(*)::int as n from device')).rows[0].n
    const before = await count()
    const { status, text } = await staff.press(list, [await hidden('key'), ...usual, ...fields])
    expect(status).toBe(400)
    expect(text).toContain(said)
    expect(await count()).toBe(before)
  })

  /** Seen red without findNameProblems: a long name was cut in silence, and a second "Stage door" made. */
  it('each have a name of their own that is not too long, and the page says on which line one has not', async () => {
    await create('Stage door')
    const { id } = await create('Old stage door')
    await staff.press(`${list}${id}/archive/`, [])
    const typed = `Kept\n\n${'x'.repeat(201)}\nkept\nstage DOOR\nOld stage door`
    const refused = await staff.press(list, [await hidden('key'), ['names', typed], ...usual])
    expect(refused.status).toBe(400)
    for (const said of [
      'Line 3: a name has at most 200 characters.',
      'Line 4: the same name stands on line 1.',
      'A device is called “stage DOOR” already.',
    ])
      expect(refused.text).toContain(said)
    expect(refused.text).not.toContain('“Old stage door” already')
    expect(refused.text).toContain(typed)
    for (const name of ['Kept', 'stage DOOR', 'x'.repeat(200)]) expect(await devices(name)).toEqual([])
    const { answer } = await create('Old stage door')
    expect(answer.status).toBe(200)
    // The neighbour's are its own business.
    await server.cli('device', 'create', '--tenant', other.slug, '--name', 'Their door')
    expect((await create('Their door')).answer.status).toBe(200)
  })

  it('do not get the name of another when they are changed, and keep one that two have', async () => {
    await create('First of two')
    const { id } = await create('Second of two')
    const rename = async (name: string) =>
      staff.press(`${list}${id}/`, [['name', name], ['seen', await seenOn(id)], ...usual])
    const refused = await rename('first of two')
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('A device is called “first of two” already.')
    expect(refused.text).toMatch(/name="name"[^>]*value="first of two"/)
    await client.query(`update device set name = 'First of two' where id = $1`, [id])
    expect((await rename('First of two')).status).toBe(303)
  })

  it('are not made for an event of another organisation', async () => {
    const { answer } = await create('Theirs', [['events', other.eventId]])
    expect(answer.status).toBe(400)
    expect(await devices('Theirs')).toHaveLength(0)
  })
})

describe('a device', () => {
  it('scans its events alone, from its next scan on', async () => {
    const tomorrow = await insertEvent(client, hall.tenantId, { name: 'Tomorrow' })
    const { id, path } = await create('Balcony', [['events', hall.eventId]])
    const key = String((await server.send(hall.slug, 'GET', path)).json.api_key)
    const [here, there] = [await ticket(), await ticket({ eventId: tomorrow })]
    expect((await scan({ qrcode_data: here.qr }, { key })).json.success).toBe(true)
    const refused = await scan({ qrcode_data: there.qr }, { key })
    expect(refused.json).toMatchObject({ success: false, code: 'wrong_event' })
    expect((await logOf(there.id)).map(({ result }) => result)).toEqual(['wrong_event'])
    // Another phone of the house, which is kept to none, lets the same ticket in.
    expect((await scan({ qrcode_data: there.qr }, { key: phone.key })).json.success).toBe(true)
    const later = await ticket({ eventId: tomorrow })
    const fields = [['name', 'Balcony'], ['seen', await seenOn(id)], ...usual, ['events', tomorrow]] as const
    expect((await staff.press(`${list}${id}/`, fields)).status).toBe(303)
    expect((await scan({ qrcode_data: later.qr }, { key })).json.success).toBe(true)
    expect((await scan({ qrcode_data: (await ticket()).qr }, { key })).json.code).toBe('wrong_event')
  })

  // Seen red with those from today on alone.
  it('keeps an event that is over when only its name is changed', async () => {
    const startsAt = new Date(Date.now() - 9 * 86_400_000)
    const over = await insertEvent(client, hall.tenantId, { name: 'Long over', startsAt })
    const { id } = await create('Cellar', [['events', over]])
    const { text } = await staff.show(`${list}${id}/`)
    const ticked = [...text.matchAll(/name="events" value="([^"]+)" checked/g)].map(([, event]) => event ?? '')
    expect(ticked).toEqual([over])
    await staff.press(`${list}${id}/`, [
      ['name', 'Wine cellar'],
      ['seen', await seenOn(id)],
      ...usual,
      ...ticked.map((event) => ['events', event] as const),
    ])
    expect(await devices('Wine cellar')).toMatchObject([{ event_ids: [over] }])
  })

  it('is kept to every event of tonight at one tick', async () => {
    const late = await insertEvent(client, hall.tenantId, { name: 'Late show' })
    const { id } = await create('Tonight only', [['tonight', '1']])
    const [device] = await devices('Tonight only')
    expect(device?.['event_ids']).toEqual(expect.arrayContaining([hall.eventId, late]))
    const text = (await staff.show(`${list}${id}/`)).text
    expect(text).toMatch(/Every event of tonight \(\d+\)/)
    expect(text).toContain('<legend>Tonight</legend>')
  })

  /** Seen red with archived events among the choices. */
  it('is not kept to an event that is archived, unless it was before', async () => {
    const [kept, away] = [
      await insertEvent(client, hall.tenantId, { name: 'Kept to' }),
      await insertEvent(client, hall.tenantId, { name: 'Shelved' }),
    ]
    const { id } = await create('Pergola', [['events', kept]])
    expect((await staff.show(`${list}${id}/`)).text).toContain(away)
    for (const event of [kept, away])
      expect((await staff.press(`/admin/events/${event}/archive/`, [['archived', 'true']])).status).toBe(303)
    const { text } = await staff.show(`${list}${id}/`)
    expect([text.includes(kept), text.includes(away)]).toEqual([true, false])
  })

  it('is archived after a question, and then stands apart', async () => {
    const { id } = await create('Old phone')
    const page = (await staff.show(`${list}${id}/`)).text
    const question = page.slice(page.indexOf('Archive Old phone</summary>'))
    expect(question).toContain('can’t be undone')
    expect(page.slice(0, page.indexOf('Archive Old phone</summary>'))).not.toContain('/archive/')
    expect((await staff.press(`${list}${id}/archive/`, [])).status).toBe(303)
    const { text } = await staff.show(list)
    const [live = '', apart = ''] = text.split('<summary>Archived')
    expect(live).not.toContain(id)
    expect(apart).toContain(id)
    expect(live).toContain('href="#new"')
  })

  /** Seen red with the device as it is in the answer: what the second typed was gone. */
  it('is changed by one person at a time: the second is told what is there now, keeps what they typed, and may insist', async () => {
    const gala = await insertEvent(client, hall.tenantId, { name: 'Gala' })
    const { id } = await create('Foyer', [['ends_at', '2900-01-01T10:00']])
    const save = (seen: string, fields: Fields) => staff.press(`${list}${id}/`, [['seen', seen], ...fields])
    const seen = await seenOn(id)
    const east: Fields = [
      ['name', 'Foyer'],
      ['gate', 'East'],
      ['role', 'supervisor'],
      ['events', gala],
    ]
    expect((await save(seen, east)).status).toBe(303)
    const west: Fields = [
      ['name', 'Lobby'],
      ['gate', 'West'],
      ['role', 'steward'],
      ['ends_at', '2900-01-02T11:00'],
      ['events', hall.eventId],
    ]
    const told = await save(seen, west)
    expect(told.status).toBe(409)
    expect(told.text).toContain('Somebody else changed this device')
    const beside = [...told.text.matchAll(/<a href="#(\w+)">(It is [^<]+)</g)].map(([, ...said]) => said)
    expect(beside).toEqual([
      ['name', 'It is now: Foyer'],
      ['gate', 'It is now: East'],
      ['role', 'It is now: Supervisor'],
      ['ends_at', 'It is empty now.'],
      ['events', 'It is now: Gala'],
    ])
    for (const kept of ['value="Lobby"', 'value="West"', 'value="2900-01-02T11:00"']) expect(told.text).toContain(kept)
    expect(told.text).toMatch(/<option value="steward" selected/)
    expect(told.text).toContain(`value="${hall.eventId}" checked`)
    expect(told.text).not.toContain(`value="${gala}" checked`)
    expect(await devices('Foyer')).toMatchObject([{ gate: 'East' }])
    expect((await staff.show(`/admin/audit/?of=${id}`)).text).not.toContain('West')
    expect((await save(seenIn(told.text), west)).status).toBe(303)
    expect(await devices('Lobby')).toMatchObject([{ gate: 'West', event_ids: [hall.eventId] }])
  })

  it('keeps its end to the second when only its name is changed', async () => {
    const { id } = await create('Terrace')
    await server.cli('device', 'set-end', '--tenant', hall.slug, '--until', '2900-01-01T10:00:30', id)
    const { text } = await staff.show(`${list}${id}/`)
    const shown = /name="ends_at"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? ''
    const [before] = await devices('Terrace')
    const fields = [['name', 'Terrace bar'], ['seen', await seenOn(id)], ['ends_at', shown], ...usual] as const
    expect((await staff.press(`${list}${id}/`, fields)).status).toBe(303)
    expect(await devices('Terrace bar')).toMatchObject([{ ends_at: before?.['ends_at'] }])
  })

  it('gets a new code, which shuts its phone out, and is refused once archived', async () => {
    const { id, path } = await create('Garden')
    const former = String((await server.send(hall.slug, 'GET', path)).json.api_key)
    const test = async (key: string) => (await server.send(hall.slug, 'GET', '/scan/test_api/', { key })).status
    expect(await test(former)).toBe(200)
    const chosen = [await hidden('shown'), ['device', id]] as const
    const { text } = await staff.press(`${list}codes/`, chosen)
    expect(await test(former)).toBe(401)
    const again = /\/scan\/[\w-]+\/pair/.exec(text)?.[0] ?? ''
    const key = String((await server.send(hall.slug, 'GET', again)).json.api_key)
    // The sheet is loaded again: the code that was just printed keeps working. Seen red without the look at when it was issued.
    const repeated = await staff.press(`${list}codes/`, chosen)
    expect(repeated.status).toBe(409)
    expect(repeated.text).toContain('Codes were issued since this page was shown')
    expect(repeated.text).not.toMatch(/\/scan\/[\w-]+\/pair/)
    expect(await test(key)).toBe(200)
    expect((await staff.press(`${list}${id}/archive/`, [])).status).toBe(303)
    expect(await test(key)).toBe(403)
    const shown = await hidden('shown')
    expect((await staff.press(`${list}codes/`, [shown, ['device', id]])).status).toBe(404)
    expect((await staff.press(`${list}${id}/code/`, [shown])).status).toBe(404)
    const log = (await staff.show(`/admin/audit/?of=${id}`)).text
    for (const done of ['Created a scanning device', 'Issued a pairing code', 'Archived a scanning device'])
      expect(log).toContain(done)
    expect(log).toContain('admin@example.org')
  })

  it('is listed with what it let in tonight, and without its key', async () => {
    const paired = await pairPhone(server, hall.slug)
    const entered = await ticket()
    await scan({ qrcode_data: entered.qr }, { key: paired.key })
    const { text } = await staff.show(list)
    const row = text.slice(text.indexOf(paired.id), text.indexOf('</tr>', text.indexOf(paired.id)))
    expect(row).toContain('Paired')
    expect(row).toMatch(/data-label="Let in tonight"[^>]*>1</)
    expect(text).not.toContain(paired.key)
  })
})

describe('from the home page', () => {
  it('a new user finds the code in three clicks', async () => {
    const home = (await staff.show('/')).text
    const administration = /<a href="(\/admin\/)">Administration<\/a>/.exec(home)?.[1] ?? ''
    const today = (await staff.show(administration)).text
    const devicesPath = /<a href="(\/admin\/devices\/)"[^>]*>Scanning devices<\/a>/.exec(today)?.[1] ?? ''
    const form = (await staff.show(devicesPath)).text
    expect(form).toContain('Create and show the codes')
    const key = await hidden('key', devicesPath)
    const { text } = await staff.press(devicesPath, [key, ['names', 'Third click'], ...usual])
    expect(text).toMatch(/<svg[^>]*class="qr"[^>]*aria-label="Pairing code of Third click"/)
  })
})
