import type pg from 'pg'
import { expect, inject, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { endHold, hoursAhead, openBoxOffice, runJob, untilQuiet } from '../harness/box-office.ts'
import { createTestDatabase } from '../harness/database.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { twoPaidOffices } from '../harness/payments.ts'
import { startServer } from '../harness/server.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/**
 * What is due is noted where it is written (ADR 0247), so that the clock looks at nobody who has nothing to do. `runJob` here, and not
 * `runClockJob`, which lets the clock look at everybody.
 */
const { stripe, server, client, hall, other } = await twoPaidOffices()
const room = waitingRoomAt(server, client, hall.office)

const clockJobs = ['expire_holds', 'tend_payments', 'offer_freed_places', 'forget_old'] as const

/** Holds, payments and refunds with a time of which the clock would not hear. */
async function unnoted(): Promise<readonly object[]> {
  const { rows } = await client.query(
    `select what, id, at from (
       select 'holds' as what, tenant_id, id, expires_at as at from reservation
         where status in ('unpaid', 'email_unverified') and expires_at is not null
       union all select 'payments', tenant_id, id, check_at from payment where check_at is not null
       union all select 'payments', tenant_id, id, check_at from refund where check_at is not null
       union all select 'holds', tenant_id, claim, created_at + interval '1 day' from idempotency_key where response is not null
       union all select 'waiting', entry.tenant_id, entry.id, now() from waiting_entry entry
         join event on event.tenant_id = entry.tenant_id and event.id = entry.event_id
         where entry.status = 'waiting' and event.starts_at > now()
     ) row
     where not exists (select from due_work due where due.tenant_id = row.tenant_id and due.what = row.what
       and due.due_at between least(row.at, now()) and greatest(row.at, now()) + interval '2 minutes'
       and (row.at <= now() or due.due_at >= row.at))`,
  )
  return rows
}

/** Their minutes have come. */
async function letTimePass(tenantId: string, what: 'holds' | 'payments'): Promise<void> {
  const past = "update due_work set due_at = now() - interval '1 hour' * random() where tenant_id = $1 and what = $2"
  await client.query(past, [tenantId, what])
}

/** Seen red without dueStatement of the holds of bookings; without noteDue of sessions, of what was looked at, and of who joins a list. */
it('is noted with whatever has a time', async () => {
  const { office } = hall

  // To be confirmed, to be paid at the door, online, under a key, and for a membership.
  const free = await office.price('B', { prix: 0 })
  const paid = await other.office.price('B', { prix: 8 })
  const night = await office.event([free.product])
  await office.book(
    { event: night, email: visitor(), prices: one(free.price) },
    { headers: { 'idempotency-key': 'a' } },
  )
  const evening = await other.office.event([paid.product])
  await other.office.book({ event: evening, email: visitor(), prices: one(paid.price) })
  const online = await hall.book()
  const yearly = await office.price('A', { prix: 20, subscription_type: 'Y' })
  await office.post('/api/memberships/', { email: visitor(), price: yearly.price })
  expect(await unnoted()).toEqual([])

  // A session, the look at it, and the refund.
  const session = await hall.open(online)
  expect(await unnoted()).toEqual([])
  await client.query("update payment set check_at = now() - interval '1 ms' where id = $1", [online.paiements[0]])
  await letTimePass(office.tenantId, 'payments')
  await runJob(client, 'tend_payments')
  await untilQuiet(client)
  expect(await unnoted()).toEqual([])
  stripe.pay(session.id)
  await hall.comeBack(online)
  await hall.cancel(online.uuid)
  expect(await unnoted()).toEqual([])
  await untilQuiet(client)

  // Another time of the event, which moves what is held at it, and what was offered of it.
  await other.office.patch(`/api/events/${evening}/`, { datetime: hoursAhead(72) })
  const full = await room.soldOut()
  const email = visitor()
  await room.join(full, email)
  await room.join(full, visitor())
  expect(await unnoted()).toEqual([])
  await room.cancel(full.bookings[0])
  await room.offerOf(full, email)
  expect(await unnoted()).toEqual([])
  await office.patch(`/api/events/${full.event}/`, { datetime: hoursAhead(2) })
  expect(await unnoted()).toEqual([])
  await office.post(`/api/events/${full.event}/postponement/`, { datetime: hoursAhead(90) })
  expect(await unnoted()).toEqual([])
})

/** Seen red with `listTenantIds` in place of `listDueTenants`. */
it('is done when its time has come, where it has', async () => {
  const bookOver = async ({ office }: typeof hall) => {
    const { product, price } = await office.price('B', { prix: 0 })
    const event = await office.event([product])
    const booked = await office.book({ event, email: visitor(), prices: one(price) })
    await endHold(client, booked.json.uuid)
    return String(booked.json.uuid)
  }
  const [here, there] = [await bookOver(hall), await bookOver(other)]
  const statuses = async () => [await hall.status(here), await other.status(there)]
  await client.query('delete from due_work where due_at <= now()')
  await runJob(client, 'expire_holds')
  expect(await statuses()).toEqual(['F', 'F'])
  await letTimePass(hall.office.tenantId, 'holds')
  await runJob(client, 'expire_holds')
  expect(await statuses()).toEqual(['C', 'F'])
  const left = "select from due_work where what = 'holds' and tenant_id = $1 and due_at <= now()"
  expect((await client.query(left, [hall.office.tenantId])).rowCount).toBe(0)

  // Should nobody have noted anything, the night finds it.
  await client.query('delete from due_work')
  await runJob(client, 'look_at_everybody')
  const { rows } = await client.query(
    `select count(*)::int as rows, count(distinct tenant_id)::int as tenants, max(due_at) < now() + interval '4 hours' as soon
     from due_work`,
  )
  const { rows: all } = await client.query('select count(*)::int as tenants from tenant')
  expect(rows).toEqual([{ rows: all[0].tenants * 8, tenants: all[0].tenants, soon: true }])
  await letTimePass(other.office.tenantId, 'holds')
  await runJob(client, 'expire_holds')
  expect(await statuses()).toEqual(['C', 'C'])
})

/** Seen red with the same: two statements more for each. */
it('costs as many statements with 10 idle organisations as with 300', async () => {
  const proxy = await startDatabaseProxy(inject('databaseServer'))
  const database = await createTestDatabase()
  const own = await startServer({ database: { ...database, url: proxy.address(database.url) } })
  const superuser: pg.Client = await database.connect()
  try {
    await openBoxOffice(own, 'One')
    const addIdle = (count: number) =>
      superuser.query(
        `insert into tenant select copied.* from tenant, generate_series(1, $1) n,
           lateral jsonb_populate_record(tenant, jsonb_build_object('id', gen_random_uuid(), 'slug', 'idle-' || $1 || '-' || n,
             'organisation', 'Idle', 'first_meta', false)) copied
         where tenant.organisation = 'One'`,
        [count],
      )
    const statements = async () => {
      proxy.take()
      for (const job of clockJobs) await runJob(superuser, job)
      const noise = /graphile_worker|^select 1$|^(begin|commit)/
      return proxy
        .take()
        .statements.map(({ text }) => text)
        .filter((text) => !noise.test(text))
        .toSorted()
    }
    await statements()
    await addIdle(10)
    const few = await statements()
    expect(few).toHaveLength(clockJobs.length)
    await addIdle(290)
    expect(await statements()).toEqual(few)
  } finally {
    await superuser.end()
    await own.stop()
    await proxy.stop()
  }
})
