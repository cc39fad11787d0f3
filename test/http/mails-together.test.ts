import { afterAll, expect, test } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { untilTrue } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Mails of bookings that were decided together are one job; of which none is lost, and none sent twice. */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url } })

afterAll(() => mails.stop())

const jobsLike = async (name: string) => {
  const text = `select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = $1`
  return (await client.query(text, [name])).rows.map(({ payload }) => payload)
}

/** Whom the mails of one job are to, in their order; more strangers book at once until there are three of them. */
async function bookedTogether(event: string, price: string): Promise<readonly string[]> {
  const strangers: string[] = []
  const recipients: string[] = []
  const book = (email: string) => {
    strangers.push(email)
    return hall.book({ event, email, prices: one(price) })
  }
  expect((await book(visitor())).status).toBe(201)
  await untilTrue(async () => {
    const lock = `select from event_counter where event_id = '${event}' for update`
    const booked = await meetAtLock(server, [lock], 1, () =>
      Promise.all(Array.from({ length: 8 }, () => book(visitor()))),
    )
    expect(booked.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const together = (await jobsLike('send_mails')).find(({ mailIds }) => mailIds.length > 2)
    for (const id of together?.mailIds ?? [])
      recipients.push((await client.query('select recipient from mail where id = $1', [id])).rows[0].recipient)
    return recipients.length > 0
  })
  expect(strangers).toEqual(expect.arrayContaining(recipients))
  return recipients
}

test('one that does not get through holds up and loses none of the others, and is tried again', async () => {
  const { product, price } = await hall.price('B', { prix: 12 })
  let letGo: () => void = () => undefined
  const looked = new Promise<void>((resolve) => {
    letGo = resolve
  })
  mails.beforeAnswer = () => looked
  const event = await hall.event([product])
  const [first = '', second = '', ...rest] = await bookedTogether(event, price)
  mails.answers.set(second, 451)
  letGo()
  for (const email of [first, ...rest]) await mails.mailTo(email, /Confirm/)
  await untilTrue(async () => (await jobsLike('send_mails')).length === 0)
  await untilTrue(async () => (await jobsLike('send_mail')).length === 1)
  const waiting = await client.query("select recipient, failure from mail where status = 'queued'")
  expect(waiting.rows).toEqual([{ recipient: second, failure: expect.stringContaining('451') }])

  const elsewhere = await other.price('B', { prix: 12 })
  const email = visitor()
  const neighbour = { event: await other.event([elsewhere.product]), email, prices: one(elsewhere.price) }
  expect((await other.book(neighbour)).status).toBe(201)
  await mails.mailTo(email, /Confirm/)

  mails.answers.delete(second)
  await mails.mailTo(second, /Confirm/)
  for (const job of ['send_mail', 'send_mails']) await untilTrue(async () => (await jobsLike(job)).length === 0)
  const { rows } = await client.query('select recipient, status from mail where kind = $1', ['confirm_reservation'])
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']))
  const taken = mails.taken.filter((recipient) => /^visitor/.test(recipient))
  expect(taken.toSorted()).toEqual(rows.map(({ recipient }) => recipient).toSorted())
})
