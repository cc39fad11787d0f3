import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { hoursAhead } from '../harness/box-office.ts'
import { createKey } from '../harness/box-office.ts'
import { outboxMailTo } from '../harness/outbox.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Long texts are Markdown (ADR 0290): shown as such on pages, without its marks in mails, and as it was written by the interface. */
const { server, hall, other } = await twoOffices()
const guest = visitorAt(server, hall)

const text = [
  '# How it goes',
  'Doors at **seven**,\nbar *until two*.',
  '- soup\n- bread',
  '[The film](https://videos.test/watch?v=a_b) ![us](https://pictures.test/us.png)',
  '[x](javascript:alert(1)) <script>alert(2)</script> <img src=https://pictures.test/spy.png>',
].join('\n\n')

const shown = [
  '>How it goes</h',
  '<p>Doors at <strong>seven</strong>,<br/>bar <em>until two</em>.</p>',
  '<ul><li>soup</li><li>bread</li></ul>',
  '<a href="https://videos.test/watch?v=a_b" rel="noopener">The film</a>',
  '<a href="https://pictures.test/us.png" rel="noopener">us</a>',
  '[x](javascript:alert(1)) &lt;script>alert(2)&lt;/script> &lt;img src=<a href="https://pictures.test/spy.png"',
]

/** Nothing of the page is asked of another site. */
function expectShown(page: string, level: number): void {
  for (const words of shown) expect(page, words).toContain(words)
  expect(page).toMatch(new RegExp(`<h${level}[^>]*>How it goes</h${level}>`))
  expect(page).not.toMatch(/<(img|script|iframe|link|video)[^>]+(src|href)="?(https?:)?\/\/(pictures|videos)/)
  expect(page).not.toContain('href="javascript')
}

const product = await hall.create('products', { name: 'Concert', categorie_article: 'B', long_description: text })
const price = await hall.create('prices', { product, name: 'Full', prix: 12, long_description: text })
const artist = await hall.create('artists', { name: 'The Owls', long_description: text })
const event = await hall.event([product], {
  artists: [{ uuid: artist }],
  datetime: hoursAhead(100),
  long_description: text,
})
const { slug } = (await hall.get(`/api/events/${event}/`)).json

/** Seen red with the texts shown as they are written. */
it('pages show the texts of events, artists, products, prices and organisations as they are meant', async () => {
  const page = (await guest.show(`/events/${slug}/`)).text
  expectShown(page, 2)
  expect(page.split('<strong>seven</strong>')).toHaveLength(5)
  const key = await createKey(server, hall.slug, ['--permission', 'place:write'])
  const saved = await server.send(hall.slug, 'PATCH', '/api/settings/', { key, body: { long_description: text } })
  expect(saved.status, saved.text).toBe(200)
  expectShown((await guest.show('/')).text, 2)
  expect((await visitorAt(server, other).show('/')).text).not.toContain('seven')
})

/** Seen red with the first end that was found. */
it('a long text is folded where no mark goes on', async () => {
  const link = `[${'a word '.repeat(45).trim()}](https://videos.test/)`
  const long = await hall.event([product], { long_description: `Come early. ${link} And ${'so on '.repeat(100)}` })
  const { text: page } = await guest.show(`/events/${(await hall.get(`/api/events/${long}/`)).json.slug}/`)
  expect(page).toContain('<a href="https://videos.test/" rel="noopener">a word')
  expect(page).not.toContain('](https')
})

it('the interface says it as it was written', async () => {
  for (const path of [`/api/events/${event}/`, `/api/products/${product}/`, `/api/artists/${artist}/`])
    expect((await hall.get(path)).json.long_description, path).toBe(text)
})

/** Seen red with the text as it was written. */
it('a mail says it without its marks', async () => {
  const email = visitor()
  const path = await guest.book(event, '', { email, price: [price], qty: ['1'] })
  await hall.post(`/api/reservations/${path.split('/')[2]}/payments/`, { method: 'free' })
  const mail = (await outboxMailTo(server, email, 'How it goes')).replaceAll(/=\r?\n/g, '')
  expect(mail).toMatch(/How it goes .{1,8}Doors at seven, .{1,8}bar until two\./)
  expect(mail).toContain('The film (https://videos.test/watch?v')
  expect(mail).not.toMatch(/\*\*|# How|\]\(https/)
})

it('a preview is what the page shows, for people who work there', async () => {
  const staff = await staffOf(server, hall)
  const preview = await staff.press('/admin/preview/', [['text', text]])
  expect(preview.status).toBe(200)
  expectShown(preview.text, 2)
  expect((await staff.press('/admin/preview/', [])).text).toContain('Nothing written yet.')
  expect((await staff.press('/admin/preview/', [['text', 'a'.repeat(20_001)]])).status).toBe(400)
  expect(
    (await (await staffOf(server, hall)).press('/admin/preview/', [['text', text]], 'https://evil.test')).status,
  ).toBe(403)
})

/** Seen red without a deepest part: 500. */
it('a page bears whatever somebody writes', async () => {
  const nested = `${'*a **b '.repeat(1400)}${' b** a*'.repeat(1400)}`
  for (const hostile of ['['.repeat(10_000), '- '.repeat(10_000), '!'.repeat(20_000), nested]) {
    const one = await hall.event([], { long_description: hostile })
    const { status } = await guest.show(`/events/${(await hall.get(`/api/events/${one}/`)).json.slug}/`)
    expect(status, hostile.slice(0, 8)).toBe(200)
  }
})
