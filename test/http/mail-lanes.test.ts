import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, endHold, runClockJob, untilTrue } from '../harness/box-office.ts'
import { type ReceivedMail, startMailServer } from '../harness/mail-server.ts'
import { originOf } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What a mail server that takes a mail and never answers may hold up: mails of that kind, and nothing else. */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url } })
const priceOf = new Map<BoxOffice, { product: string; price: string }>()
for (const office of [hall, other]) priceOf.set(office, await office.price('B', { prix: 12, max_per_user: 100 }))

afterAll(async () => {
  letGo()
  await mails.stop()
})

/** Those that are in DATA and have no answer, until `letGo`. */
let held: { readonly mail: ReceivedMail; readonly answer: () => void }[] = []

function hold(which: (mail: ReceivedMail) => boolean): void {
  mails.beforeAnswer = async (mail) => {
    if (which(mail)) await new Promise<void>((answer) => held.push({ mail, answer }))
  }
}

function letGo(): void {
  mails.beforeAnswer = null
  for (const { answer } of held) answer()
  held = []
}

async function eventOf(office: BoxOffice): Promise<string> {
  return office.event([priceOf.get(office)?.product ?? ''])
}

async function sell(office: BoxOffice, event: string, email: string): Promise<string> {
  const prices = [{ uuid: priceOf.get(office)?.price, qty: 1 }]
  const { json } = await office.book({ event, email, prices })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  return json.uuid
}

const hasMail = (email: string, subject: RegExp) => () =>
  Promise.resolve(mails.mails.some((mail) => mail.recipient === email && subject.test(mail.subject ?? '')))

/** A message of the organisation to everybody who comes. */
async function writeToAll(office: BoxOffice, event: string, subject: string): Promise<void> {
  const staff = await staffOf(server, office)
  const sent = await staff.press(`/admin/events/${event}/message/`, [
    ['key', randomUUID()],
    ['subject', subject],
    ['text', 'Come early.'],
  ])
  expect(sent.status).toBe(303)
}

async function untilJobsWait(name: string, count: number): Promise<void> {
  await untilTrue(async () => {
    const { rowCount } = await client.query(
      `select from graphile_worker._private_jobs job join graphile_worker._private_tasks task
       on task.id = job.task_id where task.identifier = $1`,
      [name],
    )
    return rowCount === count
  })
}

const isMessage = ({ subject = '' }: ReceivedMail) => subject.includes('Doors at seven')

/** Seen red with all mails in one lane: the messages held every slot of it. */
test('messages that hang hold up no sign-in, no tickets, no hold that ends and no payment', async () => {
  const night = await eventOf(hall)
  for (let number = 0; number < 8; number += 1) await sell(hall, night, visitor())
  hold(isMessage)
  await writeToAll(hall, night, 'Doors at seven')
  await untilTrue(async () => held.length === 2)
  await untilJobsWait('send_bulk_mail', 8)

  const email = visitor()
  const reservation = await sell(other, await eventOf(other), email)
  await untilTrue(hasMail(email, /^Your tickets/))
  await untilTrue(async () => (await other.get(`/api/reservations/${reservation}/`)).json.status === 'V')
  await server.send(other.slug, 'POST', '/sign-in/', {
    body: new URLSearchParams({ email }).toString(),
    headers: { origin: originOf(server, other.slug), 'content-type': 'application/x-www-form-urlencoded' },
  })
  // By name: whether the address is still to be confirmed when its mail goes is a matter of chance.
  for (const subject of [/^Your receipt/, /sign in to/]) await untilTrue(hasMail(email, subject))
  letGo()
  await untilJobsWait('send_bulk_mail', 0)
  expect(mails.mails.filter(isMessage)).toHaveLength(8)
})

/** As it was: five slots for everything, and a mail that hung in each. */
test('a mail server that hangs with everything holds up nothing of the clock', async () => {
  const night = await eventOf(hall)
  hold(() => true)
  for (let number = 0; number < 8; number += 1) await sell(hall, night, visitor())
  await untilTrue(async () => held.length === 4)
  const prices = [{ uuid: priceOf.get(other)?.price, qty: 1 }]
  const { json } = await other.book({ event: await eventOf(other), email: visitor(), prices })
  await endHold(client, json.uuid)
  for (const job of ['expire_holds', 'tend_payments', 'offer_freed_places', 'free_orphans'])
    await runClockJob(client, job)
  expect((await other.get(`/api/reservations/${json.uuid}/`)).json.status).toBe('C')
  letGo()
  await untilJobsWait('deliver_tickets', 0)
})

/** Seen red without `forbiddenFlags`: the other's came last of all. */
test('who writes to few waits for no more than a turn of who writes to many', async () => {
  const [night, small] = [await eventOf(hall), await eventOf(other)]
  for (let number = 0; number < 24; number += 1) await sell(hall, night, visitor())
  const email = visitor()
  await sell(other, small, email)
  const before = mails.mails.length
  hold(isMessage)
  await writeToAll(hall, night, 'Doors at seven')
  await untilJobsWait('send_bulk_mail', 24)
  await writeToAll(other, small, 'Doors at seven')
  await untilJobsWait('send_bulk_mail', 25)
  letGo()
  await untilJobsWait('send_bulk_mail', 0)
  const messages = mails.mails.slice(before).filter(isMessage)
  expect(messages).toHaveLength(25)
  // Two that were in DATA, and what was left of the turn, of which each slot may have taken one more.
  expect(messages.findIndex(({ recipient }) => recipient === email)).toBeLessThan(10)
})
