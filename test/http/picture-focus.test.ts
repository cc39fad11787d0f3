import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { sendPicture } from '../harness/forms.ts'
import { plainPicture } from '../harness/picture-server.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What stays in sight of a picture that is cut (ADR 0294); how it looks is in test/browser/pages-programme.test.ts. */
const { server, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const [red, blue] = ['#ff0000', '#0000ff']

/** A poster, higher than wide: red above, blue below. */
const poster = await sharp({ create: { width: 600, height: 1200, channels: 3, background: blue } })
  .composite([{ input: { create: { width: 600, height: 600, channels: 3, background: red } }, left: 0, top: 0 }])
  .png()
  .toBuffer()

async function pictured(office = hall) {
  const id = await office.event([], { name: 'Poster', datetime: hoursAhead(100) })
  await sendPicture(server, office, `/admin/events/${id}/description/image/`, poster)
  return id
}
const read = async (id: string) => (await hall.get(`/api/events/${id}/`)).json
const press = (id: string, focus: string) => staff.press(`/admin/events/${id}/description/focus/`, [['focus', focus]])
const sharedOf = async (slug: string, path: string) => {
  const { text } = await server.send(slug, 'GET', path)
  return new URL(/<meta property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? '').pathname
}
/** The class of the picture on the card of an event. */
const cutOf = async (slug: string, path: string, img: string) => {
  const { text } = await server.send(slug, 'GET', path)
  const card = (text.match(/<img[^>]*>/g) ?? []).find((one) =>
    one.includes(new URL(img).pathname.replace('fhd.webp', '')),
  )
  return /class="([^"]*)"/.exec(card ?? '')?.[1] ?? null
}

describe('the focus of an event', () => {
  it('is its middle until somebody chooses, and belongs to its picture', async () => {
    const id = await pictured()
    expect((await read(id)).img_focus).toBe('50% 50%')
    expect((await press(id, '50% 0%')).status).toBe(303)
    expect((await read(id)).img_focus).toBe('50% 0%')
    for (const wrong of ['50% 1%', '', 'middle', '0% 0%; color: red'])
      expect((await press(id, wrong)).status, wrong).toBe(400)
    expect((await hall.patch(`/api/events/${id}/`, { img_focus: '10% 10%' })).status).toBe(400)
    expect((await read(id)).img_focus).toBe('50% 0%')
    // The same picture once more, and then another.
    await sendPicture(server, hall, `/admin/events/${id}/description/image/`, poster)
    expect((await read(id)).img_focus).toBe('50% 0%')
    await sendPicture(server, hall, `/admin/events/${id}/description/image/`, await plainPicture(40, 30))
    expect((await read(id)).img_focus).toBe('50% 50%')
    await hall.patch(`/api/events/${id}/`, { img_focus: '100% 25%' })
    expect((await read(id)).img_focus).toBe('100% 25%')
  })

  it('is where its card is cut, here and at a Meta, and goes with a copy', async () => {
    const id = await pictured()
    await press(id, '25% 100%')
    const { img } = await read(id)
    for (const slug of [hall.slug, 'meta']) await expect.poll(() => cutOf(slug, '/', img)).toBe('cut-x25 cut-y100')
    const { json } = await server.send('meta', 'GET', '/api/events/')
    expect(json.find(({ uuid }: { uuid: string }) => uuid === id).img_focus).toBe('25% 100%')
    const copied = await hall.post(`/api/events/${id}/copies/`, { starts: [hoursAhead(200)] })
    expect(copied.json[0].img_focus).toBe('25% 100%')
  })

  it('is chosen by those who may change the event alone', async () => {
    const id = await pictured(other)
    expect((await press(id, '0% 0%')).status).toBe(404)
    expect((await other.get(`/api/events/${id}/`)).json.img_focus).toBe('50% 50%')
  })
})

it('is that of an organisation on its card, chosen by it or at Root', async () => {
  const path = '/admin/settings/pictures/'
  await sendPicture(server, hall, `${path}image/`, poster)
  expect((await staff.press(`${path}focus/`, [['focus', '75% 0%']])).status).toBe(303)
  expect((await staff.press(`${path}focus/`, [['focus', '75%']])).status).toBe(400)
  const place = async (slug: string) =>
    (await server.send('meta', 'GET', '/api/place/')).json.find((one: { slug: string }) => one.slug === slug)
  expect((await place(hall.slug)).img_focus).toBe('75% 0%')
  expect((await place(other.slug)).img_focus).toBe('50% 50%')
  const { img_variations: sizes } = await place(hall.slug)
  const img = `http://meta.localhost/${sizes.fhd}`
  await expect.poll(() => cutOf('meta', '/organisations/', img)).toBe('cut-x75 cut-y0')
  const changed = await hall.patch('/api/settings/', { img_focus: '0% 0%' })
  expect([changed.status, (await place(hall.slug)).img_focus]).toEqual([403, '75% 0%'])
})

describe('what is shared of a picture', () => {
  const colourOf = async (bytes: Buffer) => {
    const [r = 0, , b = 0] = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer()
    return r > 200 && b < 50 ? red : b > 200 && r < 50 ? blue : 'both'
  }

  /** Seen red with any point cut. */
  it('is cut around its focus, and as it was chosen alone', async () => {
    const id = await pictured()
    const { slug, img } = await read(id)
    const page = `/events/${slug}/`
    const cut = (point: string) => new URL(img).pathname.replace('fhd.webp', `share-${point}.jpg`)
    expect((await server.send(hall.slug, 'GET', cut('50-0'))).status).toBe(404)
    for (const [focus, point, colour] of [
      ['50% 50%', '50-50', 'both'],
      ['50% 0%', '50-0', red],
      ['50% 100%', '50-100', blue],
    ] as const) {
      await press(id, focus)
      await expect.poll(() => sharedOf(hall.slug, page)).toBe(cut(point))
      const { status, headers, bytes } = await server.send(hall.slug, 'GET', cut(point))
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const { width, height } = await sharp(bytes).metadata()
      expect([width, height, await colourOf(bytes)]).toEqual([1200, 630, colour])
      expect((await server.send(other.slug, 'GET', cut(point))).status).toBe(404)
    }
    for (const point of ['50-0', '50-50', '999-0', '50'])
      expect((await server.send(hall.slug, 'GET', cut(point))).status).toBe(404)
  })
})
