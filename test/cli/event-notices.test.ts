import { afterAll, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { hoursAhead, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'
import { type Started, startProcess } from './embedded-service.ts'

/** A web process, and workers that come and go. */
const { server, client, hall, other } = await twoOffices({ environment: { ROLE: 'web' } })
const workers: Started[] = []
afterAll(async () => {
  for (const { process } of workers) if (process.exitCode === null) process.kill('SIGKILL')
})

function startWorker(): Started {
  const worker = startProcess(['serve'], { ...server.environment, ROLE: 'worker' })
  workers.push(worker)
  return worker
}

async function night(bookings: number) {
  const { price, product } = await hall.price('B', { prix: 10 })
  const event = await hall.event([product])
  const ids: string[] = []
  for (let count = 0; count < bookings; count++) {
    const { uuid } = (await hall.book({ event, email: visitor(), prices: one(price) })).json
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    ids.push(uuid)
  }
  return { event, ids }
}

const noticeOf = async (event: string) => (await hall.get(`/api/events/${event}/notices/`)).json[0]

/** A worker that died holds its jobs until somebody sees that nobody is behind them; here nobody waits for the clock. */
async function freeJobs(): Promise<void> {
  await client.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null",
  )
  await client.query("select graphile_worker.add_job('free_orphans')")
}

/**
 * Who waits is told before those who booked: the worker dies in the middle of the first mail. Seen red with noteWaitingTold in a
 * transaction of its own: the first one is never told.
 */
it('a postponement is told to everybody on the waiting list, once, after its worker was killed', async () => {
  const rooms = [waitingRoomAt(server, client, hall), waitingRoomAt(server, client, other)] as const
  const nights = [await rooms[0].soldOut(), await rooms[1].soldOut()] as const
  const people = [visitor(), visitor(), visitor()]
  const stranger = visitor()
  for (const email of people) await rooms[0].join(nights[0], email)
  await rooms[1].join(nights[1], stranger)
  const told = async (email: string) => (await rooms[0].letters(email, 'waiting_list_postponed')).length
  const { event } = nights[0]
  const first = startWorker()
  await untilTrue(async () => first.stdout().includes('works on jobs'))
  await untilQuiet(client)
  const holder = await server.database.connect()
  await holder.query('begin; lock table mail in exclusive mode')
  await hall.post(`/api/events/${event}/postponement/`, { datetime: hoursAhead(500) })
  await untilWaitingForLock(client, 1)
  first.process.kill('SIGKILL')
  await first.ended
  await holder.query('rollback')
  await holder.end()
  const second = startWorker()
  await untilTrue(async () => second.stdout().includes('works on jobs'))
  await freeJobs()
  await untilTrue(async () => (await noticeOf(event)).ended !== null)
  for (const email of people) expect(await told(email)).toBe(1)
  expect(await told(stranger)).toBe(0)
  expect(await rooms[0].statuses(nights[0])).toEqual(['waiting', 'waiting', 'waiting'])
  second.process.kill('SIGTERM')
  await second.ended
})

/**
 * The worker dies while it waits for the lock of the third booking, or of what says how far it has come. Seen red with
 * noteTold before cancelWithRefund, in a transaction of its own: the third is never refunded.
 */
it.each([
  ['cancellation', 'event_cancelled', 1000],
  ['postponement', 'event_postponed', 0],
])('a %s goes on after its worker was killed, and does nothing twice', async (change, kind, refunded) => {
  const { event, ids } = await night(5)
  const body = change === 'cancellation' ? {} : { datetime: hoursAhead(500) }
  expect((await hall.post(`/api/events/${event}/${change}/`, body)).status).toBe(200)
  const holder = await server.database.connect()
  await holder.query('begin')
  await holder.query(
    change === 'cancellation'
      ? { text: 'select from reservation where id = $1 for update', values: [ids[2]] }
      : { text: 'select from event_notice where event_id = $1 for update', values: [event] },
  )
  const worker = startWorker()
  await untilWaitingForLock(client, 1)
  await untilTrue(async () => (await noticeOf(event)).done === (change === 'cancellation' ? 2 : 0))
  worker.process.kill('SIGKILL')
  await worker.ended
  await holder.query('rollback')
  await holder.end()
  const pair = [startWorker(), startWorker()]
  await untilTrue(async () => pair.every((one) => one.stdout().includes('works on jobs')))
  await freeJobs()
  await untilTrue(async () => (await noticeOf(event)).ended !== null)
  expect(await noticeOf(event)).toMatchObject({ reservations: 5, done: 5 })
  const { rows } = await client.query(
    `select (select count(*)::int from mail where reservation_id = r.id and kind = $2) as mails,
      (select coalesce(sum(amount_minor), 0)::int from refund where reservation_id = r.id) as refunded
     from reservation r where event_id = $1`,
    [event, kind],
  )
  expect(rows).toEqual(Array(5).fill({ mails: 1, refunded }))
  for (const { process, ended } of pair) {
    process.kill('SIGTERM')
    await ended
  }
})

/** The second job is a repeat of the first. Seen red without the comparison in noteTold: ten done of five. */
it('two jobs of one notice tell nobody twice', async () => {
  const { event, ids } = await night(5)
  await hall.post(`/api/events/${event}/postponement/`, { datetime: hoursAhead(500) })
  const { uuid } = await noticeOf(event)
  await client.query("select graphile_worker.add_job('tell_of_event', $1::json)", [
    { tenantId: hall.tenantId, noticeId: uuid },
  ])
  const holder = await server.database.connect()
  await holder.query('begin')
  await holder.query('select from event_notice where id = $1 for update', [uuid])
  const worker = startWorker()
  await untilWaitingForLock(client, 2)
  await holder.query('rollback')
  await holder.end()
  await untilTrue(async () => (await noticeOf(event)).ended !== null)
  await untilTrue(async () => {
    const left = await client.query("select from graphile_worker._private_jobs where payload::text like '%noticeId%'")
    return left.rowCount === 0
  })
  expect((await noticeOf(event)).done).toBe(5)
  const { rows } = await client.query(
    "select count(*)::int as mails from mail where kind = 'event_postponed' and reservation_id = any($1)",
    [ids],
  )
  expect(rows).toEqual([{ mails: 5 }])
  worker.process.kill('SIGTERM')
  await worker.ended
})
