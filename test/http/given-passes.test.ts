import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { pairPhone } from '../harness/door.ts'
import { bookTwo, giveTicket } from '../harness/given-ticket.ts'
import { openPass } from '../harness/open-pass.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { startAuthority } from '../harness/wallet-keys.ts'

/** Whoever is given a ticket has it in the wallet of their phone; the pass of whoever gave it opens nothing any more. */
const { server, client, hall, other } = await twoOffices({ environment: { LOG_LEVEL: 'debug' } })
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]
const phone = await pairPhone(server, hall.slug)
const authority = await startAuthority()
afterAll(() => authority.remove())

beforeAll(async () => {
  const { words } = await authority.issue()
  const { path } = await authority.serviceAccount()
  for (const { slug } of [hall, other]) {
    await server.cli('wallet', 'set-apple', '--tenant', slug, ...words)
    const issuer = ['--issuer', '3388000000022123456', '--service-account', path]
    await server.cli('wallet', 'set-google', '--tenant', slug, ...issuer)
  }
})

const booked = (office = hall) => bookTwo(server, office)

/** Gives a ticket to Ben: the new one, and the passes in the mail that he gets. */
async function give(booking: { path: string }, first = '', office = hall) {
  const { ticket, links } = await giveTicket({ server, client, office }, booking, first)
  const passes = links.filter(({ label }) => label.includes('Wallet'))
  return { ticket, labels: passes.map(({ label }) => label), paths: passes.map(({ url }) => new URL(url).pathname) }
}

async function passAt(path = '') {
  const { statusCode, body } = await request(`http://127.0.0.1:${server.port}${path}`, {
    headers: { host: `${hall.slug}.localhost:${server.port}` },
  })
  expect(statusCode).toBe(200)
  const { pass } = openPass(Buffer.from(await body.arrayBuffer()), authority.root)
  return { serial: pass.serialNumber, code: pass.barcodes[0]?.message ?? '' }
}

const scan = async (code: string) =>
  (await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: code } })).json

const statusesOf = (paths: readonly string[], who = guest) =>
  Promise.all(paths.map(async (path) => (await who.show(path)).status))

/** Seen red with a mail without links, and with the former ticket in them. */
it('is mailed with its own passes, whose code opens the door; the former pass is refused', async () => {
  const booking = await booked()
  const [first = ''] = booking.tickets
  const former = await passAt(`${booking.path}tickets/${first}/apple.pkpass`)
  const given = await give(booking, first)
  expect(given.labels).toEqual(['Add to Apple Wallet', 'Add to Google Wallet'])
  const [apple, google = ''] = given.paths
  const next = await passAt(apple)
  expect([former.serial, next.serial]).toEqual([first, given.ticket])
  expect((await scan(former.code)).code).toBe('canceled')
  const saved = await guest.show(google)
  expect([saved.status, saved.headers['location']]).toEqual([
    303,
    expect.stringMatching(/^https:\/\/pay\.google\.com\/gp\/v\/save\//),
  ])
  expect((await scan(next.code)).success).toBe(true)
  // Used, there is nothing to add any more.
  expect(await statusesOf(given.paths)).toEqual([404, 404])
})

/** Seen red with any proof taken, with one of the tenant in place of the ticket's, and without `tickets` in secretPath. */
it('opens to whoever has its address, here, and shows nothing else', async () => {
  const booking = await booked()
  const [first = '', second = ''] = booking.tickets
  const given = await give(booking, first)
  const elsewhere = await booked(other)
  const theirs = await give(elsewhere, elsewhere.tickets[0], other)
  expect(await statusesOf(given.paths)).toEqual([200, 303])
  expect(await statusesOf(theirs.paths, stranger)).toEqual([200, 303])
  expect(await statusesOf(given.paths, stranger)).toEqual([404, 404])
  expect(await statusesOf(theirs.paths)).toEqual([404, 404])
  const proof = given.paths[0]?.split('/')[3] ?? ''
  const wrong = [
    ...[first, second, 'nothing'].map((ticket) => `/tickets/${ticket}/${proof}/apple.pkpass`),
    `/tickets/${given.ticket}/${proof.slice(1)}/apple.pkpass`,
    `/tickets/${given.ticket}/${booking.path.split('/')[3]}/apple.pkpass`,
    `/bookings/${booking.id}/${proof}/`,
  ]
  expect(await statusesOf(wrong)).toEqual(wrong.map(() => 404))
  // Given on, it is somebody else's.
  const again = await give(booking, given.ticket)
  expect(await statusesOf(given.paths)).toEqual([404, 404])
  expect(await statusesOf(again.paths)).toEqual([200, 303])
  expect(server.output()).toContain('/tickets/…')
  expect(server.output()).not.toContain(proof)
})

/** Seen red without what was given among the reservations that readPersonPage asks about. */
it('has its passes in the account of whoever was given it, here and at Meta', async () => {
  const booking = await booked()
  const email = visitor()
  const { links } = await giveTicket({ server, client, office: hall }, booking, booking.tickets[0], email)
  const urls = links.filter(({ label }) => label.includes('Wallet')).map(({ url }) => url)
  for (const label of [hall.slug, 'meta']) {
    const cookie = await signIn(server, label, label, email)
    const { text } = await server.send(label, 'GET', '/account/', { cookie, headers: { accept: 'text/html' } })
    const shown = [...text.matchAll(/href="([^"]+(?:pkpass|wallet\/))"/g)].map(([, href]) => href)
    expect(shown).toEqual(urls)
    expect(text).toContain('aria-label="Add to Apple Wallet – ')
  }
})

it('is mailed without passes where there are no keys', async () => {
  await server.cli('wallet', 'clear', '--tenant', other.slug)
  const booking = await booked(other)
  const given = await give(booking, booking.tickets[0], other)
  expect(given.labels).toEqual([])
})
