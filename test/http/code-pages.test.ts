import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { hoursAhead } from '../harness/box-office.ts'
import { type Fields, idIn, listed } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Promotional codes in the administration: found, made one by one or many at once, changed, archived. */
const { server, client, hall, other } = await twoOffices()

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'box@desk.test', '--role', 'box_office')
const seller = await staffOf(server, hall, 'box@desk.test')

const night = await hall.price('B', { name: 'Full price', prix: 10 })
const event = await hall.event([night.product])
const foreign = await other.price('B')
const path = '/admin/promotional-codes/'

let codes = 0
const form = (fields: Fields = {}) => ({
  key: randomUUID(),
  code: `code-${++codes}`,
  kind: 'rate',
  off: '20',
  starts: '',
  ends: '',
  uses: '',
  ...fields,
})
const make = (fields: Fields = {}, by = manager) => by.press(`${path}new/`, listed(form(fields)))
const makeMany = (fields: Fields = {}, by = manager) =>
  by.press(`${path}many/`, listed({ ...form({ uses: '1', count: '3' }), ...fields }))
const seenOf = async (id: string) =>
  /name="seen" value="([^"]*)"/.exec((await manager.show(`${path}${id}/`)).text)?.[1] ?? ''
const read = async (id: string) => (await hall.get(`/api/promotional-codes/${id}/`)).json
const counted = async () =>
  (await client.query('select count(*)::int as count from promotional_code')).rows[0].count as number
const book = (code: string) =>
  hall.book({ event, email: visitor(), prices: one(night.price, 1), promotional_code: code })

describe('a code', () => {
  it('is made once, however often its form is sent, and holds at once', async () => {
    const fields = form({ code: ' choir-1 ', products: [night.product], uses: '2', ends: '2900-01-01T20:00' })
    const answers = await Promise.all([1, 2].map(() => manager.press(`${path}new/`, listed(fields))))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const [id = ''] = new Set(answers.map(({ headers }) => idIn(headers['location'])))
    expect(answers.map(({ headers }) => idIn(headers['location']))).toEqual([id, id])
    expect(await read(id)).toMatchObject({
      code: 'CHOIR-1',
      discount_rate: 20,
      discount_amount: null,
      products: [night.product],
      usage_limit: 2,
      usage_count: 0,
      active: true,
      start_datetime: null,
    })
    expect((await book('choir-1')).json.amount).toBe(8)
    const shown = await manager.show(String(answers[0]?.headers['location']))
    expect(shown.text).toContain('It was used for one booking.')
    const log = await manager.show(`/admin/audit/?of=${id}`)
    expect(log.text.match(/Created a promotional code/g)).toHaveLength(1)
  })

  it('takes an amount off, typed as people do', async () => {
    const id = idIn((await make({ kind: 'amount', off: '2,50 €' })).headers['location'])
    expect(await read(id)).toMatchObject({ discount_rate: null, discount_amount: 2.5 })
    const percent = idIn((await make({ off: '12,5 %' })).headers['location'])
    expect(await read(percent)).toMatchObject({ discount_rate: 12.5 })
    expect((await manager.show(`${path}${percent}/`, 'fr')).text).toContain('value="12,5"')
  })

  it.each([
    ['a code with blanks', { code: 'two words' }, 'Use 2 to 40 letters'],
    ['no code', { code: '' }, 'Use 2 to 40 letters'],
    ['more than everything', { off: '100.5' }, 'Enter a percentage'],
    ['nothing', { off: '0' }, 'Enter a percentage'],
    ['an amount of nothing', { kind: 'amount', off: '0' }, 'Enter an amount above 0'],
    ['no amount', { kind: 'amount', off: '' }, 'Enter an amount above 0'],
    ['no bookings', { uses: '0' }, 'Enter a whole number of 1 or more'],
    ['a time nobody can read', { starts: 'soon' }, 'Give a day a'],
    ['an end before the start', { starts: '2900-01-02T00:00', ends: '2900-01-01T00:00' }, 'The end must come after'],
    ['what is sold elsewhere', { products: [foreign.product] }, 'products'],
  ])('is refused beside the field, with what was typed: %s', async (_, fields, said) => {
    const before = await counted()
    const { status, text } = await make({ uses: '77', ...fields })
    expect([status, await counted()]).toEqual([400, before])
    expect(text).toContain(said)
    expect(text).toContain('aria-invalid')
  })

  it('has a text of its own', async () => {
    await make({ code: 'TWICE' })
    const { status, text } = await make({ code: 'twice' })
    expect([status, text]).toEqual([409, expect.stringContaining('There is such a code already')])
    expect((await stranger.press(`${path}new/`, listed(form({ code: 'TWICE' })))).status).toBe(303)
  })
})

describe('a change', () => {
  it('tells the second of two people, and leaves what the first one changed', async () => {
    const id = idIn((await make({ code: 'SHARED' })).headers['location'])
    const seen = await seenOf(id)
    const change = (fields: Fields) =>
      manager.press(`${path}${id}/`, listed({ ...form({ code: 'SHARED' }), seen, ...fields }))
    expect((await change({ off: '30' })).status).toBe(303)
    const late = await change({ off: '40' })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('Somebody else changed this code')])
    expect(late.text).toContain('It is now: 30')
    expect(late.text).toContain('value="40"')
    expect(await read(id)).toMatchObject({ discount_rate: 30 })
    const log = await manager.show(`/admin/audit/?of=${id}`)
    expect(log.text).toContain('Changed a promotional code')
  })

  it('keeps the uses, and the seconds of a time that was left', async () => {
    const start = '2026-01-02T03:04:05.678Z'
    const id = await hall.create('promotional-codes', { code: 'EXACT', discount_rate: 5, start_datetime: start })
    expect((await book('EXACT')).status).toBe(201)
    const starts = /name="starts"[^>]*value="([^"]*)"/.exec((await manager.show(`${path}${id}/`)).text)?.[1] ?? ''
    const fields = { ...form({ code: 'EXACT', off: '6', starts }), seen: await seenOf(id) }
    expect((await manager.press(`${path}${id}/`, listed(fields))).status).toBe(303)
    const { start_datetime, ...after } = await read(id)
    expect(after).toMatchObject({ discount_rate: 6, usage_count: 1 })
    expect(new Date(start_datetime).toISOString()).toBe(start)
  })

  it('archives it, so that nobody can use it, and restores it', async () => {
    const id = idIn((await make({ code: 'AWAY' })).headers['location'])
    const put = (archived: string) => manager.press(`${path}${id}/archive/`, [['archived', archived]])
    expect((await put('true')).status).toBe(303)
    expect((await book('AWAY')).status).toBe(400)
    expect((await manager.show(`${path}?q=away`)).text).toContain('No code holds')
    expect((await manager.show(`${path}?q=away&list=archived`)).text).toContain('AWAY')
    expect((await put('false')).status).toBe(303)
    expect((await book('AWAY')).status).toBe(201)
  })
})

describe('many codes', () => {
  it('are made by one press, each of its own, for one booking, and exported', async () => {
    const fields = { ...form({ code: 'reader', uses: '1', products: [night.product] }), count: '40' }
    const answers = await Promise.all([1, 2].map(() => makeMany(fields)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const { rows } = await client.query("select code from promotional_code where code like 'READER-________'")
    expect(rows).toHaveLength(40)
    const shown = await manager.show(String(answers[0]?.headers['location']))
    expect(shown.text).toContain('40 codes are made.')
    const [, file = ''] = /href="([^"]*codes\.csv[^"]*)"/.exec(shown.text) ?? []
    const csv = await manager.show(file.replaceAll('&amp;', '&'))
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = csv.text.trim().split('\r\n')
    expect(lines).toHaveLength(41)
    expect(lines[1]).toMatch(/^READER-[A-Z2-9]{8},20\.00,,,,1,0$/)
    const [code] = (lines[1] ?? '').split(',')
    expect((await book(code ?? '')).json.amount).toBe(8)
    expect((await book(code ?? '')).status).toBe(409)
    const log = await manager.show('/admin/audit/')
    expect(log.text.match(/Created a number of promotional codes/g)).toHaveLength(1)
    expect(log.text).toContain('Exported a list')
    expect(log.text).not.toContain(code)
  })

  /** Seen red without isAskedAgain: the page said that 4 were made, and none was. */
  it('are told to be made, where the form is gone back to for others, and these at the next press', async () => {
    const fields = { ...form({ code: 'gone-back', uses: '1' }), count: '3' }
    expect((await makeMany(fields)).status).toBe(303)
    const before = await counted()
    for (const changed of [{ count: '4' }, { off: '50' }]) {
      const again = await makeMany({ ...fields, ...changed })
      expect([again.status, await counted()]).toEqual([422, before])
      expect(again.text).toContain('This form was sent before')
      expect(again.text).not.toContain(fields.key)
    }
    const again = await makeMany({ ...fields, count: '4' })
    const key = /name="key" value="([^"]+)"/.exec(again.text)?.[1] ?? ''
    expect((await makeMany({ ...fields, key, count: '4' })).status).toBe(303)
    expect(await counted()).toBe(before + 4)
  })

  it.each([
    ['none', { count: '0' }],
    ['more than are made at once', { count: '501' }],
    ['some', { count: 'some' }],
    ['a beginning that is too long', { code: 'X'.repeat(31) }],
  ])('are refused: %s', async (_, fields) => {
    const before = await counted()
    const { status, text } = await makeMany(fields)
    expect([status, await counted()]).toEqual([400, before])
    expect(text).toContain('aria-invalid')
  })
})

describe('the list', () => {
  it('tells codes in use from those to come, used up and over', async () => {
    const dated = { start_datetime: hoursAhead(-48), end_datetime: hoursAhead(-1) }
    await hall.create('promotional-codes', { code: 'FIND-OVER', discount_rate: 5, ...dated })
    await hall.create('promotional-codes', { code: 'FIND-LATER', discount_rate: 5, start_datetime: hoursAhead(9) })
    await hall.create('promotional-codes', { code: 'FIND-USED', discount_rate: 5, usage_limit: 1 })
    expect((await book('FIND-USED')).status).toBe(201)
    const current = (await manager.show(`${path}?q=find`)).text
    expect(current).toMatch(/FIND-LATER.*Not yet/s)
    expect(current).not.toMatch(/FIND-OVER|FIND-USED/)
    const over = (await manager.show(`${path}?q=find&list=over`)).text
    expect(over).toMatch(/FIND-USED.*1 of 1.*Used up.*FIND-OVER.*Over/s)
    expect(over).not.toContain('FIND-LATER')
    expect((await manager.show(path, 'fr')).text).toContain('Codes promotionnels')
  })

  it('is another organisation’s neither to see nor to export, and not the box office’s', async () => {
    for (const list of ['current', 'over']) {
      expect((await stranger.show(`${path}?list=${list}`)).text).not.toMatch(/FIND-|READER/)
      expect((await stranger.show(`${path}codes.csv?list=${list}`)).text).not.toMatch(/FIND-|READER/)
    }
    expect((await seller.show(path)).status).toBe(403)
    expect((await make({}, seller)).status).toBe(403)
    expect((await seller.show(`${path}codes.csv`)).status).toBe(403)
  })
})
