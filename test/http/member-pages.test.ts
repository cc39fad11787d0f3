import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import { createTill, creditMembershipAsBefore, newCards } from '../harness/cards.ts'
import { withoutLanguages } from '../harness/forms.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The members of an organisation: found, made and prolonged at the desk, corrected, mailed again, ended (ADR 0159). */
const { server, client, hall, other } = await twoOffices()

const boxOffice = 'box@office.test'
await server.cli('team', 'set', '--tenant', hall.slug, '--email', boxOffice, '--role', 'box_office')
const seller = await staffOf(server, hall, boxOffice)
const stranger = await staffOf(server, other)

const year = await hall.price('A', { name: 'Friend', prix: 20, subscription_type: 'Y' })
const month = await hall.price('A', { name: 'Monthly', prix: 5, subscription_type: 'M' })
const free = await hall.price('A', { name: 'Honorary', prix: 0 })

const list = '/admin/members/'
const pageOf = (id: string) => `${list}${id}/`
const find = (fields: Record<string, string>, who = seller) => who.show(`${list}?${new URLSearchParams(fields)}`)
type Person = { readonly email?: string; readonly first?: string; readonly last?: string; readonly price?: string }

/** As a program does, without a booking. */
async function grant({ email = visitor(), first = '', last = '', price = year.price }: Person = {}) {
  const body = { email, price, first_name: first, last_name: last }
  const { json } = await hall.post('/api/memberships/', body)
  return { id: String(json.uuid), email, number: Number(json.number) }
}

type Form = Readonly<Record<string, string>>
const send = (fields: Form, who = seller) => who.press(`${list}new/`, Object.entries({ key: randomUUID(), ...fields }))
const sumSeenIn = (text: string) => /name="seen" value="(\d*)"/.exec(text)?.[1] ?? ''
/** As somebody without script: what it comes to first, then how it was paid. */
async function sell(fields: Form, who = seller) {
  const { text } = await send({ ...fields, method: '' }, who)
  return send({ method: 'cash', seen: sumSeenIn(text), ...fields }, who)
}
const membershipsOf = async (email: string) =>
  (await hall.get(`/api/memberships/?email=${encodeURIComponent(email)}`)).json as Record<string, string>[]
const logOf = async (action: string, subject: string) =>
  (
    await client.query(
      `select account.email, personal.field, personal.before as was, personal.after as is
        from audit_entry entry left join account on account.id = entry.actor_id
        left join audit_personal personal on personal.entry_id = entry.id
        where entry.action = $1 and entry.subject_id = $2`,
      [action, subject],
    )
  ).rows
const seenIn = (text: string, form: string) =>
  new RegExp(`/${form}/".*?name="seen" value="([^"]+)"`, 's').exec(text)?.[1] ?? ''

describe('the sum', () => {
  const words = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const rowsOf = async () =>
    (
      await client.query(
        `select (select count(*) from reservation)::int as orders, (select sum(used) from promotional_code)::int as uses,
          (select sum(held) from price_counter)::int as held, (select count(*) from price_counter)::int as counters`,
      )
    ).rows[0]

  /** Enter, in any field. Seen red with a payment in cash taken for granted. */
  it('is what Enter shows, and nobody becomes a member by it', async () => {
    const untouched = await hall.price('A', { name: 'Never sold', prix: 20 })
    const email = visitor()
    const before = await rowsOf()
    const answer = await send({ price: untouched.price, email })
    expect(answer.status).toBe(200)
    expect(words(answer.text)).toContain('1 membership €20.00')
    expect(sumSeenIn(answer.text)).toBe('2000')
    const [first] =
      withoutLanguages(answer.text)
        .match(/<button[^>]*type="submit"[^>]*>[^<]*/g)
        ?.slice(-5) ?? []
    expect(first).toContain('Check the total')
    expect(first).not.toContain('name=')
    expect(answer.text).toContain(email)
    expect(words((await send({ price: untouched.price, email })).text)).not.toContain('not granted')
    expect(await rowsOf()).toEqual(before)
    expect(await membershipsOf(email)).toEqual([])
    const abroad = await send({ price: untouched.price, email }, stranger)
    expect([abroad.status, sumSeenIn(abroad.text)]).toEqual([400, ''])
  })

  /** Seen red without the sum that was seen: 16.00 in cash of whoever was asked for 20.00. */
  it('with a code is seen before money is taken', async () => {
    await hall.create('promotional-codes', { code: 'JOIN20', discount_rate: 20, products: [year.product] })
    const email = visitor()
    const fields = { price: year.price, email, promotional_code: 'join20' }
    for (const seen of ['', '2000']) {
      const asked = await send({ ...fields, method: 'cash', seen })
      expect([asked.status, sumSeenIn(asked.text)]).toEqual([409, '1600'])
      expect(words(asked.text)).toMatch(
        seen === ''
          ? /Nobody has become a member yet\. It comes to €16\.00/
          : /comes to €16\.00 and no longer to €20\.00/,
      )
      expect(await membershipsOf(email)).toEqual([])
    }
    const priced = await send(fields)
    expect(words(priced.text)).toContain('1 membership · €4.00 less with the code €16.00')
    const key = randomUUID()
    for (const seen of ['1600', '2000', ''])
      expect((await send({ ...fields, key, method: 'cash', seen })).status).toBe(303)
    const [membership, ...others] = await membershipsOf(email)
    expect([membership?.['amount'], others]).toEqual([16, []])
    expect((await client.query(`select used from promotional_code where code = 'JOIN20'`)).rows).toEqual([{ used: 1 }])
  })

  /** Seen red with what nothing stands for taken as any sum. */
  it('of nothing is granted without a way to pay, and what was chosen since is not', async () => {
    await hall.create('promotional-codes', { code: 'ALLOFIT', discount_rate: 100, products: [year.product] })
    const email = visitor()
    const fields = { price: year.price, email, promotional_code: 'ALLOFIT' }
    const { text } = await send(fields)
    expect(text).toMatch(/value="nothing"[^>]*>Grant the membership/)
    expect(text).not.toContain('value="cash"')
    for (const seen of ['0', '2000']) {
      const since = await send({ ...fields, promotional_code: '', method: 'nothing', seen })
      expect([since.status, sumSeenIn(since.text)]).toEqual([409, '2000'])
    }
    expect(await membershipsOf(email)).toEqual([])
    expect((await send({ ...fields, method: 'nothing', seen: '0' })).status).toBe(303)
    expect((await membershipsOf(email))[0]).toMatchObject({ amount: 0 })
    const { rows } = await client.query(
      `select from payment join reservation r on r.id = payment.reservation_id where r.booker_email = $1`,
      [email],
    )
    expect(rows).toEqual([])
  })

  it('is not said of what is refused: that is said instead, beside the field', async () => {
    const scarce = await hall.price('A', { name: 'None left', prix: 3, stock: 0 })
    for (const [fields, status, field] of [
      [{ price: scarce.price }, 409, 'price'],
      [{ price: year.price, promotional_code: 'NONE' }, 400, 'promotional_code'],
    ] as const) {
      const answer = await send({ ...fields, email: visitor() })
      expect([answer.status, answer.text.includes(`href="#${field}"`)]).toEqual([status, true])
      expect(sumSeenIn(answer.text)).toBe('')
    }
  })
})

describe('the list', () => {
  it('leads to the one that a name, an address or a number names, and to nobody of another organisation', async () => {
    const { id, email, number } = await grant({ first: 'Zoé', last: 'Unique-Brœck', email: 'zz.only@m.test' })
    for (const q of ['unique broeck', 'ZOE unique', email, 'ZZ.only@', String(number), `n° ${number}`]) {
      const answer = await find({ q })
      expect([answer.status, answer.headers['location']], q).toEqual([303, pageOf(id)])
      const abroad = await find({ q }, stranger)
      expect(abroad.text, q).toContain('No members match.')
    }
    expect((await find({ q: 'ab' })).text).toContain('Enter at least three letters')
    expect((await find({ q: '99999999999' })).text).toContain('No members match.')
    expect((await stranger.show(list)).text).toContain('Members appear here')
  })

  /** Seen red without the filters of valid, ended and product, and without isLast: the renewed one has ended. */
  it('tells those who are valid, end soon, have ended or were cancelled apart, each person once', async () => {
    const own = await hall.price('A', { name: 'Own', prix: 1, subscription_type: 'Y' })
    const names = ['valid', 'ending', 'ended', 'renewed', 'cancelled', 'endless'] as const
    const ids: Record<string, string> = {}
    for (const name of names) {
      const price = name === 'endless' ? await hall.create('prices', endlessOf(own.product)) : own.price
      ids[name] = (await grant({ email: `${name}@state.test`, price })).id
    }
    const ends = (days: number, id = '') =>
      client.query(
        `update membership set valid_from = now() - interval '300 days', valid_until = now() + $1 * interval '1 day' where id = $2`,
        [days, id],
      )
    await ends(20, ids['ending'])
    await ends(-3, ids['ended'])
    await ends(-3, ids['renewed'])
    const again = await grant({ email: 'renewed@state.test', price: own.price })
    await seller.press(`${pageOf(ids['cancelled'] ?? '')}cancellation/`, [['reason', 'by mistake']])
    const shownBy = async (fields: Record<string, string>) => {
      const { text } = await find({ product: own.product, ...fields })
      return [...text.matchAll(/>([a-z]+)@state\.test/g)].map(([, name]) => name)
    }
    expect(await shownBy({})).toEqual(['renewed', 'endless', 'cancelled', 'ended', 'ending', 'valid'])
    expect(await shownBy({ state: 'valid' })).toEqual(['renewed', 'endless', 'ending', 'valid'])
    expect(await shownBy({ state: 'ending' })).toEqual(['ending'])
    expect(await shownBy({ state: 'ended' })).toEqual(['ended'])
    expect(await shownBy({ state: 'cancelled' })).toEqual(['cancelled'])
    expect(await shownBy({ state: 'nonsense' })).toHaveLength(6)
    const { text } = await find({ product: own.product })
    expect(text).toContain(pageOf(again.id))
    await grant({ email: 'valid@state.test', price: own.price })
    expect((await find({ q: 'valid@state', product: own.product, state: 'ended' })).text).toContain('No member')
    const prolonged = await find({ q: 'state.test', product: own.product })
    expect(prolonged.text).not.toContain('Not yet')
    expect(await shownBy({ product: month.product })).toEqual([])
  })

  it('has pages that keep what was asked for', async () => {
    const own = await hall.price('A', { name: 'Many', prix: 0 })
    for (let number = 0; number < 49; number++) await grant({ email: `many${number}@page.test`, price: own.price })
    const first = (await find({ product: own.product, q: 'page', state: 'valid' })).text
    expect(first).toContain('No members match.')
    const { text } = await find({ product: own.product, q: 'many', state: 'valid' })
    expect(text.match(/@page\.test<\/strong>/g)).toHaveLength(48)
    const next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await seller.show(`${list}${next}`)).text.match(/@page\.test<\/strong>/g)).toHaveLength(1)
  })
})

const endlessOf = (product: string) => ({ product, name: 'For ever', prix: 2 })

describe('the desk', () => {
  /** Seen red without atDesk in grantOrOrder: granted, with no payment anywhere. */
  it('takes the money, grants the membership and mails it; a form sent twice does it once', async () => {
    const email = visitor()
    const key = randomUUID()
    const fields = { key, price: year.price, email: email.toUpperCase(), first_name: 'Ada', last_name: 'Lovelace' }
    const places: (string | undefined)[] = []
    for (const method of ['card', 'cash']) {
      const answer = await sell({ ...fields, method })
      expect(answer.status, answer.text).toBe(303)
      places.push(String(answer.headers['location']))
    }
    expect(places[0]).toBe(places[1])
    const [membership, ...others] = await membershipsOf(email)
    expect(others).toEqual([])
    expect(membership).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', amount: 20 })
    expect(places[0]).toBe(`${pageOf(membership?.['uuid'] ?? '')}?done=granted`)
    const payments = 'select method, amount_minor::int as amount from payment where reservation_id = $1'
    expect((await client.query(payments, [membership?.['reservation']])).rows).toEqual([
      { method: 'card', amount: 2000 },
    ])
    expect(await logOf('reservation.paid', membership?.['reservation'] ?? '')).toMatchObject([{ email: boxOffice }])
    await untilQuiet(client)
    const { rows } = await client.query(`select from mail where recipient = $1 and kind = 'membership'`, [email])
    expect(rows).toHaveLength(1)
    // All in one millisecond, as on a quick machine.
    const together =
      'update audit_entry set at = (select created_at from membership where id = $1) where subject_id = $2'
    await client.query(together, [membership?.['uuid'], membership?.['reservation']])
    const { text } = await seller.show(places[0] ?? '')
    expect(text).toMatch(
      /The membership is granted.*Sold at the desk.*by box@office\.test.*Took a payment.*Became a member/s,
    )
  })

  it('grants at once what is free, and notes who did', async () => {
    const email = visitor()
    const answer = await sell({ price: free.price, email })
    const [membership] = await membershipsOf(email)
    expect(answer.headers['location']).toBe(`${pageOf(membership?.['uuid'] ?? '')}?done=granted`)
    expect(membership?.['reservation']).toBeNull()
    expect(await logOf('membership.granted', membership?.['uuid'] ?? '')).toMatchObject([{ email: boxOffice }])
  })

  it('prolongs what somebody has from its end, in a form that is filled in', async () => {
    const { id, email } = await grant({ first: 'Grace', last: 'Hopper', price: month.price })
    const { text } = await seller.show(`${list}new/?member=${id}`)
    for (const value of [`value="${email}"`, 'value="Grace"', 'value="Hopper"', `value="${month.price}" selected`])
      expect(text).toContain(value)
    await sell({ price: month.price, email, first_name: 'Grace', last_name: 'Hopper' })
    const [first, second] = await membershipsOf(email)
    expect(second?.['valid_from']).toBe(first?.['valid_until'])
    expect(second?.['number']).toBe(first?.['number'])
    expect((await seller.show(pageOf(id))).text).toMatch(/Became a member.*Renewed/s)
    expect((await stranger.show(`${list}new/?member=${id}`)).status).toBe(404)
  })

  it('says beside the field what is wrong, and changes nothing', async () => {
    const open = await hall.price('A', { name: 'Yours', prix: 3, free_price: true })
    const scarce = await hall.price('A', { name: 'Scarce', prix: 3, stock: 0 })
    const once = await hall.price('A', { name: 'Once', prix: 3, max_per_user: 1 })
    const had = await grant({ price: once.price })
    const elsewhere = await other.price('A', { prix: 1 })
    const email = visitor()
    const refused = [
      [{ price: year.price, email: 'nobody' }, 400, 'email', /such as ada@example\.org/],
      [{ email }, 400, 'price', /Choose a membership\./],
      [{ price: elsewhere.price, email }, 400, 'price', /no longer on sale/],
      [{ price: open.price, email, amount: '2' }, 400, 'amount', /costs €3\.00 at least/],
      [{ price: year.price, email, amount: '2' }, 400, 'amount', /is fixed/],
      [{ price: open.price, email, amount: 'two' }, 400, 'amount', /amount/],
      [{ price: scarce.price, email }, 409, 'price', /sold out/],
      [{ price: once.price, email: had.email }, 409, 'price', /as often as one person/],
    ] as const
    for (const [fields, status, field, said] of refused) {
      const answer = await sell({ first_name: 'Kept', ...fields })
      expect([answer.status, answer.text.includes(`href="#${field}"`)], JSON.stringify(fields)).toEqual([status, true])
      expect(answer.text).toMatch(said)
      expect(answer.text).toContain('value="Kept"')
    }
    expect(await membershipsOf(email)).toEqual([])
    expect(await membershipsOf(had.email)).toHaveLength(1)
    expect((await sell({ price: open.price, email, amount: '7,50' })).status).toBe(303)
    expect((await membershipsOf(email))[0]).toMatchObject({ amount: 7.5 })
  })
})

describe('the page of a member', () => {
  it('is nobody’s elsewhere, and gone with the person', async () => {
    const { id, email } = await grant({ first: 'Erasable', last: 'Person' })
    await sell({ price: year.price, email, first_name: 'Erasable', last_name: 'Person' })
    const seen = seenIn((await seller.show(pageOf(id))).text, 'name')
    await seller.press(`${pageOf(id)}name/`, [
      ['seen', seen],
      ['first_name', 'Erasable'],
      ['last_name', 'Smith'],
    ])
    expect((await stranger.show(pageOf(id))).status).toBe(404)
    expect((await find({ q: 'erasable smith' })).headers['location']).toBeDefined()
    await server.send(hall.slug, 'POST', '/account/erasure/', {
      cookie: await signIn(server, hall.slug, hall.slug, email),
      body: '',
      headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await seller.show(pageOf(id))).status).toBe(404)
    expect((await find({ q: 'erasable' })).text).toContain('No members match.')
    for (const table of ['member_name_word', 'membership', 'audit_personal']) {
      const left = await client.query(`select from ${table} row where row::text ilike '%erasable%'`)
      expect(left.rowCount, table).toBe(0)
    }
  })

  it('leads to the booking, the card, and every membership of the person, in both languages', async () => {
    const { id, email, number } = await grant({ first: 'Jo', last: 'March' })
    await sell({ price: month.price, email })
    const { text } = await seller.show(pageOf(id))
    const [, second] = await membershipsOf(email)
    for (const path of [pageOf(second?.['uuid'] ?? ''), `/admin/reservations/?q=${encodeURIComponent(email)}`])
      expect(text).toContain(path)
    expect(text).toMatch(new RegExp(`Member number</dt><dd>${number}<`))
    const card = /href="(\/membership\/[^"]+)"/.exec(text)?.[1] ?? ''
    expect((await seller.show(card)).text).toContain('Jo March')
    expect((await seller.show(pageOf(second?.['uuid'] ?? ''))).text).toContain(
      `/admin/reservations/${second?.['reservation']}/`,
    )
    expect((await seller.show(pageOf(id), 'fr')).text).toMatch(/Numéro d’adhérent.*Ce qui s’est passé.*Adhésion prise/s)
  })

  /** Seen red with every membership of the address renamed, and with words that are not written anew. */
  it('has its name corrected where it stands, is found under the new one, and the change is noted', async () => {
    const { id, email } = await grant({ first: 'Formerly', last: 'Quillfeather', price: month.price })
    const partner = await grant({ email, first: 'Partner', last: 'Quillfeather', price: free.price })
    await grant({ email, first: 'Formerly', last: 'Quillfeather', price: month.price })
    const seen = seenIn((await seller.show(pageOf(id))).text, 'name')
    const correct = (fields: Form) => seller.press(`${pageOf(id)}name/`, Object.entries(fields))
    for (const _ of [1, 2])
      expect((await correct({ seen, first_name: 'Newly', last_name: 'Thistledown' })).status).toBe(303)
    const names = (await membershipsOf(email)).map(({ first_name }) => first_name)
    expect(names).toEqual(['Newly', 'Partner', 'Newly'])
    expect(await logOf('membership.renamed', id)).toEqual([
      { email: boxOffice, field: 'name', was: 'Formerly Quillfeather', is: 'Newly Thistledown' },
    ])
    expect((await find({ q: 'thistle new' })).headers['location'] ?? (await find({ q: 'thistle' })).text).toContain(
      list,
    )
    expect((await find({ q: 'formerly' })).text).toContain('No members match.')
    expect((await find({ q: 'partner quill' })).text).not.toContain('No members match.')
    expect((await seller.show(pageOf(id))).text).toContain('Formerly Quillfeather → Newly Thistledown')
    const late = await correct({ seen, first_name: 'Later', last_name: 'Name' })
    expect([late.status, late.text.includes('it is now: Newly Thistledown')]).toEqual([409, true])
    expect(late.text).toContain('value="Later"')
    expect((await seller.show(pageOf(partner.id))).text).toContain('Partner Quillfeather')
  })

  /** Seen red without the comparison with what was seen: three mails. */
  it('is mailed again once for each press of a page, and not when it has ended', async () => {
    const { id, email } = await grant()
    const mails = async () => {
      const text = `select from mail where recipient = $1 and kind = 'membership'`
      return (await client.query(text, [email])).rowCount
    }
    const seen = seenIn((await seller.show(pageOf(id))).text, 'mails')
    for (const _ of [1, 2]) expect((await seller.press(`${pageOf(id)}mails/`, [['seen', seen]])).status).toBe(303)
    expect(await mails()).toBe(2)
    expect(await logOf('membership.sent_again', id)).toMatchObject([{ email: boxOffice }])
    await client.query(`update membership set valid_until = now() - interval '1 day' where id = $1`, [id])
    const refused = await seller.press(`${pageOf(id)}mails/`, [['seen', '2']])
    expect([refused.status, refused.text.includes('there is nothing to send')]).toEqual([409, true])
    expect(await mails()).toBe(2)
  })
})

describe('ending a membership', () => {
  const cancel = (id: string, reason: string) => seller.press(`${pageOf(id)}cancellation/`, [['reason', reason]])

  /** Seen red without changeCounters in cancelMembership: the place stays taken. */
  it('that was granted alone takes a reason, releases its place once, and says so on the card', async () => {
    const scarce = await hall.price('A', { name: 'One only', prix: 3, stock: 1 })
    const { id, email } = await grant({ price: scarce.price })
    const missing = await cancel(id, '')
    expect([missing.status, missing.text.includes('href="#reason"')]).toEqual([400, true])
    expect((await sell({ price: scarce.price, email: visitor() })).status).toBe(409)
    for (const _ of [1, 2]) expect((await cancel(id, 'Granted to the wrong Ada')).status).toBe(303)
    expect((await membershipsOf(email))[0]?.['cancelled_at']).not.toBeNull()
    expect(await logOf('membership.cancelled', id)).toEqual([
      { email: boxOffice, field: 'reason', was: null, is: 'Granted to the wrong Ada' },
    ])
    const { text } = await seller.show(pageOf(id))
    expect(text).toMatch(/Cancelled: .*Granted to the wrong Ada/s)
    expect(text).not.toContain('Cancel the membership')
    expect((await sell({ price: scarce.price, email: visitor() })).status).toBe(303)
  })

  it('that was booked is the booking’s: refused here, with the way there', async () => {
    const email = visitor()
    await sell({ price: year.price, email })
    const [membership] = await membershipsOf(email)
    const id = membership?.['uuid'] ?? ''
    const { text } = await seller.show(pageOf(id))
    expect(text).toContain('It was bought with a booking, and ends with it')
    expect((await cancel(id, 'why')).status).toBe(409)
    expect((await membershipsOf(email))[0]?.['cancelled_at']).toBeNull()
    await hall.post(`/api/reservations/${membership?.['reservation']}/cancellation/`)
    expect((await membershipsOf(email))[0]?.['cancelled_at']).not.toBeNull()
  })

  it('reverses what it put on a card in former times, unless that was spent', async () => {
    const { product, price } = await hall.price('A', { name: 'With card', prix: 10 })
    expect((await hall.patch(`/api/products/${product}/`, { send_to_cashless: true })).status).toBe(200)
    const till = createTill(hall.slug, hall.key)
    for (const spends of [false, true]) {
      const { id, email } = await grant({ price })
      await creditMembershipAsBefore(client, hall.tenantId, email)
      const [card] = await newCards(server, 1)
      if (!card) throw new Error('no card was made')
      await server.cli('card', 'link', card.tag, '--email', email)
      await till.open(server, card)
      if (spends) await till.move(server, card.tag, { kind: 'debit', amount: 4 })
      const answer = await cancel(id, 'mistake')
      expect([answer.status, (await till.read(server, card.tag)).json.balance]).toEqual(spends ? [409, 6] : [303, 0])
      expect((await membershipsOf(email))[0]?.['cancelled_at'] === null).toBe(spends)
    }
  })
})
