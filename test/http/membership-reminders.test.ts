import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { runClockJob } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, client, hall, other } = await twoOffices()
const yearly = await hall.price('A', { prix: 20, subscription_type: 'Y', max_per_user: 50 })
const monthly = await hall.price('A', { prix: 2, subscription_type: 'M', max_per_user: 50 })
const theirs = await other.price('A', { prix: 20, subscription_type: 'Y' })

const newEmail = () => `${randomUUID()}@example.org`

async function member(price: string, office = hall, email = newEmail()) {
  const { status, json } = await office.post('/api/memberships/', { email, price })
  expect(status).toBe(201)
  return { email, id: json.uuid as string }
}

/** Moves the whole term, so that it ends in so many days. */
async function endIn(id: string, days: number): Promise<void> {
  await client.query(
    `update membership set valid_from = valid_from - (valid_until - now()) + make_interval(days => $2),
      valid_until = now() + make_interval(days => $2) where id = $1`,
    [id, days],
  )
}

async function remindersTo(email: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    "select subject from mail where recipient = $1 and kind = 'membership_renewal' order by id",
    [email],
  )
  return rows.map(({ subject }) => subject)
}

const clock = () => runClockJob(client, 'remind_members')

/** Seen red without noteReminders: told again every day. */
it('tells 30 and 3 days before the end, each once', async () => {
  const { email, id } = await member(yearly.price)
  const elsewhere = await member(theirs.price, other)
  await endIn(id, 31)
  await clock()
  expect(await remindersTo(email)).toEqual([])
  await endIn(id, 29)
  await endIn(elsewhere.id, 29)
  await clock()
  await clock()
  expect(await remindersTo(email)).toEqual([expect.stringMatching(/^Your membership ends soon: /)])
  expect(await remindersTo(elsewhere.email)).toHaveLength(1)
  await endIn(id, 2)
  await clock()
  await clock()
  expect(await remindersTo(email)).toHaveLength(2)
})

it('nobody who renewed, was cancelled, is without end or has ended', async () => {
  const [renewed, cancelled, ended, month] = [
    await member(yearly.price),
    await member(yearly.price),
    await member(yearly.price),
    await member(monthly.price),
  ]
  await endIn(renewed.id, 10)
  await member(yearly.price, hall, renewed.email)
  await endIn(cancelled.id, 10)
  await client.query('update membership set cancelled_at = now() where id = $1', [cancelled.id])
  await endIn(ended.id, -1)
  await endIn(month.id, 20)
  await clock()
  for (const { email } of [renewed, cancelled, ended, month]) expect(await remindersTo(email)).toEqual([])
  // A renewal that was cancelled is none; a month has one reminder, in the last days.
  await client.query(
    "update membership set cancelled_at = now() where email = $1 and valid_until > now() + interval '60 days'",
    [renewed.email],
  )
  await endIn(month.id, 3)
  await clock()
  for (const { email } of [renewed, month]) expect(await remindersTo(email)).toHaveLength(1)
})

it('is in the language the membership was ordered in, and leads to the page that renews', async () => {
  const email = newEmail()
  const ordered = await server.send(hall.slug, 'POST', '/api/memberships/', {
    body: { email, price: yearly.price },
    headers: { 'accept-language': 'fr' },
  })
  await hall.post(`/api/reservations/${ordered.json.reservation}/payments/`, { method: 'cash' })
  const [{ uuid }] = (await hall.get(`/api/memberships/?email=${email}`)).json
  await endIn(uuid, 25)
  await clock()
  expect(await remindersTo(email)).toEqual([expect.stringMatching(/^Votre adhésion se termine bientôt\u00a0: /)])
  const { rows } = await client.query(
    "select letter::text from mail where recipient = $1 and kind = 'membership_renewal'",
    [email],
  )
  expect(rows[0].letter).toContain('/membership/')
})
