import { afterAll, describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { createKey, hoursAhead, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { payOnline, startStripe, tell } from '../harness/stripe-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** An event that does not take place, or takes place later: everybody is told once, and refunded once. */
const stripe = await startStripe()
afterAll(() => stripe.stop())
const { server, client, hall, other } = await twoOffices({ environment: { STRIPE_API_URL: stripe.url } })
const guest = visitorAt(server, hall)

async function night(prix = 10, eventFields = {}) {
  const { price, product } = await hall.price('B', { prix })
  const event = await hall.event([product], eventFields)
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  const book = async (fields: object = {}) => {
    const answer = await hall.book({ event, email: visitor(), prices: one(price, 2), ...fields })
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.json.uuid as string
  }
  return { event, price, path: `/events/${slug}/`, book }
}

async function pressOnPage(notice: string): Promise<void> {
  const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const headers = { origin: originOf(server, hall.slug) }
  const answer = await server.send(hall.slug, 'POST', `/admin/notices/${notice}/`, { cookie, headers })
  expect(answer.status).toBe(303)
}

async function goOn({ uuid, event }: { uuid: string; event: string }): Promise<void> {
  const reader = await createKey(server, hall.slug, ['--permission', 'event:read'])
  const path = `/api/notices/${uuid}/attempts/`
  expect((await server.send(hall.slug, 'POST', path, { key: reader })).status).toBe(403)
  expect((await other.post(path)).json.code).toBe('not_found')
  const { status, json } = await hall.post(path)
  expect([status, json]).toEqual([200, expect.objectContaining({ uuid, event, kind: 'cancelled', ended: null })])
}

const pay = (uuid: string) => hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
const read = async (uuid: string) => (await hall.get(`/api/reservations/${uuid}/`)).json
const notices = async (event: string) => (await hall.get(`/api/events/${event}/notices/`)).json
const ended = (event: string) =>
  untilTrue(async () => (await notices(event)).every((notice: { ended: string | null }) => notice.ended !== null))

/** How many mails of a kind each booking of an event has had, and what was refunded. */
async function toldOf(event: string, kind: string) {
  const { rows } = await client.query(
    `select (select count(*)::int from mail where reservation_id = r.id and kind = $2) as mails,
      (select coalesce(sum(amount_minor), 0)::int from refund where reservation_id = r.id) as refunded
     from reservation r where event_id = $1 order by id`,
    [event, kind],
  )
  return rows.map(({ mails, refunded }) => [mails, refunded])
}

describe('an event is cancelled', () => {
  it('sells nothing, lets nobody in, and refunds everybody', async () => {
    const { event, price, path, book } = await night()
    const [paid, unpaid, gone, entered] = [await book(), await book(), await book(), await book()]
    for (const uuid of [paid, entered]) await pay(uuid)
    await hall.post(`/api/reservations/${gone}/cancellation/`)
    const shirt = await hall.price('T', { prix: 20 })
    const withShirt = await book({ prices: [...one(price), ...one(shirt.price)] })
    await pay(withShirt)
    const phone = await pairPhone(server, hall.slug, 'Door')
    const tickets = [(await read(entered)).tickets, (await read(paid)).tickets].flat()
    const codes = await qrCodesOf(server, hall.slug, tickets)
    const scan = async (ticket: string) =>
      (
        await server.send(hall.slug, 'POST', '/scan/ticket/', {
          key: phone.key,
          body: { qrcode_data: codes.get(ticket) },
        })
      ).json
    expect((await scan(tickets[0])).success).toBe(true)
    const answer = await hall.post(`/api/events/${event}/cancellation/`, { reason: 'The singer is ill.' })
    expect(answer.json).toMatchObject({ kind: 'cancelled', reason: 'The singer is ill.', reservations: 4 })
    expect((await hall.book({ event, email: visitor(), prices: one(price) })).json.code).toBe('not_on_sale')
    await ended(event)
    expect(await notices(event)).toMatchObject([{ kind: 'cancelled', reservations: 4, done: 4 }])
    // By booking: what was used stays used, and the shirt stays bought.
    expect(await toldOf(event, 'event_cancelled')).toEqual([
      [1, 2000],
      [1, 0],
      [0, 0],
      [1, 1000],
      [1, 1000],
    ])
    expect((await read(paid)).status).toBe('C')
    expect((await read(unpaid)).status).toBe('C')
    for (const ticket of tickets.slice(1)) expect((await scan(ticket)).code).toBe('canceled')
    const again = await server.cli('event', 'cancel', '--tenant', hall.slug, event)
    expect(again).toMatchObject({ reservations: 4, done: 4, reason: 'The singer is ill.' })
    const { rows: told } = await client.query(
      `select letter->'action'->>'url' as url from mail where reservation_id = $1 and kind = 'event_cancelled'`,
      [withShirt],
    )
    const left = (await guest.show(new URL(told[0].url).pathname)).text
    // Seen red without hasTickets and eventCancelledAt: "Booking confirmed", and the evening for the calendar.
    for (const said of ['Your order is confirmed', 'This event is cancelled.']) expect(left).toContain(said)
    for (const gone of ['Booking confirmed', 'Add to my calendar']) expect(left).not.toContain(gone)
    const page = (await guest.show(path)).text
    expect(page).toContain('This event is cancelled.')
    expect(page).toContain('The singer is ill.')
    expect(page).toContain('schema.org/EventCancelled')
    expect(page).not.toContain('name="qty"')
    expect((await guest.show(path, 'fr')).text).toContain('Cet évènement est annulé.')
    expect((await guest.show('/')).text).toMatch(new RegExp(`${path}.{0,200}<strong>Cancelled</strong>`, 's'))
    const { rows } = await client.query('select held from event_counter where event_id = $1', [event])
    expect(rows).toEqual([{ held: 1 }])
  })

  it('says what is refunded and how, in the language of each, and nothing of money to who paid none', async () => {
    const keys = await payOnline(server, hall.slug)
    const { event, price, book } = await night(12.5)
    const french = { headers: { 'accept-language': 'fr' } }
    const bookIn = async (email: string, options = {}) =>
      (await hall.book({ event, email, prices: one(price, 2) }, options)).json
    const [online, desk, atDesk] = [visitor(), visitor(), visitor()]
    const card = await bookIn(online, french)
    const { headers } = await guest.show(`${new URL(card.checkout_url).pathname}`)
    const session = stripe.pay(String(headers['location']).split('/').at(-1) ?? '')
    await tell(server, hall.slug, keys, 'checkout.session.completed', session)
    await untilTrue(async () => (await read(card.uuid)).status === 'PN')
    await pay((await bookIn(desk, french)).uuid)
    await pay((await bookIn(atDesk)).uuid)
    const unpaid = await book()
    await hall.post(`/api/events/${event}/cancellation/`)
    await ended(event)
    const letterTo = async (where: string, value: string) => {
      const { rows } = await client.query(
        `select letter::text from mail where kind = 'event_cancelled' and ${where} = $1`,
        [value],
      )
      expect(rows).toHaveLength(1)
      return rows[0].letter as string
    }
    expect(await letterTo('recipient', online)).toMatch(/25,00.€ vous seront remboursés par le même moyen de paiement/)
    expect(await letterTo('recipient', desk)).toMatch(/25,00.€ vous seront remboursés au guichet/)
    const english = await letterTo('recipient', atDesk)
    expect(english).toContain('You can collect your refund at the box office: €25.00.')
    expect(english).toContain('"Refund"')
    // Its addresses end in proofs, which are any letters.
    expect((await letterTo('reservation_id', unpaid)).replaceAll(/http[^"\s]+/g, '')).not.toMatch(/€|refund|paid/i)
    await server.cli('payment-keys', 'clear', '--tenant', hall.slug)
  })

  /** Seen red without the event in decideScan and the statement of the scan: let in, until the job comes. */
  it('lets nobody in from the first moment, before any booking is cancelled', async () => {
    const { event, book } = await night()
    const uuid = await book()
    await pay(uuid)
    const phone = await pairPhone(server, hall.slug, 'Door')
    const [ticket] = (await read(uuid)).tickets
    const code = (await qrCodesOf(server, hall.slug, [ticket])).get(ticket)
    await client.query('update event set cancelled_at = now() where id = $1', [event])
    const answer = await server.send(hall.slug, 'POST', '/scan/ticket/', {
      key: phone.key,
      body: { qrcode_data: code },
    })
    expect([answer.status, answer.json.success, answer.json.code]).toEqual([200, false, 'canceled'])
  })

  /** The job gave up: nobody is told until it is asked for again. Seen red without askToTell in each of them. */
  it.each(['the same command again', 'the clock', 'the page of the administration', 'a program'])(
    'is told to the end by %s, should its job have given up',
    async (way) => {
      const { event, book } = await night()
      const uuid = await book()
      // The one that waits is the job that tells, and not the one that mails.
      await untilQuiet(client)
      // As a job that has tried twelve times leaves it.
      await whileLocked(server, `select from reservation where id = '${uuid}' for update`, async (release) => {
        await hall.post(`/api/events/${event}/cancellation/`)
        await untilWaitingForLock(client, 1)
        const notice = (await notices(event))[0].uuid
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
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
      expect((await notices(event))[0].ended).toBeNull()
      if (way === 'the clock') await client.query("select graphile_worker.add_job('resume_telling')")
      else if (way === 'the same command again') await hall.post(`/api/events/${event}/cancellation/`)
      else if (way === 'a program') await goOn((await notices(event))[0])
      else await pressOnPage((await notices(event))[0].uuid)
      await ended(event)
      expect(await toldOf(event, 'event_cancelled')).toEqual([[1, 0]])
    },
  )

  /**
   * The counter of the event is missing, as after a bulk import. The cancellation has looked for it and stands before the
   * event; the booking stands before its lines, or before the counter. Seen red with lockCounters in place of
   * lockEventCounter: booked, and the event cancelled.
   */
  it('is not slipped past by a booking, whatever counters there are', async () => {
    const { event, price } = await night()
    await client.query('delete from event_counter where event_id = $1', [event])
    const answer = await whileLocked(server, 'lock table reservation_line in share mode', (goOn) =>
      whileLocked(server, `select from event where id = '${event}' for no key update`, async (release) => {
        const cancelled = hall.post(`/api/events/${event}/cancellation/`)
        await untilWaitingForLock(client, 1)
        const booked = hall.book({ event, email: visitor(), prices: one(price) })
        await untilWaitingForLock(client, 2)
        await release()
        expect((await cancelled).status).toBe(200)
        await goOn()
        return booked
      }),
    )
    expect(answer.json.code).toBe('not_on_sale')
  })

  it('is of this organisation', async () => {
    const { event } = await night()
    expect((await other.post(`/api/events/${event}/cancellation/`)).status).toBe(404)
    const moved = { datetime: hoursAhead(48) }
    expect((await other.post(`/api/events/${event}/postponement/`, moved)).status).toBe(404)
    expect((await other.get(`/api/events/${event}/notices/`)).status).toBe(404)
    expect((await hall.get(`/api/events/${event}/`)).json.cancelled_at).toBeNull()
  })
})

describe('an event that is postponed', () => {
  it('keeps its tickets, tells everybody, and lets those who booked before cancel', async () => {
    const keys = await payOnline(server, hall.slug)
    const { event, price, path } = await night(10, { end_datetime: hoursAhead(26), doors_open: hoursAhead(23) })
    const booking = await guest.book(event, price, { email: visitor() })
    const id = booking.split('/')[2] ?? ''
    const { headers } = await guest.show(`${booking}pay/`)
    const session = stripe.pay(String(headers['location']).split('/').at(-1) ?? '')
    await tell(server, hall.slug, keys, 'checkout.session.completed', session)
    await untilTrue(async () => (await read(id)).status === 'PN')
    expect((await guest.submit(`${booking}cancellation/`, { whole: '1' })).status).toBe(409)
    const before = (await hall.get(`/api/events/${event}/`)).json
    const past = await hall.post(`/api/events/${event}/postponement/`, { datetime: hoursAhead(-1) })
    expect(past.json.code).toBe('validation_failed')
    const answer = await hall.post(`/api/events/${event}/postponement/`, {
      datetime: hoursAhead(24 * 30),
      reason: 'The hall is flooded.',
    })
    expect(answer.json).toMatchObject({ kind: 'postponed', reservations: 1 })
    await ended(event)
    expect(await toldOf(event, 'event_postponed')).toEqual([[1, 0]])
    const after = (await hall.get(`/api/events/${event}/`)).json
    const length = (one: { datetime: string; end_datetime: string }) =>
      Date.parse(one.end_datetime) - Date.parse(one.datetime)
    expect(length(after)).toBe(length(before))
    expect(after.postponed_from).toBe(before.datetime)
    expect((await hall.patch(`/api/events/${event}/`, { short_description: 'Two voices.' })).status).toBe(200)
    // Right below its name: on a small phone the price covers what comes later. Seen red below the short description.
    const { text } = await guest.show(path)
    const [name, change, lead] = ['<h1>', 'This event has been postponed to a new date.', 'class="lead"'].map((what) =>
      text.indexOf(what),
    )
    expect([name, change, lead]).toEqual([name, change, lead].toSorted((a = 0, b = 0) => a - b))
    expect(name).toBeGreaterThan(0)
    expect((await guest.show(path, 'fr')).text).toContain('nouvelle date')
    // Who books now knows the date.
    const late = await guest.book(event, price, { email: visitor() })
    expect(late).toContain('/bookings/')
    expect((await guest.submit(`${booking}cancellation/`, { whole: '1' })).status).toBe(303)
    expect((await read(id)).status).toBe('C')
    await server.cli('payment-keys', 'clear', '--tenant', hall.slug)
  })

  /** Seen red without moveDoorHolds in changeEvent: held until the old end. */
  it.each([
    ['POST', 'postponement/', {}],
    ['PATCH', '', { end_datetime: hoursAhead(24 * 30 + 2) }],
  ])('by %s keeps the places of those who pay at the door until its new end', async (method, way, fields) => {
    const { event, book } = await night(10, { end_datetime: hoursAhead(26) })
    const [door, offered] = [await book(), await book()]
    await confirmByMail(server, hall.slug, door)
    const soon = new Date(hoursAhead(1))
    await client.query('update reservation set expires_at = $2 where id = $1', [offered, soon])
    const body = { datetime: hoursAhead(24 * 30), ...fields }
    const answer = await (method === 'POST' ? hall.post : hall.patch)(`/api/events/${event}/${way}`, body)
    expect(answer.status).toBe(200)
    const heldUntil = async (uuid: string) =>
      (await client.query('select expires_at from reservation where id = $1', [uuid])).rows[0].expires_at
    expect(await heldUntil(door)).toEqual(new Date((await hall.get(`/api/events/${event}/`)).json.end_datetime))
    expect(await heldUntil(offered)).toEqual(soon)
  })

  /** Seen red without the look at what is already so in postponeEvent: two notices, and a new date that was the old one. */
  it('is told once when the same is asked twice, and again when it was moved meanwhile', async () => {
    const { event, book } = await night()
    await book()
    const from = (await hall.get(`/api/events/${event}/`)).json.datetime
    const [body, path] = [{ datetime: hoursAhead(24 * 30), reason: 'Rain' }, `/api/events/${event}/`]
    const ask = (fields = {}) => hall.post(`${path}postponement/`, { ...body, ...fields })
    const [first, again] = await Promise.all([ask(), ask()])
    const third = await ask()
    expect([first, again, third].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set([first, again, third].map(({ json }) => json.uuid)).size).toBe(1)
    await ended(event)
    expect(await toldOf(event, 'event_postponed')).toEqual([[1, 0]])
    expect((await hall.get(path)).json.postponed_from).toBe(from)
    // A change of the date alone tells nobody; to tell them of it is another notice.
    const moved = hoursAhead(24 * 31)
    expect((await hall.patch(path, { datetime: moved })).status).toBe(200)
    expect((await ask({ datetime: moved })).json.uuid).not.toBe(first.json.uuid)
    await ended(event)
    expect(await toldOf(event, 'event_postponed')).toEqual([[2, 0]])
  })

  it('by the command line', async () => {
    const { event, book } = await night()
    await book()
    const told = await server.cli(
      'event',
      'postpone',
      '--tenant',
      hall.slug,
      '--to',
      '2031-05-01T20:30',
      '--reason',
      'Rain',
      event,
    )
    expect(told).toMatchObject({ kind: 'postponed', reason: 'Rain', reservations: 1 })
    await ended(event)
    expect(await toldOf(event, 'event_postponed')).toEqual([[1, 0]])
  })
})
