import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Fields, idIn, listed, sendPicture } from '../harness/forms.ts'
import { plainPicture } from '../harness/picture-server.ts'
import { someAtOnce } from '../harness/some-at-once.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The picture in the form that makes something; how it looks before it is sent is in test/browser/forms.test.ts. */
const { server, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const poster = await plainPicture(600, 400)
const none = Buffer.alloc(0)

const url = '/admin/events/new/'
let day = 1
const night = (fields: Fields = {}): Fields => ({
  key: randomUUID(),
  name: 'Night',
  starts: `2900-01-${String(day++).padStart(2, '0')}T20:30`,
  publish: 'yes',
  short_description: 'Kept',
  ...fields,
})
const send = (fields: Fields, file: Buffer, office = hall) => sendPicture(server, office, url, file, fields)
const imageOf = async (location: unknown) => {
  const { json } = await hall.get(`/api/events/${idIn(location)}/`)
  return json.img as string | null
}
const keptIn = (text: string) => /name="picture" value="([\da-f]{32})"/.exec(text)?.[1] ?? ''

describe('a new event', () => {
  it('has the picture that its form came with, or none', async () => {
    const { text } = await staff.show(url)
    expect(text).toMatch(/<form[^>]*action="\/admin\/events\/new\/"[^>]*enctype="multipart\/form-data"/i)
    expect(text).toMatch(/<input id="img"[^>]*type="file"(?![^>]*required)/)
    const pictured = await send(night(), poster)
    expect(pictured.status).toBe(303)
    const image = await imageOf(pictured.headers['location'])
    expect(image).toContain('/media/')
    expect((await server.send(hall.slug, 'GET', new URL(String(image)).pathname)).status).toBe(200)
    expect(await imageOf((await send(night(), none)).headers['location'])).toBeNull()
    const plain = await staff.press(url, listed(night()))
    expect([plain.status, await imageOf(plain.headers['location'])]).toEqual([303, null])
  })

  /** Seen red with fifty fields for every form with files. */
  it('has as many artists as without a picture', async () => {
    const ids = await someAtOnce([...Array(40).keys()], (index) => hall.create('artists', { name: `Band ${index}` }))
    const made = await send(night({ artist: ids, artist_at: ids.map(() => '') }), poster)
    expect(made.status).toBe(303)
    const { artists } = (await hall.get(`/api/events/${idIn(made.headers['location'])}/`)).json
    expect(artists).toHaveLength(40)
    const tooMany = Array.from({ length: 1600 }, () => '')
    expect((await send(night({ artist: tooMany }), poster)).status).toBe(413)
  })

  /** Seen red with the limit for files of the interface: 413, and all that was typed is lost. */
  it('comes back with all that was typed when the file is refused', async () => {
    const before = (await hall.get('/api/events/?limit=1000')).json.length
    const files: readonly (readonly [Buffer, RegExp])[] = [
      [Buffer.from('this is no image'), /JPEG, PNG/],
      [Buffer.concat([poster, Buffer.alloc(11 * 1024 * 1024)]), /larger than 10 MiB/],
    ]
    for (const [file, said] of files) {
      const { status, text } = await send(night(), file)
      expect(status).toBe(400)
      expect(text).toMatch(/<a href="#img">/)
      expect(/<p class="problem" id="img-problem">([^<]*)/.exec(text)?.[1]).toMatch(said)
      expect(text).toContain('value="Kept"')
      expect(text).not.toContain('name="picture"')
    }
    expect((await hall.get('/api/events/?limit=1000')).json).toHaveLength(before)
    // Nobody's picture is as long as this: not read to its end.
    expect((await send(night(), randomBytes(41 * 1024 * 1024))).status).toBe(413)
  })

  /** Seen red without `picture`: the event is made without it. */
  it('keeps a good picture while something else is put right, unless it is not wanted any more', async () => {
    const fields = night()
    const wrong = await send({ ...fields, capacity: 'many' }, poster)
    const picture = keptIn(wrong.text)
    expect([wrong.status, picture.length]).toEqual([400, 32])
    expect(wrong.text).toMatch(new RegExp(`<img class="preview" src="/media/[^"]*${picture}/med.webp"`))
    // A second file that is none does not take the first away.
    const again = await send({ ...fields, picture }, Buffer.from('this is no image'))
    expect([again.status, keptIn(again.text)]).toEqual([400, picture])
    const made = await send({ ...fields, picture }, none)
    expect(await imageOf(made.headers['location'])).toContain(picture)
    const without = await send({ ...night(), picture, no_picture: 'true' }, none)
    expect(await imageOf(without.headers['location'])).toBeNull()
    const replaced = await send({ ...night(), picture }, await plainPicture(300, 300))
    expect(await imageOf(replaced.headers['location'])).not.toContain(picture)
  })

  it('keeps it also while it is asked about once', async () => {
    const starts = '2900-05-01T20:30'
    await send(night({ starts }), none)
    const asked = await send(night({ starts, name: 'On top' }), poster)
    expect([asked.status, keptIn(asked.text).length]).toEqual([409, 32])
  })

  it('names no picture of another organisation, and none that is not there', async () => {
    const theirs = await send({ ...night(), capacity: 'many' }, await plainPicture(320, 200), other)
    const picture = keptIn(theirs.text)
    expect(picture).toHaveLength(32)
    for (const named of [picture, `../${other.tenantId}/${picture}`, 'a'.repeat(32), 'x'])
      expect(await imageOf((await send(night({ picture: named }), none)).headers['location']), named).toBeNull()
  })

  it('made like another has its picture, unless it is left out', async () => {
    const like = idIn((await send(night(), poster)).headers['location'])
    const { text } = await staff.show(`${url}?like=${like}`)
    const picture = keptIn(text)
    const fields = { ...night(), like, picture }
    expect(await imageOf((await send(fields, none)).headers['location'])).toContain(picture)
    const without = { ...night(), like, picture, no_picture: 'true' }
    expect(await imageOf((await send(without, none)).headers['location'])).toBeNull()
  })
})

describe('a new product', () => {
  const path = '/admin/products/new/'
  const shirt = (fields: Fields = {}): Fields => ({
    key: randomUUID(),
    kind: 'clothing',
    name: 'Shirt',
    short_description: 'Kept',
    publish: 'yes',
    ...fields,
  })
  const imageMade = async (location: unknown) =>
    (await hall.get(`/api/products/${idIn(location)}/`)).json.img as string | null

  it('has the picture that its form came with, and keeps it while something else is put right', async () => {
    const made = await sendPicture(server, hall, path, poster, shirt())
    expect(await imageMade(made.headers['location'])).toContain('/media/')
    const refused = await sendPicture(server, hall, path, Buffer.from('no image'), shirt())
    expect([refused.status, refused.text.includes('href="#img"')]).toEqual([400, true])
    expect(refused.text).toContain('value="Kept"')
    const wrong = await sendPicture(server, hall, path, poster, shirt({ name: '' }))
    const picture = keptIn(wrong.text)
    const right = await sendPicture(server, hall, path, none, shirt({ picture }))
    expect(await imageMade(right.headers['location'])).toContain(picture)
  })
})

/** Seen red as above: a page of its own said that something was too large. */
it('a picture that is too large is said beside its field where something is there already, too', async () => {
  const large = Buffer.concat([poster, Buffer.alloc(11 * 1024 * 1024)])
  const { product } = await hall.price('T')
  for (const [path, field] of [
    [`/admin/events/${await hall.event([])}/description/image/`, 'img'],
    [`/admin/products/${product}/image/`, 'img'],
    ['/admin/settings/pictures/logo/', 'logo'],
  ] as const) {
    const { status, text } = await sendPicture(server, hall, path, large)
    expect([status, text.includes(`id="${field}-problem"`)], path).toEqual([400, true])
  }
})
