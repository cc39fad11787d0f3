import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { sendPicture } from '../harness/forms.ts'
import { type ReceivedMail, startMailServer } from '../harness/mail-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The logo and the picture of the event, which come with mails (ADR 0298). */
const mail = await startMailServer()
afterAll(() => mail.stop())
const { server, hall, other } = await twoOffices({ environment: { SMTP_URL: mail.url } })

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

async function book(office: typeof hall, email: string, picture: Buffer | null) {
  const { product, price } = await office.price('B', { prix: 0 })
  const event = await office.event([product], { name: 'Fanfare', datetime: hoursAhead(100) })
  if (picture !== null) await sendPicture(server, office, `/admin/events/${event}/description/image/`, picture)
  const booked = await office.book({ event, email, prices: [{ uuid: price, qty: 1 }] })
  expect(booked.status).toBe(201)
  return { event, reservation: String(booked.json.uuid) }
}
const inside = ({ html = '' }: ReceivedMail) => [...html.matchAll(/<img[^>]*src="cid:([^"]*)"[^>]*>/g)]
const enclosed = ({ attachments }: ReceivedMail) => attachments.filter(({ contentId }) => contentId !== undefined)

/** Seen red with addresses in their place. */
it('come with the mail, and nothing is fetched for them', async () => {
  await sendPicture(server, hall, '/admin/settings/pictures/logo/', await plain(600, 200, '#117733'))
  await book(hall, 'ada@visitors.test', await plain(1400, 1400, '#aa0011'))
  const received = await mail.mailTo('ada@visitors.test', /Fanfare/)
  const shown = inside(received)
  expect(shown.map(([, name]) => `<${name}>`)).toEqual(enclosed(received).map(({ contentId }) => contentId))
  expect(received.html).not.toMatch(/src="http/)
  const [logo, poster] = enclosed(received)
  expect([logo?.mimeType, poster?.mimeType]).toEqual(['image/png', 'image/jpeg'])
  const sizeOf = async (content: unknown) => {
    const { width, height } = await sharp(Buffer.from(content as ArrayBuffer)).metadata()
    return [width, height]
  }
  expect(await sizeOf(logo?.content)).toEqual([336, 112])
  expect(await sizeOf(poster?.content)).toEqual([1100, 460])
  // The name of the organisation is the text of its logo, and the plain text is what it was.
  expect(shown[0]?.[0]).toContain('alt="The Hall"')
  expect(received.text).not.toMatch(/cid:|logo/)
})

it('are left out where there are none, and are of nobody else', async () => {
  await book(other, 'bob@visitors.test', null)
  const received = await mail.mailTo('bob@visitors.test', /Fanfare/)
  expect([inside(received), enclosed(received)]).toEqual([[], []])
  expect(received.html).toContain('>The Other</p>')
})

/** Seen red with the picture in mails of every kind. */
it('show no poster of what is called off', async () => {
  const { event } = await book(hall, 'eve@visitors.test', await plain(1400, 700, '#aa0011'))
  await hall.post(`/api/events/${event}/cancellation/`, {})
  const received = await mail.mailTo('eve@visitors.test', /cancel/i)
  expect(enclosed(received).map(({ mimeType }) => mimeType)).toEqual(['image/png'])
})
