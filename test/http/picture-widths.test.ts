import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { hoursAhead, restClockJob, runClockJob, runJob } from '../harness/box-office.ts'
import { sendPicture } from '../harness/forms.ts'
import { plainPicture } from '../harness/picture-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The further widths and formats of pictures, which are made after them (ADR 0070). */
const { server, client, hall, other } = await twoOffices()
await restClockJob(client, 'make_picture_widths')
const files = ['w320', 'w480', 'w720', 'w1280'].flatMap((width) => [`${width}.avif`, `${width}.webp`])

async function pictured(picture: Buffer, office = hall) {
  const event = await office.event([], { name: 'Poster', datetime: hoursAhead(100) })
  await sendPicture(server, office, `/admin/events/${event}/description/image/`, picture)
  const { img, slug } = (await office.get(`/api/events/${event}/`)).json
  return { event, slug, path: new URL(img).pathname.replace('fhd.webp', '') }
}
const make = () => runClockJob(client, 'make_picture_widths')
const lacking = async (path: string) => {
  const there = await readdir(`${server.dataDir}${path}`)
  return files.filter((file) => !there.includes(file))
}

/** Seen red without a size in the place of one that is not made yet: pages had no picture until then. */
it('are offered at once, and shown as they are made', async () => {
  const { slug, path } = await pictured(await plainPicture(1400, 700))
  const { text } = await server.send(hall.slug, 'GET', `/events/${slug}/`)
  expect(text).toContain(`<source type="image/avif" media="(max-width: 40rem)" srcset="${path}w320.avif 320w, `)
  expect(text).toMatch(new RegExp(`<source type="image/webp" srcset="[^"]*${path}w1280.webp 1280w" sizes="`))
  const show = async (file: string, office = hall) => {
    const { status, headers, bytes } = await server.send(office.slug, 'GET', path + file)
    if (status !== 200) return [status]
    return [headers['content-type'], headers['cache-control'], (await sharp(bytes).metadata()).width]
  }
  const forEver = 'public, max-age=31536000, immutable'
  expect(await lacking(path)).toEqual(files)
  expect(await show('w320.avif')).toEqual(['image/webp', 'public, max-age=60', 480])
  expect(await show('w1280.avif')).toEqual(['image/webp', 'public, max-age=60', 1400])
  await make()
  expect(await lacking(path)).toEqual([])
  expect(await show('w320.avif')).toEqual(['image/avif', forEver, 320])
  expect(await show('w1280.webp')).toEqual(['image/webp', forEver, 1280])
  for (const file of ['w321.avif', 'w720.png', 'original.png']) expect(await show(file), file).toEqual([404])
  expect(await show('w320.avif', other)).toEqual([404])
})

/** Seen red without the limit. */
it('are made of twenty pictures in a minute, whoever has them, and of the others in the next', async () => {
  const paths: string[] = []
  for (let index = 0; index < 22; index++)
    paths.push((await pictured(await plainPicture(40 + index, 30), index % 2 === 0 ? hall : other)).path)
  const left = async () => (await Promise.all(paths.map(lacking))).filter((files) => files.length > 0).length
  await make()
  expect(await left()).toBe(2)
  // What is left stays due.
  await runJob(client, 'make_picture_widths')
  expect(await left()).toBe(0)
})
