import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { hoursAhead, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { type Night, waitingRoomAt } from '../harness/waiting-list.ts'

/** An event that is postponed: whoever waits for it hears so, once, and goes on waiting. */
const { server, client, hall, other } = await twoOffices()
const guest = visitorAt(server, hall)
const { soldOut, ask, join, statuses, cancel, letters, run, offerOf } = waitingRoomAt(server, client, hall)
const elsewhere = waitingRoomAt(server, client, other)

const postpone = ({ event }: Night, reason: string | null = null) =>
  hall.post(`/api/events/${event}/postponement/`, { datetime: hoursAhead(24 * 30), reason })
const notices = async ({ event }: Night) => (await hall.get(`/api/events/${event}/notices/`)).json
const ended = (night: Night) =>
  untilTrue(async () => (await notices(night)).every((notice: { ended: string | null }) => notice.ended !== null))

const mailsTo = async (email: string) =>
  (
    await client.query(
      `select subject, letter->>'paragraphs' as text from mail
       where recipient = $1 and kind in ('waiting_list_postponed', 'event_postponed') order by id`,
      [email],
    )
  ).rows

/**
 * Seen red without tellWaitingList (nobody is told), with listWaitingAfter blind to `waitingSince` (who joined later is told),
 * and without findEntryOfOffer in mailNewDate (who was offered places is told that their tickets stay good).
 */
it('tells everybody on the list in their language, who keep their place, and nobody else', async () => {
  const night = await soldOut({ capacity: 1, prix: 10, name: 'The Owls' })
  const abroad = await elsewhere.soldOut()
  const [offered, english, french, gone, asked, stranger, late] = Array.from({ length: 7 }, visitor) as [
    ...[string, string, string, string, string, string, string],
  ]
  await elsewhere.join(abroad, stranger)
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
  await postpone(night, 'The hall is flooded.')
  await ended(night)
  await join(night, late)
  expect(await mailsTo(english)).toEqual([
    {
      subject: 'New date: The Owls',
      text: expect.stringMatching(/take place on.*The hall is flooded\..*keep your place on the waiting list/),
    },
  ])
  expect(await mailsTo(french)).toEqual([
    {
      subject: 'Nouvelle date\u00a0: The Owls',
      text: expect.stringMatching(/aura lieu.*The hall is flooded\..*gardez votre place/),
    },
  ])
  expect(await mailsTo(offered)).toEqual([
    { subject: 'New date: The Owls', text: expect.stringContaining('The places we offered you are held until') },
  ])
  expect((await letters(offered, 'waiting_list_postponed'))[0]?.path).toBe(offer.path)
  const [told] = await letters(english, 'waiting_list_postponed')
  expect(told?.path).toBe((await letters(english, 'waiting_list_joined'))[0]?.path)
  expect((await guest.show(told?.path ?? '')).text).toContain('You are on the waiting list')
  expect(await statuses(night)).toEqual(['offered', 'waiting', 'waiting', 'left', 'unconfirmed', 'waiting'])
  // As after a crash that left all of it to be done but the notes.
  await client.query('update event_notice set ended_at = null where event_id = $1', [night.event])
  await run('resume_telling')
  await ended(night)
  for (const email of [gone, asked, stranger, late]) expect(await mailsTo(email)).toEqual([])
  for (const email of [offered, english, french]) expect(await mailsTo(email)).toHaveLength(1)

  // The next date is told to whoever waits by then.
  await postpone(night)
  await ended(night)
  expect(await mailsTo(english)).toHaveLength(2)
  expect(await mailsTo(late)).toHaveLength(1)
  expect(await mailsTo(gone)).toEqual([])
})

/** The first is in the middle of its mail. Seen red with noteWaitingTold always true: told twice. */
it('is told once by two jobs that meet', async () => {
  const night = await soldOut()
  const email = visitor()
  await join(night, email)
  await untilQuiet(client)
  await whileLocked(server, 'lock table mail in exclusive mode', async (release) => {
    await postpone(night)
    await untilWaitingForLock(client, 1)
    const second = run('tell_of_event', { tenantId: hall.tenantId, noticeId: (await notices(night))[0].uuid })
    await untilWaitingForLock(client, 2)
    await release()
    await second
  })
  await ended(night)
  expect(await mailsTo(email)).toHaveLength(1)
})

/** Seen red without shortenHolds: held for hours while people stand at the door. */
it('holds what is offered until its start at most, when it begins earlier', async () => {
  const [night, theirs] = [await soldOut({ name: 'The Larks' }), await elsewhere.soldOut()]
  const [email, foreign] = [visitor(), visitor()]
  await join(night, email)
  await elsewhere.join(theirs, foreign)
  await cancel(night.bookings[0])
  await elsewhere.cancel(theirs.bookings[0])
  const [offer, other] = [await offerOf(night, email), await elsewhere.offerOf(theirs, foreign)]
  const held = async (id: string) => {
    const { rows } = await client.query('select expires_at from reservation where id = $1', [id])
    return rows[0].expires_at as Date
  }
  const before = await held(other.id)
  const soon = hoursAhead(1)
  await hall.post(`/api/events/${night.event}/postponement/`, { datetime: soon })
  await ended(night)
  expect((await held(offer.id)).toISOString()).toBe(soon)
  expect(await held(other.id)).toEqual(before)
  const [mail] = await mailsTo(email)
  const [, on, until] = /take place on (.*?)\. ?",.*held until (.*?)\./.exec(mail.text) ?? []
  expect([on, until]).toEqual([until, on])
  expect((await guest.submit(`${offer.path}acceptance/`)).status).toBe(303)
})
