import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { sendPicture } from '../harness/forms.ts'
import { bookTwo } from '../harness/given-ticket.ts'
import { colourAt, type DrawnPage, drawPdf, lookAtPdf } from '../harness/pdf.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The picture of an event on its tickets. */
const { server, hall, other } = await twoOffices()
const owner = await staffOf(server, hall)
const stranger = await staffOf(server, other)

/** A poster, higher than wide: red above, blue below. */
const poster = await sharp({ create: { width: 600, height: 1200, channels: 3, background: '#0000ff' } })
  .composite([{ input: { create: { width: 600, height: 600, channels: 3, background: '#ff0000' } }, left: 0, top: 0 }])
  .png()
  .toBuffer()

const sendPoster = (event: string, picture = poster) =>
  sendPicture(server, hall, `/admin/events/${event}/description/image/`, picture)

async function pdfOf(who: typeof owner, { id }: { readonly id: string }): Promise<Uint8Array> {
  const { status, bytes } = await who.show(`/admin/reservations/${id}/tickets.pdf`)
  expect(status).toBe(200)
  return new Uint8Array(bytes)
}

const isRed = ([r = 0, g = 255, b = 255]: readonly number[]) => r > 180 && Math.max(g, b) < 60
const isBlue = ([r = 255, g = 255, b = 0]: readonly number[]) => b > 180 && Math.max(r, g) < 60

/** Where a page shows one colour, in whole points; null: nowhere. */
function roomOf(page: DrawnPage, shows: (colour: readonly number[]) => boolean) {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let y = 0; y < page.data.length / page.width / 12; y++)
    for (let x = 0; x < page.width / 3; x++)
      if (shows(colourAt(page, [x, y]))) {
        xs.push(x)
        ys.push(y)
      }
  if (xs.length === 0) return null
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  expect(xs.length).toBeGreaterThan((right - left) * (bottom - top) * 0.97)
  return { left, width: right - left, height: bottom - top }
}

const codesOf = async (pdf: Uint8Array) => (await lookAtPdf(pdf)).map(({ qrCodeData }) => qrCodeData)
const picturesIn = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1').split('/DCTDecode').length - 1

/** Seen red with the middle in place of the focus. */
it('stands on each page, cut around its focus, kept once, beside a code that still opens the door', async () => {
  const booked = await bookTwo(server, hall)
  const plain = await pdfOf(owner, booked)
  expect(picturesIn(plain)).toBe(0)
  const codes = await codesOf(plain)
  await sendPoster(booked.event)
  for (const [focus, shows, hides] of [
    ['50% 0%', isRed, isBlue],
    ['50% 100%', isBlue, isRed],
  ] as const) {
    await hall.patch(`/api/events/${booked.event}/`, { img_focus: focus })
    const pdf = await pdfOf(owner, booked)
    const pages = await drawPdf(pdf)
    expect(pages).toHaveLength(2)
    for (const page of pages) {
      const room = roomOf(page, shows)
      expect(roomOf(page, hides)).toBe(null)
      // As wide as what is written beside the code, to the margin of the page.
      expect([room?.left, room?.width, room?.height].map((points) => Math.round((points ?? 0) / 3))).toEqual([
        108, 74, 42,
      ])
    }
    expect(picturesIn(pdf)).toBe(1)
    expect(await codesOf(pdf)).toEqual(codes)
  }
  const theirs = await pdfOf(stranger, await bookTwo(server, other))
  expect(picturesIn(theirs)).toBe(0)
})

it('leaves room for long names and addresses, and for all that is said below the code', async () => {
  const booked = await bookTwo(server, hall, {
    name: 'Une très longue nuit de musiques de chambre et de fanfares '.repeat(3),
  })
  await sendPoster(booked.event)
  const pdf = await pdfOf(owner, booked)
  for (const { text, qrCodeData } of await lookAtPdf(pdf)) {
    expect(text).toContain('The Hall')
    expect(text).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(qrCodeData).not.toBe(null)
  }
})

/** Seen red with a picture or a logo that ends the document with it. */
it('costs nobody their ticket when it cannot be drawn', async () => {
  const booked = await bookTwo(server, hall)
  await sendPoster(booked.event, await sharp(poster).negate().png().toBuffer())
  const logo = await sharp(poster).resize(90, 90).png().toBuffer()
  await sendPicture(server, hall, '/admin/settings/pictures/logo/', logo)
  const media = join(server.dataDir, 'media', hall.tenantId)
  for (const name of await readdir(media))
    for (const file of ['fhd.webp', 'med.webp']) await writeFile(join(media, name, file), 'no picture any more')
  const pdf = await pdfOf(owner, booked)
  expect(picturesIn(pdf)).toBe(0)
  expect(await codesOf(pdf)).not.toContain(null)
})
