import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { runClockJob, untilQuiet } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { meetAtLock, whileLocked } from '../harness/rendezvous.ts'
import { processOf, startServer } from '../harness/server.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** A list of many guests (ADR 0248): whoever presses twice, dies in the middle of it or books meanwhile, everybody is in once. */
const { server, client, hall, other } = await twoOffices()

const office = await staffOf(server, hall)
const full = await hall.price('B', { name: 'Full price', prix: 12 })
const foreign = await other.price('B', { prix: 5 })

const stops: (() => Promise<void>)[] = []
// Beside the server, and therefore stopped before it.
afterAll(async () => {
  for (const stop of stops) await stop()
})

const listOf = (count: number, domain: string) =>
  Array.from({ length: count }, (_, at) => `Guest${at} Listed,g${at}@${domain}`).join('\n')
const fieldsOf = (text: string) =>
  [
    ['list', randomUUID()] as const,
    ['name', 'Many'] as const,
    ['price', full.price] as const,
    ['mail', 'true'] as const,
    ['text', text] as const,
  ] as const
const pathOf = (event: string) => `/admin/events/${event}/guests/bookings/`

/** Everything there may be once of each guest, and the counters that say how many places are gone. */
async function countsOf(event: string) {
  const { rows } = await client.query<Record<string, number>>(
    `select count(*)::int as bookings, count(distinct reservation.booker_email)::int as people,
       (select count(*)::int from guest where event_id = $1) as guests,
       (select count(*)::int from ticket where event_id = $1 and status = 'not_scanned') as tickets,
       (select count(*)::int from payment where reservation_id = any(array_agg(reservation.id))) as payments,
       (select count(*)::int from mail where kind = 'tickets' and reservation_id = any(array_agg(reservation.id))) as mails,
       (select count(*)::int from audit_entry where action = 'reservation.sold' and subject_id = any(array_agg(reservation.id))) as sold,
       (select held from event_counter where event_id = $1) as held
     from reservation where event_id = $1`,
    [event],
  )
  return rows[0]
}
const eachOnce = (count: number) => ({
  bookings: count,
  people: count,
  guests: count,
  tickets: count,
  payments: count,
  mails: count,
  sold: count,
  held: count,
})

/** How many a page says it has invited. */
const invitedBy = (location: unknown) => Number(/done=(\d+)-/.exec(String(location))?.[1])

describe('a list of many guests', () => {
  /** Seen red without the look at who was booked before and without the unique index. */
  it('that is sent twice at once is booked once', async () => {
    const event = await hall.event([full.product])
    const fields = fieldsOf(listOf(80, 'twice.test'))
    // Both have looked at who is in before either books anybody.
    const answers = await meetAtLock(server, ['lock table guest in access exclusive mode'], 2, () =>
      Promise.all([1, 2].map(() => office.press(pathOf(event), fields))),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    const said = answers.map(({ headers }) => invitedBy(headers['location']))
    expect(said.reduce((sum, one) => sum + one)).toBe(80)
    await untilQuiet(client)
    expect(await countsOf(event)).toEqual(eachOnce(80))
  })

  it('holds up nobody who books elsewhere', async () => {
    const event = await hall.event([full.product])
    const theirs = await other.event([foreign.product])
    const fields = fieldsOf(listOf(60, 'waiting.test'))
    await office.press(pathOf(event), fieldsOf('First Guest'))
    const row = `select from event_counter where event_id = '${event}' for update`
    const answer = await whileLocked(server, row, async (release) => {
      const inviting = office.press(pathOf(event), fields)
      await untilWaitingForLock(client, 1)
      const prices = [{ uuid: foreign.price, qty: 1 }]
      expect((await other.book({ event: theirs, email: visitor(), prices })).status).toBe(201)
      await release()
      return inviting
    })
    expect(answer.status, answer.text).toBe(303)
    expect((await countsOf(theirs))?.['guests']).toBe(0)
  })

  /** Seen red with each guest booked in a transaction, and noted as a guest in the next one. */
  it('whose server is killed in the middle of it goes on where it was, and nobody is in twice', async () => {
    const event = await hall.event([full.product])
    const fields = fieldsOf(listOf(120, 'killed.test'))
    const second = await startServer({ beside: server })
    stops.push(() => second.stop())
    await holdFrom(event, 70)
    await client.query('select pg_advisory_lock(248)')
    const cut = (await staffOf(second, hall)).press(pathOf(event), fields).catch(() => null)
    await untilWaitingForLock(client, 1)
    const ended = once(processOf(second), 'exit')
    processOf(second).kill('SIGKILL')
    await Promise.all([ended, cut])
    await client.query('select pg_advisory_unlock(248)')
    await client.query('drop function hold_guest cascade')
    await giveJobsBack()
    const { rows } = await client.query('select count(*)::int as count from guest where event_id = $1', [event])
    expect([50, 100]).toContain(rows[0].count)

    const answer = await office.press(pathOf(event), fields)
    expect(answer.status, answer.text).toBe(303)
    expect(invitedBy(answer.headers['location'])).toBe(120 - rows[0].count)
    await untilQuiet(client)
    expect(await countsOf(event)).toEqual(eachOnce(120))
  })
})

/** What the dead process was mailing is done by another, as if more time had gone by than a living one needs to say so. */
async function giveJobsBack(): Promise<void> {
  await client.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null",
  )
  await runClockJob(client, 'free_orphans')
}

/** Lets the transaction wait that notes a guest when that many stand there, until advisory lock 248 is let go. */
async function holdFrom(event: string, count: number): Promise<void> {
  await client.query(`create function hold_guest() returns trigger language plpgsql as $$ begin
    if new.event_id = '${event}' and (select count(*) from guest where event_id = '${event}') >= ${count} then
      perform pg_advisory_xact_lock(248);
    end if; return new; end $$`)
  await client.query('create trigger hold_guest before insert on guest for each row execute function hold_guest()')
}
