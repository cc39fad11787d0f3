import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoxOffice, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { type MailServer, startMailServer } from '../harness/mail-server.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let mails: MailServer
let server: TestServer
let client: pg.Client
let hall: BoxOffice
let event: string
let price: string

beforeAll(async () => {
  mails = await startMailServer()
  server = await startServer({ environment: { SMTP_URL: mails.url } })
  client = await server.database.connect()
  hall = await openBoxOffice(server, 'The Hall')
  const priced = await hall.price('B', { max_per_user: 100 })
  price = priced.price
  event = await hall.event([priced.product])
})

afterAll(async () => {
  await client.end()
  await server.stop()
  await mails.stop()
})

/** Books and pays; the reservation. */
async function sell(email: string, fields = {}): Promise<string> {
  const { json } = await hall.book({ event, email, prices: [{ uuid: price, qty: 1 }], ...fields })
  expect((await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })).json.status).toBe(
    'P',
  )
  return json.uuid
}

const untilStatus = (uuid: string, status: string) =>
  untilTrue(async () => (await hall.get(`/api/reservations/${uuid}/`)).json.status === status)
const mailsTo = (email: string) => mails.taken.filter((recipient) => recipient === email).length

it('is valid once the tickets are mailed', async () => {
  const uuid = await sell('ada@example.org')
  await untilStatus(uuid, 'V')
  expect(mailsTo('ada@example.org')).toBe(1)
})

it('is PE when the address is refused for good', async () => {
  mails.answers.set('nobody@example.org', 550)
  await untilStatus(await sell('nobody@example.org'), 'PE')
  expect(mailsTo('nobody@example.org')).toBe(0)
})

it('is PN while the mail server fails, and valid when it gets through, with one mail', async () => {
  mails.answers.set('busy@example.org', 451)
  const uuid = await sell('busy@example.org')
  await untilStatus(uuid, 'PN')
  mails.answers.delete('busy@example.org')
  await untilStatus(uuid, 'V')
  expect(mailsTo('busy@example.org')).toBe(1)
})

it('is PE when the address that was busy is then refused for good', async () => {
  mails.answers.set('leaving@example.org', 451)
  const uuid = await sell('leaving@example.org')
  await untilStatus(uuid, 'PN')
  mails.answers.set('leaving@example.org', 550)
  await untilStatus(uuid, 'PE')
})

it('stays PN when no mail was wanted', async () => {
  const before = mails.taken.length
  await untilStatus(await sell('quiet@example.org', { to_mail: false }), 'PN')
  expect(mails.taken.length).toBe(before)
})

/** Seen red with markDelivery moving whatever it finds. */
it('leaves a reservation cancelled that was cancelled before its mail', async () => {
  mails.answers.set('gone@example.org', 451)
  const uuid = await sell('gone@example.org')
  await untilStatus(uuid, 'PN')
  await hall.post(`/api/reservations/${uuid}/cancellation/`)
  mails.answers.delete('gone@example.org')
  await untilTrue(async () => {
    const left = await client.query(
      "select from graphile_worker._private_jobs where payload->>'reservationId' = $1",
      [uuid],
    )
    return left.rowCount === 0
  })
  expect((await hall.get(`/api/reservations/${uuid}/`)).json.status).toBe('C')
  expect(mailsTo('gone@example.org')).toBe(0)
})
