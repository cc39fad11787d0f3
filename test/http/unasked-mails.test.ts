import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { payOnline, startStripe, tell } from '../harness/stripe-server.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/**
 * A new organisation mails so many people a day who asked it for nothing, by whatever door (ADR 0238). Seen red with each line of
 * `isUnasked` taken out; without `unasked` in the rows of a booking, of an order, of a waiting entry and of an address that was put
 * right, and without the one that `markStatus` leaves; with `isOwn` always false; and without the lock of `turnOfUnasked`.
 */
const mails = await startMailServer()
const stripe = await startStripe()
const { server, client, hall, other } = await twoOffices({
  environment: { RATE_LIMIT: 'on', SMTP_URL: mails.url, STRIPE_API_URL: stripe.url },
})
afterAll(() => Promise.all([mails.stop(), stripe.stop()]))
const [staff, grownStaff] = [await staffOf(server, hall), await staffOf(server, other)]
// As if somebody had asked for them by the form.
await client.query('update tenant set mails_limited = true')
await client.query("update tenant set created_at = now() - interval '31 days' where id = $1", [other.tenantId])

/** As if so many, of which nobody asked for any, went today, each to an address of its own, and nothing waited. */
async function sent(count: number, office = hall) {
  await client.query(
    `update mail set handed_at = null, status = case status when 'queued' then 'withdrawn' else status end where tenant_id = $1`,
    [office.tenantId],
  )
  await client.query(
    `insert into mail (tenant_id, id, kind, language, recipient, subject, letter, status, created_at, handed_at, unasked)
     select $1, gen_random_uuid(), 'tickets', 'en', 'guest-' || number || '@example.org', 'Before', '{}', 'sent', now(), now(), true
       from generate_series(1, $2::int) as number`,
    [office.tenantId, count],
  )
}

/** What became of mails: of one kind to an address, or of all to some. */
async function standings(recipients: readonly string[], kind: string, office = hall) {
  const { rows } = await client.query(
    'select status, failure from mail where recipient = any($1) and kind = $2 and tenant_id = $3 order by id',
    [recipients, kind, office.tenantId],
  )
  return rows.map(({ status, failure }) => (status === 'queued' ? `queued ${failure}` : status) as string)
}
const held = 'queued held_back_message'
const count = (all: readonly string[], which: string) => all.filter((standing) => standing === which).length

async function settled(recipients: readonly string[], kind: string, office = hall) {
  const all = () => standings(recipients, kind, office)
  await untilTrue(async () => {
    const now = await all()
    return now.length === recipients.length && !now.includes('queued null')
  })
  return all()
}

const becomes = async (email: string, kind: string, office = hall) => (await settled([email], kind, office))[0]

/** Whatever waits, once what is told to wait waits: a job that has not put down its time keeps it. */
async function tryAll() {
  await untilQuiet(client)
  await client.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs')
}

async function night(office: BoxOffice, prix = 0) {
  const { price, product } = await office.price('B', { prix, max_per_user: 100 })
  return { price, event: await office.event([product]) }
}

const guests = (of: number) => Array.from({ length: of }, visitor)
const listOf = (addresses: readonly string[]) => addresses.map((email, at) => `Guest${at} Listed,${email}`).join('\n')

function press(by: Staff, { event, price }: { event: string; price: string }, text: string, booked = true) {
  return by.press(`/admin/events/${event}/guests/${booked ? 'bookings/' : ''}`, [
    ['list', randomUUID()] as const,
    ['name', 'Press'] as const,
    ['price', price] as const,
    ['mail', 'true'] as const,
    ['text', text] as const,
  ])
}

describe('a list of guests', () => {
  it('is mailed as far as the day goes and by itself on the next, which is said before; a grown organisation mails all', async () => {
    await sent(195)
    await sent(2000, other)
    const [here, there] = [await night(hall), await night(other)]
    const [list, grown] = [guests(12), guests(12)]
    const look = (by: Staff, of: typeof here, who: readonly string[]) => press(by, of, listOf(who), false)
    expect((await look(staff, here, list)).text).toContain('Only 5 of these e-\u2060mails go within the next 24 hours')
    expect((await look(staff, here, list.slice(0, 5))).text).not.toContain('within the next 24 hours')
    expect((await look(grownStaff, there, grown)).text).not.toContain('within the next 24 hours')

    expect((await press(staff, here, listOf(list))).status).toBe(303)
    expect((await press(grownStaff, there, listOf(grown))).status).toBe(303)
    const now = await settled(list, 'tickets')
    expect([count(now, 'sent'), count(now, held)]).toEqual([5, 7])
    expect(count(await settled(grown, 'tickets', other), 'sent')).toBe(12)
    expect((await look(staff, here, guests(2))).text).toContain('None of these e-\u2060mails goes')
    const waiting = '/admin/mails/?list=waiting'
    expect((await staff.show(waiting)).text).toContain('200 people a day at first who did not ask for it')
    expect((await staff.show(waiting, 'fr')).text).toContain('à 200 personnes par jour')

    // Sent again they are counted again, and tried too early they go on waiting.
    await tryAll()
    await untilQuiet(client)
    expect(count(await standings(list, 'tickets'), held)).toBe(7)
    await client.query("update mail set handed_at = handed_at - interval '25 hours'")
    await tryAll()
    await untilTrue(async () => count(await standings(list, 'tickets'), 'sent') === 12)
  })

  it('by the API is mailed as far', async () => {
    await sent(198)
    const { event, price } = await night(hall)
    const list = guests(4)
    const body = { price, guests: list.map((email, at) => ({ last_name: `Guest ${at}`, email })) }
    expect((await hall.post(`/api/events/${event}/guests/`, body)).json).toMatchObject({ guests: 4 })
    const now = await settled(list, 'tickets')
    expect([count(now, 'sent'), count(now, held)]).toEqual([2, 2])
  })

  /** Seen red with the limit kept whatever the super-user said. */
  it('is mailed whole once whoever runs the server says so, and no longer once they revoke it', async () => {
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const sue = await signIn(server, 'root', '', 'sue@server.test')
    const page = `/admin/server/organisations/${hall.tenantId}/`
    const look = async () => (await server.send('', 'GET', page, { cookie: sue })).text
    const say = (mails: string) => submitAt(server, '', `${page}mails/`, { mails }, { cookie: sue })
    const mailedOf = async () => {
      await sent(200)
      const list = guests(3)
      await press(staff, await night(hall), listOf(list))
      return count(await settled(list, 'tickets'), 'sent')
    }
    expect([await mailedOf(), (await look()).includes('it e-\u2060mails 200 people a day')]).toEqual([0, true])
    expect((await say('free')).status).toBe(303)
    expect([await mailedOf(), (await look()).includes('as many people as it likes')]).toEqual([3, true])
    expect((await say('limited')).status).toBe(303)
    expect(await mailedOf()).toBe(0)
    expect((await say('whatever')).status).toBe(400)
  })

  /** Those who count are met before the table lets them note that they go. */
  it('does not go beyond the day with another at once', async () => {
    await sent(200)
    const [one, two] = [await night(hall), await night(hall)]
    const [list, second] = [guests(3), guests(3)]
    await press(staff, one, listOf(list))
    await press(staff, two, listOf(second))
    await settled([...list, ...second], 'tickets')
    await client.query(
      `update mail set handed_at = handed_at - interval '25 hours' where id = (
         select id from mail where tenant_id = $1 and subject = 'Before' and handed_at is not null limit 1)`,
      [hall.tenantId],
    )
    await meetAtLock(server, ['lock table mail in share mode'], 2, tryAll)
    await untilQuiet(client)
    expect(count(await standings([...list, ...second], 'tickets'), 'sent')).toBe(1)
  })
})

describe('whoever asked', () => {
  it('has their tickets at once, whatever was mailed to others', async () => {
    await sent(300)
    const { event, price } = await night(hall)
    const email = visitor()
    const path = await visitorAt(server, hall).book(event, price, { email })
    expect(await becomes(email, 'confirm_reservation')).toBe('sent')
    await confirmByMail(server, hall.slug, path.split('/')[2] ?? '')
    expect(await becomes(email, 'tickets')).toBe('sent')
  })

  it('at the door too, once they confirmed', async () => {
    await sent(300)
    const { event, price } = await night(hall, 10)
    const email = visitor()
    const id = (await visitorAt(server, hall).book(event, price, { email })).split('/')[2] ?? ''
    await confirmByMail(server, hall.slug, id)
    await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
    expect(await becomes(email, 'tickets')).toBe('sent')
  })

  it('for oneself, signed in, has them as well, also who works there', async () => {
    await sent(300)
    const { event, price } = await night(hall)
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    const fields = { key: randomUUID(), price, qty: '1', first_name: 'Ada', last_name: 'Lovelace' }
    expect((await staff.press(`/events/${slug}/booking/`, Object.entries(fields))).status).toBe(303)
    const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
    const booked = await server.send(hall.slug, 'POST', '/api/reservations/', {
      cookie,
      headers: { origin: originOf(server, hall.slug) },
      body: { event, prices: one(price), email: 'admin@example.org' },
    })
    expect(booked.status, booked.text).toBe(201)
    const two = ['admin@example.org', 'admin@example.org']
    expect(await settled(two, 'tickets')).toEqual(['sent', 'sent'])
  })
})

/** Of another organisation, which is grown, all of them go at once. */
describe('whoever did not ask', () => {
  const ways: readonly (readonly [string, string, (email: string, office: BoxOffice) => Promise<void>])[] = [
    [
      'is booked for by a program',
      'tickets',
      async (email, office) => {
        const { event, price } = await night(office)
        await office.post('/api/reservations/', { event, email, prices: one(price) })
      },
    ],
    [
      'is booked for at the desk',
      'tickets',
      async (email, office) => {
        const { event, price } = await night(office, 10)
        const sold = { event, email, prices: one(price), method: 'cash' }
        expect((await office.post('/api/sales/', sold)).status).toBe(201)
      },
    ],
    [
      'is made a member',
      'membership',
      async (email, office) => {
        const { price } = await office.price('A', { prix: 0 })
        expect((await office.post('/api/memberships/', { email, price })).status).toBe(201)
      },
    ],
    [
      'is sold a membership at the desk',
      'membership',
      async (email, office) => {
        const { price } = await office.price('A', { prix: 10 })
        const sold = await office.post('/api/memberships/sales/', { email, price, method: 'cash' })
        expect(sold.status, sold.text).toBe(201)
      },
    ],
    [
      'is put on a waiting list by a program',
      'waiting_list_joined',
      async (email, office) => {
        const room = waitingRoomAt(server, client, office)
        await room.join(await room.soldOut({ capacity: 1 }), email)
      },
    ],
    [
      'is given a ticket that nobody paid for',
      'ticket_given',
      async (email, office) => {
        await give(office, await night(office), email, false)
      },
    ],
    [
      'is given a ticket that was paid online',
      'ticket_given',
      async (email, office) => {
        await give(office, await night(office, 10), email, true)
      },
    ],
    [
      'was given one, and is told of a new date',
      'given_ticket_postponed',
      async (email, office) => {
        const that = await night(office, 10)
        await give(office, that, email, true)
        await postpone(office, that.event)
      },
    ],
    [
      'was booked for by somebody who only typed the address, and is told of a new date',
      'event_postponed',
      async (email, office) => {
        const { event, price } = await night(office)
        await visitorAt(server, office).book(event, price, { email })
        await postpone(office, event)
      },
    ],
    [
      'was booked for so, and paid for at the desk',
      'tickets',
      async (email, office) => {
        const { event, price } = await night(office, 10)
        const id = (await visitorAt(server, office).book(event, price, { email })).split('/')[2]
        await office.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
      },
    ],
    [
      'stands in the place of an address that refused the tickets',
      'tickets',
      async (email, office) => {
        const former = visitor()
        mails.answers.set(former, 550)
        const { event, price } = await night(office)
        const id = (await visitorAt(server, office).book(event, price, { email: former })).split('/')[2] ?? ''
        await confirmByMail(server, office.slug, id)
        expect(await becomes(former, 'tickets', office)).toBe('refused')
        // The booking says so in a transaction of its own, after the mail.
        await untilTrue(async () => {
          const { rows } = await client.query('select status from reservation where id = $1', [id])
          return rows[0].status === 'paid_email_invalid'
        })
        const changed = await office.post(`/api/reservations/${id}/address/`, { former, email })
        expect(changed.status, changed.text).toBe(200)
      },
    ],
    [
      'is asked to come and work there',
      'team_invitation',
      async (email, office) => {
        const by = office === hall ? staff : grownStaff
        await by.press('/admin/team/invitations/', [
          ['email', email],
          ['role', 'steward'],
        ])
      },
    ],
  ]
  /** By a booker who confirmed, or paid online. */
  async function give(
    office: BoxOffice,
    { event, price }: Awaited<ReturnType<typeof night>>,
    email: string,
    isPaid: boolean,
  ) {
    const guest = visitorAt(server, office)
    const path = await guest.book(event, price, { email: visitor() })
    const id = path.split('/')[2] ?? ''
    await confirmByMail(server, office.slug, id)
    if (isPaid) await paidOnline(office, id)
    const [ticket] = (await office.get(`/api/reservations/${id}/`)).json.tickets
    await guest.submit(`${path}tickets/${ticket}/holder/`, { first_name: 'Ben', email })
  }
  /** As if. */
  async function paidOnline(office: BoxOffice, id: string) {
    expect((await office.post(`/api/reservations/${id}/payments/`, { method: 'cash' })).status).toBe(201)
    await client.query(
      "update payment set method = 'online', session_id = 'cs_live_' || id where reservation_id = $1",
      [id],
    )
  }
  async function postpone(office: BoxOffice, event: string) {
    const later = new Date(Date.now() + 72 * 3_600_000).toISOString()
    const answer = await office.post(`/api/events/${event}/postponement/`, { datetime: later })
    expect(answer.status, answer.text).toBe(200)
  }

  it.each(ways)('%s: waits for the turn of a new organisation', async (_, kind, way) => {
    await sent(300)
    await sent(2000, other)
    const email = visitor()
    await way(email, hall)
    await way(email, other)
    expect(await becomes(email, kind)).toBe(held)
    expect(await becomes(email, kind, other)).toBe('sent')
  })

  /** Seen red with every payment online counted: keys for tests sent both. */
  it('is mailed at once where they paid online, and another with them; not where no money was paid', async () => {
    // As if nobody had paid online before.
    await client.query("update payment set method = 'cash'")
    const { event, price } = await night(hall, 10)
    const pay = async (mode: 'test' | 'live') => {
      const keys = await payOnline(server, hall.slug, mode)
      const [email, guest] = [visitor(), visitor()]
      await sent(200)
      const booker = visitorAt(server, hall)
      const path = await booker.book(event, price, { email })
      const { headers } = await booker.show(`${path}pay/`)
      const session = stripe.pay(String(headers['location']).split('/').at(-1) ?? '')
      await tell(server, hall.slug, keys, 'checkout.session.completed', session)
      const tickets = await becomes(email, 'tickets')
      await hall.post('/api/memberships/', { email: guest, price: (await hall.price('A', { prix: 0 })).price })
      return [tickets, await becomes(guest, 'membership')]
    }
    expect(await pay('test')).toEqual([held, held])
    expect(await pay('live')).toEqual(['sent', 'sent'])
  })
})
