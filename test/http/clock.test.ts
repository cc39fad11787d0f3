import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { everybodyIsDue, runClockJob, untilTrue } from '../harness/box-office.ts'
import { payOnline } from '../harness/stripe-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, client, hall, other } = await twoOffices()

/** What the clock does fails for the organisation that comes first, and not for the one after it. */
async function breakFirst(table: string): Promise<void> {
  const { rows } = await client.query('select min(id::text) as id from tenant where id = any ($1)', [
    [hall.tenantId, other.tenantId],
  ])
  expect(rows[0].id).toBe(hall.tenantId)
  await client.query(`create or replace function broken() returns trigger language plpgsql as
    $$ begin raise exception 'broken for somebody@example.org'; end $$`)
  await client.query(`create trigger broken before update on ${table} for each row
    when (new.tenant_id = '${hall.tenantId}') execute function broken()`)
}

/** Starts it, and waits until it has failed, and is kept with what may be read of it. */
async function runFailing(name: string): Promise<string> {
  await everybodyIsDue(client)
  const { rows } = await client.query('select id from graphile_worker.add_job($1, max_attempts => 1)', [name])
  let error = ''
  await untilTrue(async () => {
    const sql = 'select last_error from graphile_worker._private_jobs where id = $1'
    const left = await client.query(sql, [rows[0].id])
    error = left.rows[0]?.last_error ?? (left.rowCount === 0 ? 'none' : '')
    return error !== ''
  })
  return error
}

const houses = [hall, other]
const email = () => `${randomUUID()}@example.org`

/** Each was seen red with the first failure thrown at once. */
it.each([
  {
    job: 'tend_payments',
    table: 'payment',
    due: "update payment set check_at = now() - interval '1 minute'",
    left: 'select from payment where tenant_id = $1 and check_at < now()',
  },
  {
    job: 'expire_holds',
    table: 'reservation',
    due: "update reservation set expires_at = now() - interval '1 second'",
    left: "select from reservation where tenant_id = $1 and status = 'unpaid'",
  },
  {
    job: 'remind_members',
    table: 'membership',
    due: `update membership set valid_from = now() - interval '300 days', valid_until = now() + interval '2 days'`,
    left: 'select from membership where tenant_id = $1 and reminders = 0',
  },
])('$job of one organisation that fails holds up no other', async ({ job, table, due, left }) => {
  for (const house of houses) {
    await payOnline(server, house.slug)
    const { price, product } = await house.price('B')
    const event = await house.event([product])
    const booked = await house.book({ event, email: email(), prices: [{ uuid: price, qty: 1 }] })
    expect(booked.json.status).toBe('U')
    const yearly = await house.price('A', { prix: 20, subscription_type: 'Y' })
    const member = await house.post('/api/memberships/', { email: email(), price: yearly.price })
    expect(member.status).toBe(201)
  }
  await client.query(due)
  await breakFirst(table)
  const error = await runFailing(job)
  await client.query(`drop trigger broken on ${table}`)
  expect((await client.query(left, [other.tenantId])).rowCount).toBe(0)
  expect((await client.query(left, [hall.tenantId])).rowCount).toBeGreaterThan(0)
  // It failed, in words that name the organisation and no person.
  expect(error).toContain(hall.tenantId)
  expect(error).not.toContain('somebody@example.org')
  await runClockJob(client, job)
  expect((await client.query(left, [hall.tenantId])).rowCount).toBe(0)
})
