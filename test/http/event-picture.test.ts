import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type BoxOffice, hoursAhead } from '../harness/box-office.ts'
import { sendPicture } from '../harness/forms.ts'
import { servePicture } from '../harness/shop.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The picture that messengers show of an event: its own, or one that is drawn (ADR 0291, 0294). */
const given = await servePicture()
const { server, hall, other } = await twoOffices({ environment: { FETCH_ALLOW: given.allow } })

/** What a page tells messengers. */
const told = (text: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(text)?.[1] ?? ''

async function pathOf(office: BoxOffice, event: string): Promise<{ readonly slug: string; readonly path: string }> {
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  const { text } = await server.send(office.slug, 'GET', `/events/${slug}/`)
  expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  return { slug, path: new URL(told(text, 'og:image')).pathname }
}

const show = (office: BoxOffice, path: string) => server.send(office.slug, 'GET', path)

/** How many pixels are of another colour than the ground. */
async function drawnIn(
  bytes: Buffer,
): Promise<{ readonly width: number; readonly height: number; readonly drawn: number }> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const ground = data.subarray(0, channels)
  let drawn = 0
  for (let at = 0; at < data.length; at += channels) if (!data.subarray(at, at + channels).equals(ground)) drawn++
  return { width, height, drawn }
}

/** Seen red without any text. */
it.each([
  ['a short one', 'Fanfare'],
  ['a long one', 'An evening of very many words '.repeat(8).slice(0, 200).trim()],
  ['one long word', 'W'.repeat(200)],
  ['letters of other scripts', 'Вечер שלום مساء Καλησπέρα'],
  ['letters that no font of ours has, and a picture', '音楽の夜 🎉'],
  ['marks', '<svg onload="x">&amp;</svg>'],
])('is drawn of a name, a time and an organisation: %s', async (_what, name) => {
  const event = await hall.event([], { name, datetime: hoursAhead(100) })
  const { status, headers, bytes } = await show(hall, (await pathOf(hall, event)).path)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const { width, height, drawn } = await drawnIn(bytes)
  expect([width, height]).toEqual([1200, 630])
  expect(drawn).toBeGreaterThan(5000)
  expect(drawn).toBeLessThan((width * height) / 2)
})

/** Seen red with any address drawn. */
it('has one address at a time, which changes with what it says', async () => {
  const event = await hall.event([], { name: 'Before', datetime: hoursAhead(100) })
  const { slug, path } = await pathOf(hall, event)
  for (const wrong of ['0000000000000000.png', 'a.png', 'constructor'])
    expect((await show(hall, `/events/${slug}/pictures/${wrong}`)).status).toBe(404)
  await hall.patch(`/api/events/${event}/`, { name: 'After' })
  await expect.poll(async () => (await pathOf(hall, event)).path).not.toBe(path)
  const after = await pathOf(hall, event)
  expect((await show(hall, path)).status).toBe(404)
  expect((await show(hall, after.path)).status).toBe(200)
})

it('is of nobody else, of nothing unpublished, and of nothing that has a picture', async () => {
  const event = await hall.event([], { name: 'Ours', datetime: hoursAhead(100) })
  const { path } = await pathOf(hall, event)
  expect((await show(other, path)).status).toBe(404)
  await hall.patch(`/api/events/${event}/`, { published: false })
  expect((await show(hall, path)).status).toBe(404)
  const pictured = await hall.event([], { name: 'Pictured', datetime: hoursAhead(100), img_url: given.url })
  const { slug } = (await hall.get(`/api/events/${pictured}/`)).json
  expect((await pathOf(hall, pictured)).path).toMatch(/^\/media\/.*share-50-50\.jpg$/)
  expect((await show(hall, `/events/${slug}/pictures/0000000000000000.png`)).status).toBe(404)
})

/** Seen red with small pictures left as they are. */
it('has the measures, the form and the words that the page tells of it, drawn or its own, large or small', async () => {
  const large = await sharp({ create: { width: 1400, height: 1500, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  for (const kind of ['drawn', 'small', 'large']) {
    const name = 'Nuit & <jour>'
    const event = await hall.event([], {
      name,
      datetime: hoursAhead(100),
      ...(kind === 'small' ? { img_url: given.url } : {}),
    })
    if (kind === 'large') await sendPicture(server, hall, `/admin/events/${event}/description/image/`, large)
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    const { text } = await server.send(hall.slug, 'GET', `/events/${slug}/`)
    const { headers, bytes } = await show(hall, new URL(told(text, 'og:image')).pathname)
    const { width, height, format } = await sharp(bytes).metadata()
    expect([told(text, 'og:image:width'), told(text, 'og:image:height')]).toEqual([String(width), String(height)])
    expect([width, height]).toEqual([1200, 630])
    expect(told(text, 'og:image:type')).toBe(headers['content-type'])
    expect(`image/${format}`).toBe(headers['content-type'])
    expect(told(text, 'og:image:alt')).toBe('Nuit &amp; &lt;jour>')
  }
})
