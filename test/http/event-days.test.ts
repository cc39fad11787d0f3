import { beforeAll, expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The days of the calendar and of an organisation's programme: headings, and links that narrow it down to some of them. */
const { server, client, hall, other } = await twoOffices()

const show = async (label: string, path = '/', language = 'en') => {
  const headers = { accept: 'text/html', 'accept-language': language }
  const { status, text } = await server.send(label, 'GET', path, { headers })
  expect(status, text).toBe(200)
  return text.replace(/<head>.*<\/head>/s, '')
}

/** The headings of days and below each the names of its events, in the order of the page. */
const daysOf = (page: string) =>
  [...page.matchAll(/<h3>(.*?)<\/h3>|<h4><a[^>]*>(?:<span[^>]*>)?([^<]*)/g)].map(([, day, name]) =>
    day === undefined ? String(name) : day.replaceAll(/<[^>]+>/g, '|'),
  )

/** The address that a chip leads to. */
const chip = (page: string, text: string) =>
  (new RegExp(`<a href="([^"]*)"[^>]*>${text}</a>`).exec(page)?.[1] ?? '').replaceAll('&amp;', '&')

/** A day of the house, which begins at four by the clocks of Paris, some days from now. */
const day = (days: number) => {
  const begun = new Date(Date.now() - 4 * 3_600_000)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(begun)
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}
const weekday = () => new Date(day(0)).getUTCDay()

beforeAll(async () => {
  await hall.event([], { name: 'Going on', datetime: hoursAhead(-30), end_datetime: hoursAhead(400) })
  await hall.event([], { name: 'Next', datetime: `${day(1)}T20:00:00+01:00`, category: 'music' })
  await hall.event([], { name: 'Late', datetime: `${day(2)}T01:30:00+01:00` })
  await hall.event([], { name: 'In a month', datetime: `${day(30)}T12:00:00Z` })
  await other.event([], { name: 'Theirs', datetime: `${day(1)}T21:00:00+01:00` })
})

/** Seen red with the day on which an event began. */
it('stand above their events: what goes on today, what begins after midnight the night before', async () => {
  const [today, nothing, tomorrow, ...names] = daysOf(await show(hall.slug))
  expect([today, nothing, tomorrow, ...names.slice(0, 2)]).toEqual([
    expect.stringMatching(/^Today \|/),
    'Going on',
    expect.stringMatching(/^Tomorrow \|/),
    'Next',
    'Late',
  ])
  expect(daysOf(await show('meta')).slice(2, 6)).toEqual([tomorrow, 'Next', 'Theirs', 'Late'])
  expect(daysOf(await show(hall.slug, '/', 'fr'))[0]).toMatch(/^Aujourd’hui \|/)
})

/** Seen red without `from` and `before` in listUpcoming. */
it.each(['meta', 'hall'])('are narrowed down by links, which say what is shown: %s', async (at) => {
  const label = at === 'meta' ? 'meta' : hall.slug
  const all = await show(label)
  expect(chip(all, 'Tonight')).toBe(`/?from=${day(0)}&to=${day(0)}`)
  const sunday = (7 - weekday()) % 7
  expect(chip(all, 'This weekend')).toBe(`/?from=${day(sunday - 2)}&to=${day(sunday)}`)
  const tonight = await show(label, chip(all, 'Tonight'))
  const lit = (page: string) => [...page.matchAll(/aria-current="true"[^>]*>([^<]*)</g)].map(([, name]) => name)
  expect(lit(tonight)).toContain('Tonight')
  expect(lit(tonight)).not.toContain('This weekend')
  const weekend = lit(await show(label, chip(all, 'This weekend')))
  expect([weekend.includes('This weekend'), weekend.includes('Tonight')]).toEqual([true, false])
  expect(daysOf(tonight).slice(1)).toEqual(['Going on'])
  // Seen red with days that end at midnight: what begins after it was of no day and, on the first, of no month.
  const nightOf = async (date: string) => daysOf(await show(label, `/?from=${date}&to=${date}`))
  expect([(await nightOf(day(1))).includes('Late'), (await nightOf(day(2))).includes('Late')]).toEqual([true, false])
  expect(tonight).toMatch(/aria-current="true"[^>]*>Tonight</)
  expect(tonight).toMatch(/Shown: \w+day \d+ \w+</)
  const month = await show(label, `/?from=${day(29)}&to=${day(30)}`)
  expect(daysOf(month)).toEqual([expect.any(String), 'In a month'])
  expect(chip(month, 'Tonight')).toBe(`/?from=${day(0)}&to=${day(0)}`)
  // Without an end it is over at four on the day after, and not of that day: seen red with days that begin at midnight.
  expect(daysOf(await show(label, `/?from=${day(31)}&to=${day(31)}`))).toEqual([])
  expect(daysOf(await show(label, '/?from=soon&to=2026-02-31'))).toEqual(daysOf(all))
  const none = await show(label, `/?from=${day(200)}`)
  expect(daysOf(none)).toEqual([])
  expect(none).toContain('Show everything')
})

/** Seen red with the events of all months, and with what is chosen beside the month lost. */
it.each(['meta', 'hall'])('are seen by month, which leads to the months beside it: %s', async (at) => {
  const label = at === 'meta' ? 'meta' : hall.slug
  const later = day(30).slice(0, 7)
  const list = await show(label)
  expect(chip(list, 'By month')).toMatch(/^\/\?month=\d{4}-\d\d$/)
  const page = await show(label, `/?month=${later}&category=`)
  const cells = [...page.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => String(cell))
  expect(cells.length % 7).toBe(0)
  expect(cells.filter((cell) => cell.includes('In a month'))).toEqual([
    expect.stringContaining(`<time datetime="${day(30)}">`),
  ])
  const links = [...page.matchAll(/rel="(prev|next)" href="([^"]*)"/g)].map(([, rel, href]) => `${rel} ${href}`)
  const [year = 0, month = 0] = later.split('-').map(Number)
  const following = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7)
  expect(links).toContain(`next /?month=${following}`)
  const nothing = await show(label, `/?month=${following}&category=music`)
  for (const name of ['In a month', 'Going on', 'Next']) expect(nothing).not.toContain(name)
  expect(nothing).toContain('Nothing announced for these days.')
  expect(nothing).toContain(`rel="prev" href="/?category=music&amp;month=${later}"`)
  for (const wrong of ['2026-13', 'soon', '0001-01', '9999-12'])
    expect(daysOf(await show(label, `/?month=${wrong}`))).toEqual(daysOf(list))
})

/** Seen red with the day that the reader's clocks show. */
it('are those of the place: a night in Tahiti is the next morning in Paris', async () => {
  await server.cli('tenant', 'set', '--tenant', other.slug, '--time-zone', 'Pacific/Tahiti')
  await hall.event([], { name: 'Near', datetime: `${day(3)}T20:00:00+01:00` })
  await other.event([], { name: 'Far', datetime: `${day(3)}T20:00:00-10:00` })
  const shown = daysOf(await show('meta'))
  const near = shown.indexOf('Near')
  // At the end of a year with the next one.
  expect(shown[near - 1]).toMatch(/^\w+day \d+ \w+( \d{4})?$/)
  expect(shown[near + 1]).toBe('Far')
})

/** Seen red without `withCancelled`, and with the prices of what nobody can have. */
it('keep what was cancelled, and say that of it alone, until it would be over', async () => {
  const { product } = await hall.price('B')
  const gone = await hall.event([product], { name: 'Gone', datetime: `${day(4)}T20:00:00+01:00` })
  await hall.event([product], { name: 'Still on', datetime: `${day(4)}T21:00:00+01:00` })
  expect((await hall.post(`/api/events/${gone}/cancellation/`)).status).toBe(200)
  const saidOf = (page: string, name: string) =>
    new RegExp(`>${name}(?:</span>)?</a>.*?<p class="had">(.*?)</p>`, 's').exec(page)?.[1]?.replaceAll(/<[^>]+>/g, '')
  for (const label of [hall.slug, 'meta']) {
    const page = await show(label)
    expect(saidOf(page, 'Gone')).toBe('Cancelled')
    expect(saidOf(page, 'Still on')).toBe('€10.00')
    expect(await show(label, `/?month=${day(4).slice(0, 7)}`)).toMatch(/Gone(<\/span>)? · Cancelled/)
  }
  expect(await show(hall.slug, '/', 'fr')).toContain('<strong>Annulé</strong>')
  expect(await show(hall.slug, '/embed/')).not.toContain('Gone')
  await client.query("update event set starts_at = now() - interval '25 hours' where id = $1", [gone])
  expect(await show(hall.slug, '/?page=1')).not.toContain('Gone')
})
