import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { type Night, waitingRoomAt } from '../harness/waiting-list.ts'

/** An event that will not take place: whoever waits for it hears so, once. */
const { server, client, hall, other } = await twoOffices()
const guest = visitorAt(server, hall)
const { soldOut, ask, join, statuses, entryOf, cancel, letters, run, offerOf } = waitingRoomAt(server, client, hall)

const cancelEvent = ({ event }: Night, reason: string | null = null) =>
  hall.post(`/api/events/${event}/cancellation/`, { reason })
const notices = async ({ event }: Night) => (await hall.get(`/api/events/${event}/notices/`)).json
const ended = (night: Night) => untilTrue(async () => (await notices(night))[0].ended !== null)

const mailsTo = async (email: string) =>
  (
    await client.query(
      `select kind, subject, letter->>'paragraphs' as text from mail where recipient = $1
       and kind in ('waiting_list_ended', 'event_cancelled') order by id`,
      [email],
    )
  ).rows

it('tells everybody on the list in their language, and nobody who is not', async () => {
  const night = await soldOut({ capacity: 1, prix: 10, name: 'The Owls' })
  const [offered, english, french, gone, asked] = Array.from({ length: 5 }, visitor) as [
    ...[string, string, string, string, string],
  ]
  await join(night, offered)
  await join(night, english)
  await server.send(hall.slug, 'POST', '/api/waiting-list/', {
    key: hall.key,
    headers: { 'accept-language': 'fr' },
    body: { event: night.event, price: night.price, email: french, places: 1 },
  })
  await join(night, gone)
  await guest.submit((await letters(gone, 'waiting_list_joined'))[0]?.path ?? '')
  await ask(night, asked)
  await cancel(night.bookings[0])
  const offer = await offerOf(night, offered)
  const elsewhere = await other.get('/api/waiting-list/')
  await cancelEvent(night, 'The singer is ill.')
  await ended(night)
  expect(await mailsTo(english)).toEqual([
    {
      kind: 'waiting_list_ended',
      subject: 'Cancelled: The Owls',
      text: expect.stringMatching(/will not take place.*The singer is ill\..*nothing to do/),
    },
  ])
  expect(await mailsTo(french)).toEqual([
    {
      kind: 'waiting_list_ended',
      subject: 'Annulé\u00a0: The Owls',
      text: expect.stringMatching(/n’aura pas lieu.*The singer is ill\..*ni à faire/),
    },
  ])
  // Who was offered places has no tickets and has paid nothing. Seen red without findEntryOfOffer in cancelBooking.
  expect(await mailsTo(offered)).toEqual([
    {
      kind: 'waiting_list_ended',
      subject: 'Cancelled: The Owls',
      text: expect.stringContaining('your places are no longer held'),
    },
  ])
  for (const email of [gone, asked]) expect(await mailsTo(email)).toEqual([])
  expect(await statuses(night)).toEqual(['offered', 'left', 'left', 'left'])
  expect((await hall.get(`/api/reservations/${offer.id}/`)).json.status).toBe('C')
  const [joined] = await letters(english, 'waiting_list_joined')
  expect((await guest.show(joined?.path ?? '')).text).toContain('You are not on the waiting list')
  await cancelEvent(night)
  await run('resume_telling')
  for (const email of [offered, english, french]) expect(await mailsTo(email)).toHaveLength(1)
  expect((await other.get('/api/waiting-list/')).json).toEqual(elsewhere.json)
})

/** The job gives up between two of them. Seen red with all of them marked before the first is told. */
it('is told to the end after its job has given up, and nobody twice', async () => {
  const night = await soldOut()
  const people = [visitor(), visitor(), visitor()]
  for (const email of people) await join(night, email)
  const { uuid } = await entryOf(night, people[1] ?? '')
  await whileLocked(server, `select from waiting_entry where id = '${uuid}' for update`, async (release) => {
    await cancelEvent(night)
    await untilWaitingForLock(client, 1)
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    const notice = (await notices(night))[0].uuid
    await untilTrue(async () => {
      const { rowCount } = await client.query(
        `update graphile_worker._private_jobs set attempts = max_attempts
           where payload->>'noticeId' = $1 and locked_by is null`,
        [notice],
      )
      return rowCount === 1
    })
    await release()
  })
  expect((await notices(night))[0].ended).toBeNull()
  expect((await statuses(night)).filter((status) => status === 'waiting').length).toBeGreaterThan(0)
  await run('resume_telling')
  await ended(night)
  for (const email of people) expect(await mailsTo(email)).toHaveLength(1)
})

/** Seen red with closeWaitingList mailing whatever markEntry says: told twice. */
it('is told once by two jobs that meet', async () => {
  const night = await soldOut()
  const email = visitor()
  await join(night, email)
  const { uuid } = await entryOf(night, email)
  await whileLocked(server, `select from waiting_entry where id = '${uuid}' for update`, async (release) => {
    await cancelEvent(night)
    await untilWaitingForLock(client, 1)
    const second = run('tell_of_event', { tenantId: hall.tenantId, noticeId: (await notices(night))[0].uuid })
    await untilWaitingForLock(client, 2)
    await release()
    await second
  })
  await ended(night)
  expect(await mailsTo(email)).toHaveLength(1)
})

/**
 * They have seen the event on sale, and stand before the question whether they are members. Seen red without forShare in
 * holdAwaitedEvent: never told.
 */
it('is told to whoever joins as it is cancelled', async () => {
  const night = await soldOut()
  const email = visitor()
  await whileLocked(server, 'lock table membership in access exclusive mode', async (release) => {
    const joined = join(night, email)
    await untilWaitingForLock(client, 1)
    const cancelled = cancelEvent(night)
    await untilWaitingForLock(client, 2)
    await release()
    await Promise.all([joined, cancelled])
  })
  await ended(night)
  expect(await mailsTo(email)).toHaveLength(1)
})
