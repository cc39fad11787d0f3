import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBoxOffice, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Mails that nobody got: a mistyped address is put right, and what was given up goes out again. */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url } })
afterAll(() => mails.stop())

let seller: Staff
let stranger: Staff
let price: string
let shirt: string
let membership: string
let event: string
beforeAll(async () => {
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'box@hall.test', '--role', 'box_office')
  seller = await staffOf(server, hall, 'box@hall.test')
  stranger = await staffOf(server, other)
  const products = [
    await hall.price('B', { prix: 12, max_per_user: 2 }),
    await hall.price('T', { prix: 20, max_per_user: 2 }),
    await hall.price('A', { prix: 5 }),
  ]
  const prices = products.map((one) => one.price)
  price = prices[0] ?? ''
  shirt = prices[1] ?? ''
  membership = prices[2] ?? ''
  event = await hall.event(products.map(({ product }) => product))
})

const pageOf = (id: string) => `/admin/reservations/${id}/`
const statusOf = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json.status
const bookerOf = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json.user_mail
const seenIn = (text: string) =>
  /reservations\/[^"]*\/address\/"[\s\S]*?name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''
const heldBy = async (email: string) =>
  (
    await client.query(
      'select coalesce(sum(held), 0)::int as held from person_counter where email = $1 and tenant_id = $2',
      [email, hall.tenantId],
    )
  ).rows[0].held as number

/** Booked and paid by an address that the mail server refuses for good. */
async function sellTo(email: string, prices: readonly { uuid: string; qty: number }[]): Promise<string> {
  mails.answers.set(email, 550)
  const booked = await hall.book({ event, email, prices }, { key: hall.key })
  expect(booked.status, booked.text).toBe(201)
  await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
  await untilTrue(async () => (await statusOf(booked.json.uuid)) === 'PE')
  await untilQuiet(client)
  return booked.json.uuid
}

async function correct(id: string, email: string, seen?: string, by = seller) {
  const version = seen ?? seenIn((await seller.show(pageOf(id))).text)
  return by.press(`${pageOf(id)}address/`, [
    ['seen', version],
    ['email', email],
  ])
}

/** Seen red with the mails of every event. */
describe('the overview of an event', () => {
  it('says how many mails of its own bookings nobody got, and no other does', async () => {
    const [one, two] = [await hall.price('B', { prix: 12 }), await hall.price('B', { prix: 8 })]
    const [owls, bats] = [await hall.event([one.product]), await hall.event([two.product])]
    const said = (id: string, by = seller) => by.show(`/admin/events/${id}/`).then(({ text }) => text)
    const sell = async (at: string, uuid: string, email: string) => {
      mails.answers.set(email, 550)
      const booked = await hall.book({ event: at, email, prices: [{ uuid, qty: 1 }] })
      await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
      await untilTrue(async () => (await statusOf(booked.json.uuid)) === 'PE')
      await untilQuiet(client)
    }
    await sell(owls, one.price, 'owl@exmaple.test')
    expect(await said(owls)).toContain('did not get through')
    expect(await said(bats)).not.toContain('did not get through')
    const [before] = /\d+ e-\u2060?mails? did not get through/.exec(await said(owls)) ?? []
    await sell(bats, two.price, 'bat@exmaple.test')
    expect(await said(bats)).toContain('did not get through')
    expect(await said(owls)).toContain(before)
    expect(await said(owls, stranger)).not.toContain('did not get through')
  })
})

describe('an address that refused the tickets', () => {
  it('is put right on the page of the booking, and everything that did not get through goes there', async () => {
    const [wrong, right] = ['ada@exmaple.test', 'ada@example.test']
    const id = await sellTo(wrong, [
      { uuid: price, qty: 2 },
      { uuid: shirt, qty: 1 },
    ])
    expect(await heldBy(wrong)).toBe(3)
    const before = await seller.show(pageOf(id), 'fr')
    expect(before.text).toContain('Corriger l’adresse')
    expect(before.text).toContain('L’adresse a refusé les billets')
    // Where mails leave, cancelling it says whom it tells.
    expect(before.text).toContain(`${wrong} est prévenu par e-\u2060mail.`)
    const seen = seenIn(before.text)
    for (const _ of [1, 2]) expect((await correct(id, ` ${right.toUpperCase()} `, seen)).status).toBe(303)
    await untilTrue(async () => (await statusOf(id)) === 'V')
    await untilQuiet(client)
    expect(await bookerOf(id)).toBe(right)
    const subjects = mails.mails.filter(({ recipient }) => recipient === right).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /^Your tickets/.test(subject ?? ''))).toHaveLength(1)
    expect(subjects.filter((subject) => /receipt/i.test(subject ?? ''))).toHaveLength(1)
    // Personal maxima went along: this person has all they may have, the other one nothing.
    expect([await heldBy(wrong), await heldBy(right)]).toEqual([0, 3])
    const more = { event, email: right, prices: [{ uuid: price, qty: 1 }] }
    expect((await hall.book(more, { key: hall.key })).status).toBe(409)
    // And are uncounted where they were counted.
    await hall.post(`/api/reservations/${id}/cancellation/`)
    expect(await heldBy(right)).toBe(0)
    expect((await seller.show(pageOf(id))).text).not.toContain('Correct the address')
  })

  /** Seen red with an attempt noted whichever address it was made to: nobody is mailed at the right one. */
  it('is put right while it answers all the same: the tickets go to the right one, and only that counts', async () => {
    const [wrong, right] = ['ina@exmaple.test', 'ina@example.test']
    const id = await sellTo(wrong, [{ uuid: price, qty: 1 }])
    const { rows } = await client.query(`select id from mail where reservation_id = $1 and kind = 'tickets'`, [id])
    mails.answers.delete(wrong)
    let answer = () => {}
    const taken = new Promise<void>((resolve) => {
      mails.beforeAnswer = ({ recipient }) => {
        if (recipient !== wrong) return Promise.resolve()
        resolve()
        return new Promise((release) => {
          answer = release
        })
      }
    })
    await seller.press(`/admin/mails/${rows[0].id}/attempts/`, [])
    await taken
    // What the correction asks for waits until the former address has answered.
    await client.query(`create function put_off() returns trigger language plpgsql
      as $$ begin new.run_at := now() + interval '1 day'; return new; end $$`)
    await client.query(
      'create trigger put_off before insert on graphile_worker._private_jobs for each row execute function put_off()',
    )
    expect((await correct(id, right)).status).toBe(303)
    await client.query('drop function put_off cascade')
    mails.beforeAnswer = null
    answer()
    const running = 'select from graphile_worker._private_jobs where locked_at is not null'
    await untilTrue(async () => (await client.query(running)).rowCount === 0)
    expect(await statusOf(id)).not.toBe('V')
    await client.query('update graphile_worker._private_jobs set run_at = now()')
    await untilTrue(async () => (await statusOf(id)) === 'V')
    await mails.mailTo(right, /^Your tickets/)
  })

  /** Seen red with only what bears the erased address forgotten. */
  it('is forgotten with whoever booked, in the log and with what was mailed there', async () => {
    const [wrong, between, right] = ['liv@exmaple.test', 'liv@exampel.test', 'liv@example.test']
    const id = await sellTo(wrong, [{ uuid: price, qty: 1 }])
    // The address took the receipt before it refused the tickets.
    await client.query(`update mail set status = 'sent' where reservation_id = $1 and kind = 'receipt'`, [id])
    mails.answers.set(between, 550)
    expect((await correct(id, between)).status).toBe(303)
    await untilTrue(async () => (await statusOf(id)) === 'PE')
    await untilQuiet(client)
    expect((await correct(id, right)).status).toBe(303)
    await untilTrue(async () => (await statusOf(id)) === 'V')
    await untilQuiet(client)
    const left = async () =>
      (
        await client.query(
          `select recipient as email from mail where recipient = any($1)
           union all select person_email from audit_personal where person_email = any($1)`,
          [[wrong, between, right]],
        )
      ).rows.map(({ email }) => email)
    for (const email of [wrong, between, right]) expect(await left()).toContain(email)
    const erased = await server.send(hall.slug, 'POST', '/account/erasure/', {
      cookie: await signIn(server, hall.slug, hall.slug, right),
      body: '',
      headers: {
        accept: 'text/html',
        origin: originOf(server, hall.slug),
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(erased.status, erased.text).toBeLessThan(400)
    expect(await left()).toEqual([])
  })

  it('is corrected once by two people: the second is told what it is now', async () => {
    const id = await sellTo('bob@exmaple.test', [{ uuid: price, qty: 1 }])
    const seen = seenIn((await seller.show(pageOf(id))).text)
    mails.answers.set('bob@other.test', 550)
    expect((await correct(id, 'bob@other.test', seen)).status).toBe(303)
    await untilTrue(async () => (await statusOf(id)) === 'PE')
    await untilQuiet(client)
    const second = await correct(id, 'bob@example.test', seen)
    expect(second.status).toBe(409)
    expect(second.text).toContain('Somebody else put another address here meanwhile: bob@other.test')
    expect(second.text).toContain('value="bob@example.test"')
    expect(await bookerOf(id)).toBe('bob@other.test')
  })

  it('is not replaced by what is none, nor once the tickets are with somebody', async () => {
    const id = await sellTo('eve@exmaple.test', [{ uuid: price, qty: 1 }])
    for (const wrong of ['', 'eve', 'eve@', 'a b@c.test', `${'e'.repeat(300)}@x.test`]) {
      const refused = await correct(id, wrong)
      expect(refused.status, wrong).toBe(400)
    }
    expect((await correct(id, 'eve')).text).toMatch(/This is not an e-.?mail address/)
    expect(await bookerOf(id)).toBe('eve@exmaple.test')
    const { json } = await hall.book({ event, email: 'has@example.test', prices: [{ uuid: price, qty: 1 }] })
    await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
    await untilTrue(async () => (await statusOf(json.uuid)) === 'V')
    const shown = await seller.show(pageOf(json.uuid))
    expect(shown.text).not.toContain('Correct the address')
    const seen = seenIn((await seller.show(pageOf(id))).text)
    expect((await correct(json.uuid, 'eve@example.test', seen)).status).toBe(409)
    expect(await bookerOf(json.uuid)).toBe('has@example.test')
  })

  it('stays where it has become a member, and is nobody else’s to change', async () => {
    const id = await sellTo('mia@exmaple.test', [
      { uuid: membership, qty: 1 },
      { uuid: price, qty: 1 },
    ])
    expect((await seller.show(pageOf(id))).text).not.toContain('Correct the address')
    const foreign = await sellTo('tom@exmaple.test', [{ uuid: price, qty: 1 }])
    const seen = seenIn((await seller.show(pageOf(foreign))).text)
    expect((await correct(id, 'mia@example.test', seen)).status).toBe(409)
    expect((await correct(foreign, 'tom@example.test', seen, stranger)).status).toBe(404)
    expect(await bookerOf(foreign)).toBe('tom@exmaple.test')
  })

  it('is given to a sale over the desk that had none, and the log says that it changed, not what it was', async () => {
    const sold = await seller.press('/admin/sale/', [
      ['key', randomUUID()] as const,
      ['event', event] as const,
      ['price', price] as const,
      ['qty', '1'] as const,
      ['amount', ''] as const,
      ['email', ''] as const,
      ['seen', '1200'] as const,
      ['method', 'cash'] as const,
    ])
    const id = new URLSearchParams(String(sold.headers['location']).split('?')[1]).get('sold') ?? ''
    await untilTrue(async () => (await statusOf(id)) === 'PN')
    expect((await correct(id, 'zoe@example.test')).status).toBe(303)
    await untilTrue(async () => (await statusOf(id)) === 'V')
    await mails.mailTo('zoe@example.test', /^Your tickets/)
    expect(await heldBy('zoe@example.test')).toBe(1)
    const { rows } = await client.query(
      `select entry.before, entry.after, field, person_email as email from audit_entry entry
       join audit_personal personal on personal.entry_id = entry.id
       where action = 'reservation.address_corrected' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ before: null, after: null, field: 'email', email: 'zoe@example.test' }])
  })
})

describe('mails that did not get through', () => {
  it('stand in their room, to which today leads, with the booking they are about', async () => {
    const id = await sellTo('kim@exmaple.test', [{ uuid: price, qty: 1 }])
    const today = await seller.show('/admin/')
    expect(today.text).toMatch(/<a class="go" href="\/admin\/mails\/">\d+ e-\u2060mails did not get through<\/a>/)
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'steward@hall.test', '--role', 'steward')
    const steward = await staffOf(server, hall, 'steward@hall.test')
    expect((await steward.show('/admin/')).text).not.toContain('did not get through')
    const room = await seller.show('/admin/mails/', 'fr')
    expect(room.text).toContain('kim@exmaple.test')
    expect(room.text).toContain('Refusé par l’adresse')
    expect(room.text).toContain(`href="${pageOf(id)}"`)
    expect((await stranger.show('/admin/mails/')).text).toContain('All e-\u2060mails were delivered.')
  })

  it('go out again one by one or all that were given up, pressed twice once', async () => {
    const id = await sellTo('lou@exmaple.test', [{ uuid: price, qty: 1 }])
    const { rows } = await client.query(`select id from mail where reservation_id = $1 and kind = 'tickets'`, [id])
    const mailId = rows[0].id as string
    mails.answers.delete('lou@exmaple.test')
    expect((await stranger.press(`/admin/mails/${mailId}/attempts/`, [])).status).toBe(404)
    expect(await statusOf(id)).toBe('PE')
    for (const _ of [1, 2]) {
      const pressed = await seller.press(`/admin/mails/${mailId}/attempts/`, [])
      expect(pressed.headers['location']).toBe('/admin/mails/?sent=1')
    }
    await untilTrue(async () => (await statusOf(id)) === 'V')
    const tickets = mails.mails.filter(
      ({ recipient, subject }) => recipient === 'lou@exmaple.test' && /^Your tickets/.test(subject ?? ''),
    )
    expect(tickets).toHaveLength(1)

    const gone = await sellTo('max@exmaple.test', [{ uuid: price, qty: 1 }])
    const fail = `update mail set status = 'failed' where reservation_id = $1 and kind = 'tickets'`
    await client.query(fail, [gone])
    mails.answers.delete('max@exmaple.test')
    expect((await stranger.press('/admin/mails/attempts/', [])).headers['location']).toBe('/admin/mails/?sent=0')
    const all = await seller.press('/admin/mails/attempts/', [])
    expect(all.headers['location']).toBe('/admin/mails/?sent=1')
    expect((await seller.show('/admin/mails/?sent=1')).text).toContain('1 e-\u2060mail is on its way again.')
    await untilTrue(async () => (await statusOf(gone)) === 'V')
  })

  it('are not those of signing in, which people ask for again themselves', async () => {
    mails.answers.set('who@hall.test', 550)
    await server.send(hall.slug, 'POST', '/sign-in/', {
      body: new URLSearchParams({ email: 'box@hall.test' }).toString(),
      headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
    })
    await untilQuiet(client)
    await client.query(`update mail set status = 'failed' where kind = 'sign_in'`)
    expect((await seller.show('/admin/mails/')).text).not.toContain('box@hall.test')
  })
})

/** Seen red with reachesVisitors false, and with the notice above every page; without a mail server http/event-messages has the other words. */
it('a message is said to have reached whoever booked where there is a mail server', async () => {
  const manager = await staffOf(server, hall)
  const { product, price: free } = await hall.price('B', { prix: 0 })
  const night = await hall.event([product], { name: 'Night of the owls' })
  await hall.book({ event: night, email: 'told@example.org', prices: [{ uuid: free, qty: 1 }] }, { key: hall.key })
  const sent = await manager.press(`/admin/events/${night}/message/`, [
    ['key', randomUUID()],
    ['subject', 'Doors'],
    ['text', 'At seven.'],
  ])
  await untilQuiet(client)
  const { text } = await manager.show(String(sent.headers['location']))
  expect(text).toContain('Everybody who booked has been notified.')
  expect(text).not.toContain('No e-\u2060mail leaves')
})

/** Seen red with `reachesVisitors` true, and with `sandbox` left out of it. */
it('what is to be told to everybody is promised where mails leave, and of a sandbox is not', async () => {
  const sandbox = await openBoxOffice(server, 'The Sandpit', '--sandbox')
  for (const office of [hall, sandbox]) {
    const manager = await staffOf(server, office)
    const { product, price: free } = await office.price('B', { prix: 0 })
    const night = await office.event([product])
    await office.book(
      { event: night, email: 'told@example.org', prices: [{ uuid: free, qty: 1 }] },
      { key: office.key },
    )
    for (const step of ['postponement', 'cancellation', 'message']) {
      const { text } = await manager.show(`/admin/events/${night}/${step}/`)
      const isPromised = !text.includes('none leaves here: nobody is notified.')
      expect([step, isPromised], office.slug).toEqual([step, office === hall])
      if (step === 'message') continue
      expect(text.includes('Everybody who booked receives an e'), step).toBe(office === hall)
      expect(/and tell everybody\s*<\/button>/.test(text), step).toBe(office === hall)
    }
  }
})
