import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Fields, idIn, listed, shownForm } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What is asked once before an event stands on top of another, and dates that are looked at before they are made. */
const { server, hall, other } = await twoOffices()
await server.cli('tenant', 'set', '--tenant', hall.slug, '--time-zone', 'Europe/Paris')
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const press = (path: string, fields: Fields) => staff.press(path, listed(fields))
const read = async (id: string) => (await hall.get(`/api/events/${id}/`)).json
const url = '/admin/events/new/'
const night = (starts: string, fields: Fields = {}): Fields => ({
  key: randomUUID(),
  name: 'Night',
  starts,
  publish: 'yes',
  ...fields,
})
const names = async (from: string, to: string) => {
  const { json } = await hall.get(`/api/events/?from=${from}&to=${to}&limit=1000`)
  return (json as { name: string; datetime: string }[]).map(({ name, datetime }) => [name, datetime.slice(0, 16)])
}

describe('an event on top of another', () => {
  /** Seen red without `whatToAsk`: made at the first press. */
  it('is asked about once, and made when it is meant', async () => {
    const there = { name: 'The <b>Owls</b>', datetime: '2900-03-01T20:00', end_datetime: '2900-03-01T23:00' }
    await hall.event([], there)
    await other.event([], { ...there, name: 'Next door' })
    const fields = night('2900-03-01T22:30', { short_description: 'Kept' })
    const asked = await press(url, fields)
    expect(asked.status).toBe(409)
    expect(asked.text).toContain('takes place there at the same time')
    expect(asked.text).toContain('value="Kept"')
    expect(asked.text).not.toMatch(/<b>Owls|Next door/)
    expect(await names('2900-03-01', '2900-03-02')).toHaveLength(1)
    expect(asked.text).toContain('name="anyhow" value="2900-03-01T22:30"')
    // Another hour is another question; one after the end is none.
    const meant = { ...fields, anyhow: '2900-03-01T22:30' }
    expect((await press(url, { ...meant, starts: '2900-03-01T21:00' })).status).toBe(409)
    expect((await press(url, night('2900-03-01T23:00', { name: 'After' }))).status).toBe(303)
    const made = await press(url, meant)
    expect(made.status).toBe(303)
    const path = `/admin/events/${idIn(made.headers['location'])}/schedule/`
    const shown = await shownForm(staff, path, path)
    // What stands on top already and is left where it is was meant.
    expect((await press(path, { ...shown, doors_open: '2900-03-01T22:00' })).status).toBe(303)
    const moved = { ...(await shownForm(staff, path, path)), starts: '2900-03-01T21:00' }
    expect((await press(path, moved)).status).toBe(409)
    expect((await press(path, { ...moved, anyhow: '2900-03-01T21:00' })).status).toBe(303)
  })

  /** Seen red with the present version in the form that asks: 303, and the name of the first was gone. */
  it('is asked about before somebody hears that it was changed meanwhile, and they hear it then', async () => {
    await hall.event([], { name: 'There', datetime: '2900-05-01T20:00', end_datetime: '2900-05-01T23:00' })
    const path = `/admin/events/${idIn((await press(url, night('2900-05-02T20:00'))).headers['location'])}/schedule/`
    const shown = await shownForm(staff, path, path)
    expect((await press(path, { ...shown, doors_open: '2900-05-02T19:00' })).status).toBe(303)
    const moved = { ...shown, starts: '2900-05-01T21:00' }
    const asked = await press(path, moved)
    expect([asked.status, asked.text.includes('name="anyhow"')]).toEqual([409, true])
    const seen = /name="seen" value="([\w-]+)"/.exec(asked.text)?.[1] ?? ''
    const told = await press(path, { ...moved, seen, anyhow: moved.starts })
    expect(told.status).toBe(409)
    expect(told.text).toMatch(/It is now: .*19:00/)
  })

  /** Seen red with the end of the model asked about, which is before the beginning: made at the first press. */
  it('is asked about when it is made like another whose end moves along', async () => {
    const model = { name: 'Model', datetime: '2900-02-01T20:00', end_datetime: '2900-02-01T23:00' }
    const like = await hall.event([], model)
    await hall.event([], { ...model, name: 'There', datetime: '2900-02-08T22:00', end_datetime: null })
    const fields = { ...(await shownForm(staff, `${url}?like=${like}`, url)), starts: '2900-02-08T20:00' }
    const asked = await press(url, { ...fields, publish: 'no' })
    expect([asked.status, asked.text.includes('takes place there at the same time')]).toEqual([409, true])
    expect(await names('2900-02-08', '2900-02-09')).toHaveLength(1)
    expect((await press(url, { ...fields, publish: 'no', anyhow: '2900-02-08T20:00' })).status).toBe(303)
  })

  it('is none where that is cancelled or archived', async () => {
    const off = await hall.event([], { name: 'Off', datetime: '2900-04-01T20:00' })
    await hall.post(`/api/events/${off}/cancellation/`)
    const away = await hall.event([], { name: 'Away', datetime: '2900-04-01T20:00' })
    await press(`/admin/events/${away}/archive/`, { archived: 'true' })
    expect((await press(url, night('2900-04-01T20:00'))).status).toBe(303)
  })
})

describe('a date that is past', () => {
  /** Seen red without `whatToAsk`, as the one above. */
  it('is asked about once before it is published, and not when it is kept', async () => {
    const fields = night('2020-03-01T20:00')
    const asked = await press(url, fields)
    expect([asked.status, asked.text.includes('This date is past')]).toEqual([409, true])
    const kept = await press(url, { ...fields, publish: 'no' })
    expect(kept.status).toBe(303)
    const id = idIn(kept.headers['location'])
    const publication = `/admin/events/${id}/publication/`
    const again = await press(publication, { published: 'true' })
    expect([again.status, again.text.includes('name="anyhow"')]).toEqual([409, true])
    expect((await read(id)).published).toBe(false)
    expect((await press(publication, { published: 'true', anyhow: 'true' })).status).toBe(303)
    expect((await read(id)).published).toBe(true)
  })
})

describe('more dates', () => {
  const lookedAt = (text: string) => /name="looked" value="([\da-z ]+)"/.exec(text)?.[1] ?? ''

  /** Seen red with the dates made at the first press. */
  it('are shown with what is there, and made as they were shown', async () => {
    const id = await hall.event([], { name: 'Weekly', datetime: '2900-05-05T20:30' })
    await hall.event([], { name: 'Already there', datetime: '2900-05-19T21:00' })
    const path = `/admin/events/${id}/copies/`
    const fields = { key: randomUUID(), times: '2', every: 'week' }
    const shown = await press(path, fields)
    expect(shown.status).toBe(200)
    expect(shown.text).toMatch(/These 2 dates would be created.*at the same time as/s)
    expect(shown.text).toContain('Already there')
    expect(await names('2900-05-06', '2900-05-30')).toHaveLength(1)
    const looked = lookedAt(shown.text)
    // Others than those that were looked at are looked at first.
    expect((await press(path, { ...fields, times: '3', looked })).status).toBe(200)
    expect((await press(path, { ...fields, looked })).status).toBe(303)
    expect(await names('2900-05-06', '2900-05-30')).toEqual(
      [
        ['Weekly', '2900-05-12T18:30'],
        ['Already there', '2900-05-19T19:00'],
        ['Weekly', '2900-05-19T18:30'],
      ].toSorted((one, two) => String(one[1]).localeCompare(String(two[1]))),
    )
    expect((await stranger.press(path, listed(fields))).status).toBe(404)
  })

  it('may be chosen freely, each once, and kept unpublished', async () => {
    const id = await hall.event([], { name: 'Free', datetime: '2900-06-01T20:30', doors_open: '2900-06-01T19:30' })
    const path = `/admin/events/${id}/copies/`
    const date = ['2900-12-24T18:00', '', '2900-06-10T20:30', '2900-12-24T18:00', '', '']
    const fields = { key: randomUUID(), times: '1', every: 'week', date }
    const wrong = await press(path, { ...fields, date: ['2900-02-30T20:00'] })
    expect([wrong.status, wrong.text.includes('href="#date-1"')]).toEqual([400, true])
    const looked = lookedAt((await press(path, fields)).text)
    const made = await press(path, { ...fields, looked })
    expect(made.headers['location']).toContain('done=copied-2')
    const events = (await hall.get('/api/events/?from=2900-06-02&limit=1000')).json as Record<string, unknown>[]
    const copies = events.filter(({ name }) => name === 'Free')
    expect(copies.map(({ doors_open, published }) => [String(doors_open).slice(0, 16), published])).toEqual([
      ['2900-06-10T17:30', false],
      // An hour before, by the clocks of winter.
      ['2900-12-24T16:00', false],
    ])
  })

  /** Seen red with ids that came of the key and the number of the date: nothing was made, and the page said that it was. */
  it('are made as well when the form is gone back to for others, and each once', async () => {
    const id = await hall.event([], { name: 'Gone back to', datetime: '2901-01-05T20:30' })
    const path = `/admin/events/${id}/copies/`
    const row = { key: randomUUID(), times: '2', every: 'week' }
    const make = async (fields: Fields) =>
      press(path, { ...fields, looked: lookedAt((await press(path, fields)).text) })
    await make(row)
    const chosen = { ...row, date: ['2901-02-01T20:30', '2901-02-08T20:30'] }
    const made = await make(chosen)
    expect((await read(idIn(made.headers['location']))).datetime).toContain('2901-02-01T19:30')
    expect((await make(chosen)).headers['location']).toBe(made.headers['location'])
    expect((await names('2901-01-06', '2901-03-01')).map(([, at]) => at)).toEqual(
      ['2901-01-12', '2901-01-19', '2901-02-01', '2901-02-08'].map((day) => `${day}T19:30`),
    )
  })

  /** Seen red without the remarks. */
  it('are said to be past, or at the same time as one another', async () => {
    const id = await hall.event([], { name: 'Long', datetime: '2020-01-05T20:30', end_datetime: '2020-01-05T23:30' })
    const { text } = await press(`/admin/events/${id}/copies/`, {
      key: randomUUID(),
      times: '1',
      every: 'week',
      date: ['2020-02-01T20:00', '2902-02-01T20:00', '2902-02-01T22:00', '2902-02-02T20:00'],
    })
    expect(text.match(/already past/g)).toHaveLength(1)
    expect(text.match(/at the same time as another of these dates/g)).toHaveLength(2)
  })
})
