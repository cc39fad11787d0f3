import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { bookTwo } from '../harness/given-ticket.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What docs/operations.md says of another DOMAIN, with a proxy that hands the former hosts on as the new ones. */
const { server, hall, other } = await twoOffices()
const domain = 'tickets.test'
const [here, elsewhere] = [`${hall.slug}.${domain}`, `${other.slug}.${domain}`]

let moved: TestServer
afterAll(() => moved?.stop())

type Before = Awaited<ReturnType<typeof readBefore>>
let before: Before
async function readBefore() {
  const phone = await pairPhone(server, hall.slug)
  const booking = await bookTwo(server, hall)
  const codes = await qrCodesOf(server, hall.slug, booking.tickets)
  const feed = await server.send(hall.slug, 'GET', '/feeds/events.ics')
  const file = await server.send(hall.slug, 'GET', `${booking.path}event.ics`)
  return { phone, booking, file: file.text, codes: [...codes.values()], feed: feed.text }
}

beforeAll(async () => {
  before = await readBefore()
  moved = await startServer({ beside: server, environment: { DOMAIN: domain } })
})

const uidsIn = (feed: string) => [...feed.replace(/\r\n /g, '').matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)

describe('with another DOMAIN', () => {
  it('every organisation answers below it, and at its former host no more', async () => {
    for (const host of [here, elsewhere, `meta.${domain}`])
      expect((await moved.send(host, 'GET', '/healthz')).status, host).toBe(200)
    const page = await moved.send(here, 'GET', '/', { headers: { accept: 'text/html' } })
    expect(page.text).toContain(`http://${here}`)
    expect((await moved.send(hall.slug, 'GET', '/')).status).toBe(404)
  })

  it('paths of former links, printed codes and keys of programs stay good, each at its own organisation', async () => {
    const { booking, codes, phone } = before
    for (const file of ['', 'tickets.pdf', 'event.ics']) {
      expect((await moved.send(here, 'GET', booking.path + file)).status).toBe(200)
      expect((await moved.send(elsewhere, 'GET', booking.path + file)).status).toBe(404)
    }
    expect((await moved.send(here, 'GET', '/api/reservations/', { key: hall.key })).status).toBe(200)
    // The phone is still at the former address, which its browser names.
    const headers = { origin: `https://${hall.slug}.former.example` }
    const scan = { key: phone.key, headers, body: { qrcode_data: codes[0] } }
    expect((await moved.send(elsewhere, 'POST', '/scan/ticket/', scan)).status).toBe(401)
    expect((await moved.send(here, 'POST', '/scan/ticket/', scan)).json).toMatchObject({ success: true })
  })

  /** Seen red with the file named as the feed names it. */
  it('subscribed calendars keep their entries, and the file of one event has another name', async () => {
    const { booking, feed, file } = before
    expect(uidsIn((await moved.send(here, 'GET', '/feeds/events.ics')).text)).toEqual(uidsIn(feed))
    expect(uidsIn(feed)).toContain(booking.event)
    const { text } = await moved.send(here, 'GET', `${booking.path}event.ics`)
    expect([uidsIn(file), uidsIn(text)]).toEqual([[`${booking.id}@${hall.slug}.localhost`], [`${booking.id}@${here}`]])
  })
})
