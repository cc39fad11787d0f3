import sharp from 'sharp'
import { expect, it } from 'vitest'
import { bookTwo } from '../harness/given-ticket.ts'
import { colourAt, drawPdf, lookAtPdf } from '../harness/pdf.ts'
import { sendPicture } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The logo of an organisation on the papers that it prints and mails. */
const { server, hall, other } = await twoOffices()
const owner = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const room = '/admin/settings/pictures/logo/'
const white = [255, 255, 255]
const sizes = { wide: { width: 900, height: 100 }, tall: { width: 90, height: 300 }, small: { width: 40, height: 20 } }

async function setLogo(
  { width, height }: { width: number; height: number },
  background: { r: number; g: number; b: number; alpha: number },
) {
  const png = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
  expect((await sendPicture(server, hall, room, png)).status).toBe(303)
}

const red = { r: 200, g: 10, b: 20, alpha: 1 }
function expectRed([r = 0, g = 255, b = 255]: readonly number[] = []) {
  expect(r).toBeGreaterThan(180)
  expect(Math.max(g, b)).toBeLessThan(60)
}

async function pdfOf(who: typeof owner, { id }: { readonly id: string }): Promise<Uint8Array> {
  const { status, bytes } = await who.show(`/admin/reservations/${id}/tickets.pdf`)
  expect(status).toBe(200)
  return new Uint8Array(bytes)
}

/** The colours under the head of each page, at so many points from its corner. */
async function coloursAt(pdf: Uint8Array, [x, y]: readonly [number, number]) {
  return (await drawPdf(pdf)).map((page) => colourAt(page, [48 + x, 40 + y]))
}

const booked = await bookTwo(server, hall)
const theirs = await bookTwo(server, other)

/** Seen red without it, and with one of another size than its own proportions. */
it('stands on each page, in its proportions and never blown up, above a code that still opens the door', async () => {
  const plain = await pdfOf(owner, booked)
  expect(await coloursAt(plain, [10, -1])).toEqual([white, white])
  for (const [size, inside, outside] of [
    // 170 points wide are 19 high; 44 high are 13 wide; 40 dots are 10 points and stay so.
    [sizes.wide, [165, 16], [165, 22]],
    [sizes.tall, [10, 40], [18, 40]],
    [sizes.small, [35, 17], [44, 17]],
  ] as const) {
    await setLogo(size, red)
    const pdf = await pdfOf(owner, booked)
    for (const colour of await coloursAt(pdf, inside)) expectRed(colour)
    for (const colour of await coloursAt(pdf, outside)) expect(colour).toEqual(white)
    const pages = await lookAtPdf(pdf)
    expect(pages.map(({ qrCodeData }) => qrCodeData)).toEqual(
      (await lookAtPdf(plain)).map(({ qrCodeData }) => qrCodeData),
    )
    // Kept once, however many pages show it.
    expect(pdf.length).toBeLessThan(plain.length + 20_000)
  }
  expect(await coloursAt(await pdfOf(stranger, theirs), [10, 10])).not.toContainEqual([200, 10, 20])
})

/** Seen red on white: it could not be seen. */
it('lies on black where it is itself too light for paper', async () => {
  await setLogo(sizes.wide, { r: 255, g: 255, b: 255, alpha: 0.5 })
  const [colour] = await coloursAt(await pdfOf(owner, booked), [100, 10])
  expect(Math.max(...(colour ?? [255]))).toBeLessThan(200)
  expect((await owner.press(room, [['remove', 'true']])).status).toBe(303)
  expect(await coloursAt(await pdfOf(owner, booked), [100, -1])).toEqual([white, white])
})

/** Seen red without it on receipts, and on reports. */
it('stands in the upper right corner of receipts, closing reports and settlements', async () => {
  await setLogo(sizes.wide, red)
  for (const [who, event] of [
    [owner, booked.event],
    [stranger, theirs.event],
  ] as const) {
    const { text } = await who.show('/admin/accounting/receipts/')
    const [receipt = ''] = /\/admin\/accounting\/receipts\/[\w-]+\/document\.pdf/.exec(text) ?? []
    const closing = '/admin/accounting/closing.pdf'
    for (const path of [receipt, `${closing}?from=2026-01-01`, `${closing}?event=${event}`]) {
      const { status, bytes } = await who.show(path)
      expect(status, path).toBe(200)
      const [page] = await drawPdf(new Uint8Array(bytes))
      if (!page) throw new Error(`${path} has no page`)
      // 170 points wide, to the margin of the page.
      const inside = (
        [
          [380, 45],
          [544, 55],
        ] as const
      ).map((point) => colourAt(page, point))
      if (who === owner) for (const colour of inside) expectRed(colour)
      else expect(inside).toEqual([white, white])
      expect(colourAt(page, [370, 45])).toEqual(white)
      expect(page.text).toContain(who === owner ? 'The Hall' : 'The Other')
    }
  }
})
