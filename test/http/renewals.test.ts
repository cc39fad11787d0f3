import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type BoxOffice, everybodyIsDue, openBoxOffice, runClockJob, untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { hurryJobs, type PaidOffice, pathOf, restFailedJobs, runTending, twoPaidOffices } from '../harness/payments.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import type { StripeInvoice, StripeSubscription } from '../harness/stripe-server.ts'

/** Memberships that are paid again by themselves (ADR 0280), from the first payment to the end. */
const { server, client, stripe, hall, other } = await twoPaidOffices()

const newEmail = () => `${randomUUID()}@example.org`
const dayMs = 86_400_000

async function renewed(fields: object = {}, paid: PaidOffice = hall) {
  return paid.office.price('A', {
    name: 'Supporter',
    prix: 4,
    vat: '20',
    subscription_type: 'M',
    recurring_payment: true,
    max_per_user: 1,
    ...fields,
  })
}

type Joined = { readonly email: string; readonly reservation: string; readonly subscription: StripeSubscription }

/** Orders at a price, pays at Stripe and comes back. */
async function join(price: string, { paid = hall, email = newEmail() } = {}): Promise<Joined> {
  const body = { email, price, first_name: 'Ada', last_name: 'Lovelace' }
  const ordered = await server.send(paid.office.slug, 'POST', '/api/memberships/', { body })
  expect(ordered.status, ordered.text).toBe(202)
  const path = pathOf(ordered.json.checkout_url)
  const session = stripe.pay((await paid.open({ path })).id)
  await paid.comeBack({ path })
  const subscription = stripe.subscriptions.get(session.subscription ?? '')
  if (!subscription) throw new Error('nothing is paid again')
  await untilQuiet(client)
  return { email, reservation: ordered.json.reservation, subscription }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads fields of an answer whose shape it is about to assert
async function membershipsOf(email: string, paid = hall): Promise<any[]> {
  return (await paid.office.get(`/api/memberships/?email=${email}`)).json
}

async function tellPaid(invoice: StripeInvoice, paid = hall): Promise<void> {
  expect((await paid.tell('invoice.paid', invoice)).status).toBeLessThan(300)
  await untilQuiet(client)
}

async function mailsTo(email: string, kind: string): Promise<readonly string[]> {
  const { rows } = await client.query('select letter::text from mail where recipient = $1 and kind = $2 order by id', [
    email,
    kind,
  ])
  return rows.map(({ letter }) => letter)
}

const at = (text: string) => new Date(text).getTime()

it('the first payment makes a member, who is told that it is paid again, when and how much', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  expect(subscription.session.fields).toMatchObject({
    mode: 'subscription',
    'payment_method_types[0]': 'card',
    'line_items[0][price_data][recurring][interval]': 'month',
    'line_items[0][price_data][unit_amount]': '400',
  })
  await runTending(client)
  const [membership] = await membershipsOf(email)
  expect(membership).toMatchObject({ renews: true, amount: 4 })
  // What Stripe says, and it holds a day longer, since the money comes an hour after the period is over.
  const [item] = subscription.items.data
  expect(at(membership.renews_at)).toBe((item?.current_period_end ?? 0) * 1000)
  expect(at(membership.valid_until) - at(membership.valid_from)).toBeGreaterThan(28 * dayMs)
  const [letter] = await mailsTo(email, 'membership')
  expect(letter).toMatch(/Automatic: [^"]*, €4\.00\. You can cancel it at any time/)
  expect(await membershipsOf(email, other)).toEqual([])
})

/** Seen red without isInvoiceNoted (and its index): the second telling made another one. */
it('each paid invoice prolongs it once, with payment and receipt, however often and in whatever order it is told', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  const [first] = await membershipsOf(email)
  const [one, two] = [stripe.renew(subscription), stripe.renew(subscription)]
  await tellPaid(two)
  await tellPaid(one)
  await Promise.all([tellPaid(one), tellPaid(two), hall.tell('customer.subscription.updated', subscription)])
  await untilQuiet(client)
  const all = await membershipsOf(email)
  expect(all).toHaveLength(3)
  for (const [before, after] of [
    [all[0], all[1]],
    [all[1], all[2]],
  ])
    expect(after.valid_from).toBe(before.valid_until)
  expect(all.map(({ renews }) => renews)).toEqual([false, false, true])
  expect(all[0].valid_until).toBe(first.valid_until)
  for (const { reservation } of all.slice(1)) {
    expect(['P', 'V', 'PN']).toContain(await hall.status(reservation))
    const [payment] = await hall.payments(reservation)
    expect(payment).toMatchObject({ status: 'settled', method: 'online', amount: 4, received: 4 })
    const { rows } = await client.query('select count(*) from receipt where reservation_id = $1', [reservation])
    expect(rows[0].count).toBe('1')
  }
  expect(await mailsTo(email, 'membership')).toHaveLength(3)
})

/** Seen red without isOfPeriod: it was prolonged by a month. */
it('what staff asks for besides on the pages of Stripe prolongs nothing', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  const invoice = stripe.renew(subscription)
  invoice.billing_reason = 'manual'
  await tellPaid(invoice)
  expect(await membershipsOf(email)).toHaveLength(1)
  await tellPaid(stripe.renew(subscription))
  expect(await membershipsOf(email)).toHaveLength(2)
})

/** Seen red without the renewals in checkDuePayments. */
it('what nobody told of is found by the clock', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  stripe.renew(subscription)
  await client.query("update renewal set check_at = now() - interval '1 ms' where provider_id = $1", [subscription.id])
  await runTending(client)
  expect(await membershipsOf(email)).toHaveLength(2)
})

/** Seen red with the next look at the end of the period that has just begun: a month later. */
it('nor is what Stripe takes its time over lost', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  const invoice = stripe.turn(subscription)
  await client.query("update renewal set check_at = now() - interval '1 ms' where provider_id = $1", [subscription.id])
  await runTending(client)
  expect(await membershipsOf(email)).toHaveLength(1)
  expect(await mailsTo(email, 'membership_unpaid')).toEqual([])
  stripe.payInvoice(invoice)
  await client.query("update renewal set check_at = check_at - interval '1 day' where provider_id = $1", [
    subscription.id,
  ])
  await runTending(client)
  expect(await membershipsOf(email)).toHaveLength(2)
})

// Seen red without `lastUntilPaid`.
it('lasts until the day after it is paid again, where its months have drifted from those of Stripe', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  await client.query("update membership set valid_until = valid_until - interval '2 days' where email = $1", [email])
  await tellPaid(stripe.renew(subscription))
  const [, after] = await membershipsOf(email)
  const paidUntil = (subscription.items.data[0]?.current_period_end ?? 0) * 1000
  expect(at(after.valid_until)).toBeGreaterThanOrEqual(paidUntil + dayMs)
})

it('goes on from its end where the money comes late, and no personal maximum keeps it', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  await client.query(
    "update membership set valid_from = now() - interval '40 days', valid_until = now() - interval '9 days' where email = $1",
    [email],
  )
  const [ended] = await membershipsOf(email)
  await tellPaid(stripe.renew(subscription))
  const [, after] = await membershipsOf(email)
  expect(after.valid_from).toBe(ended.valid_until)
  expect(at(after.valid_until)).toBeGreaterThan(Date.now())
})

/** Seen red with `prolongs` from now: an invoice that failed prolonged nothing, and a mail a day was sent. */
it('a payment that fails prolongs nothing, and its member is told once, with the way to pay', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  const unpaid = stripe.failToRenew(subscription)
  for (let told = 0; told < 2; told++) await hall.tell('invoice.payment_failed', unpaid)
  await untilQuiet(client)
  expect(await membershipsOf(email)).toHaveLength(1)
  const letters = await mailsTo(email, 'membership_unpaid')
  expect(letters).toHaveLength(1)
  expect(letters[0]).toContain(unpaid.hosted_invoice_url)
  stripe.payInvoice(unpaid)
  await tellPaid(unpaid)
  expect(await membershipsOf(email)).toHaveLength(2)
})

/** Seen red with the address of the person not asked for: anybody who was signed in ended it. */
it('its member cancels it, it ends at Stripe, and the membership stays until its end', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  const [{ uuid, valid_until }] = await membershipsOf(email)
  const cookie = await signIn(server, hall.office.slug, hall.office.slug, email)
  const stranger = await signIn(server, hall.office.slug, hall.office.slug, newEmail())
  const send = (method: 'GET' | 'POST', path: string, who: string) =>
    server.send(hall.office.slug, method, path, {
      cookie: who,
      headers: {
        accept: 'text/html',
        origin: originOf(server, hall.office.slug),
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { body: '' } : {}),
    })
  const page = (await send('GET', '/account/', cookie)).text
  expect(page).toContain('Renews automatically: ')
  const action = /action="(\/account\/memberships\/[^"]+)"/.exec(page)?.[1] ?? ''
  expect((await send('POST', action, stranger)).status).toBe(404)
  expect(subscription.status).toBe('active')
  // Nor at the other organisation, whoever asks.
  const elsewhere = await signIn(server, other.office.slug, other.office.slug, email)
  const foreign = await server.send(other.office.slug, 'POST', action, {
    cookie: elsewhere,
    headers: {
      accept: 'text/html',
      origin: originOf(server, other.office.slug),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: '',
  })
  expect(foreign.status).toBe(404)
  for (let pressed = 0; pressed < 2; pressed++) expect((await send('POST', action, cookie)).status).toBe(303)
  await untilQuiet(client)
  expect(subscription.status).toBe('canceled')
  expect(await membershipsOf(email)).toMatchObject([
    { uuid, valid_until, renews: false, renews_at: null, cancelled_at: null },
  ])
  expect((await send('GET', '/account/', cookie)).text).not.toContain('Renews automatically')
})

it('staff cancels it, and Stripe is told again until it has heard', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  const [{ uuid }] = await membershipsOf(email)
  const staff = await signIn(server, hall.office.slug, hall.office.slug, 'admin@example.org')
  const show = async (path: string) =>
    (await server.send(hall.office.slug, 'GET', path, { cookie: staff, headers: { accept: 'text/html' } })).text
  const row = async () => new RegExp(`members/${uuid}/[\\s\\S]*?</tr>`).exec(await show('/admin/members/'))?.[0]
  expect(await row()).toContain('Renews automatically')
  expect(await show(`/admin/members/${uuid}/`)).toMatch(/Automatic: [^<]*, €4\.00/)
  const cancel = (paid = hall) => paid.office.post(`/api/memberships/${uuid}/renewal-cancellation/`, {})
  expect((await cancel(other)).status).toBe(404)
  await restFailedJobs(client)
  stripe.fail('unsubscribe', 503, 503, 503, 503)
  const since = encodeURIComponent(new Date().toISOString())
  expect((await cancel()).json).toMatchObject({ uuid, renews: false, renews_at: null })
  expect((await hall.office.get(`/api/memberships/?updated_since=${since}`)).json).toMatchObject([{ uuid }])
  expect((await cancel()).json).toMatchObject({ code: 'invalid_transition', from: 'ending', to: 'ending' })
  expect(await show(`/admin/members/${uuid}/`)).toContain('the payment service has not confirmed it yet')
  await hurryJobs(client)
  await hurryJobs(client)
  await hurryJobs(client)
  expect(subscription.status).toBe('canceled')
  expect(await row()).toMatch(/Valid|Ending soon/)
})

it('what ends at Stripe ends here, and its member is reminded as others are', async () => {
  const { price } = await renewed()
  const [running, ended] = [await join(price), await join(price)]
  const soon =
    "update membership set valid_from = now() - interval '40 days', valid_until = now() + interval '2 days' where email = $1"
  for (const { email } of [running, ended]) await client.query(soon, [email])
  stripe.endSubscription(ended.subscription)
  await hall.tell('customer.subscription.deleted', ended.subscription)
  await untilQuiet(client)
  expect(await membershipsOf(ended.email)).toMatchObject([{ renews: false }])
  await runClockJob(client, 'remind_members')
  expect(await mailsTo(ended.email, 'membership_renewal')).toHaveLength(1)
  expect(await mailsTo(running.email, 'membership_renewal')).toEqual([])
})

/** Seen red without noteReminders: told again every day; and with a membership that ends later asked for: not told. */
it('of a year its member is told a month before the money is taken, once; of a month not', async () => {
  const [year, month] = [await renewed({ subscription_type: 'Y' }), await renewed()]
  // One without end changes nothing of what is taken.
  const always = await hall.office.price('A', { product: year.product, prix: 90, subscription_type: null })
  const email = newEmail()
  const held = await hall.office.post('/api/memberships/', { email, price: always.price })
  expect(held.status, held.text).toBe(201)
  const [yearly, monthly] = [await join(year.price, { email }), await join(month.price)]
  await client.query(
    `update membership set valid_from = now() - interval '327 days', valid_until = now() + interval '38 days'
     where email = $1 and valid_until is not null`,
    [yearly.email],
  )
  for (let days = 0; days < 2; days++) await runClockJob(client, 'remind_members')
  const told = async (email: string) =>
    (await mailsTo(email, 'membership')).filter((letter) => letter.includes('renews soon'))
  const letters = await told(yearly.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatch(/renews automatically: [^"]*, €4\.00/)
  expect(await told(monthly.email)).toEqual([])
})

/** Seen red without endRenewalsOf in eraseMember: it was charged for ever. */
it('ends with the erasure of its person, and with the cancellation and refund of what it paid', async () => {
  const { price } = await renewed()
  const [erased, refunded] = [await join(price), await join(price)]
  const cookie = await signIn(server, hall.office.slug, hall.office.slug, erased.email)
  const erasure = await server.send(hall.office.slug, 'POST', '/account/erasure/', {
    cookie,
    body: '',
    headers: {
      accept: 'text/html',
      origin: originOf(server, hall.office.slug),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(erasure.status).toBeLessThan(400)
  await tellPaid(stripe.renew(refunded.subscription))
  const [, last] = await membershipsOf(refunded.email)
  expect((await hall.cancel(last.reservation)).status).toBe(200)
  await everybodyIsDue(client)
  await runTending(client)
  expect([erased.subscription.status, refunded.subscription.status]).toEqual(['canceled', 'canceled'])
  const [payment] = await hall.payments(last.reservation)
  expect(payment.refunds).toMatchObject([{ amount: 4, status: 'succeeded' }])
  // Money that comes all the same is nobody's, and is refunded.
  const late = stripe.renew(refunded.subscription)
  await tellPaid(late)
  expect(await membershipsOf(refunded.email)).toHaveLength(2)
  expect([...stripe.refunds.values()].filter((refund) => refund.payment_intent === late.payment_intent)).toHaveLength(1)
})

/** Seen red without refuseRenewal: the money went back, and was taken again each month. */
it('money for one too many is refunded, and what it began is ended', async () => {
  const { price } = await renewed()
  const { email } = await join(price)
  const second = await join(price, { email })
  await runTending(client)
  expect(second.subscription.status).toBe('canceled')
  expect(await membershipsOf(email)).toHaveLength(1)
  expect(await hall.status(second.reservation)).toBe('C')
})

/** Seen red without isRenewed in grantMembership, and in membershipsHeld: two were paid every month. */
it('nobody has two of one product: the money of the second is refunded, and who is known is told before', async () => {
  const { price, product } = await renewed({ max_per_user: 5 })
  const another = await hall.office.price('A', { product, prix: 9, subscription_type: 'Y', max_per_user: 5 })
  const { email } = await join(price)
  const second = await join(price, { email })
  await runTending(client)
  expect(second.subscription.status).toBe('canceled')
  expect(await hall.status(second.reservation)).toBe('C')
  const [payment] = await hall.payments(second.reservation)
  expect(payment.refunds).toMatchObject([{ amount: 4, status: 'succeeded', reason: 'maximum' }])
  expect(await membershipsOf(email)).toMatchObject([{ renews: true }])
  const cookie = await signIn(server, hall.office.slug, hall.office.slug, email)
  const headers = { origin: originOf(server, hall.office.slug) }
  const event = await hall.office.event([product])
  for (const wanted of [price, another.price]) {
    const body = { email, price: wanted, first_name: 'Ada', last_name: 'Lovelace' }
    const own = await server.send(hall.office.slug, 'POST', '/api/memberships/', { body, cookie, headers })
    expect(own.json.code, own.text).toBe('max_per_user')
    expect((await hall.office.post('/api/memberships/', body)).json.code).toBe('max_per_user')
    const booking = { event, email, prices: [{ uuid: wanted, qty: 1 }] }
    const booked = await server.send(hall.office.slug, 'POST', '/api/reservations/', { body: booking, cookie, headers })
    expect(booked.json.code, booked.text).toBe('max_per_user')
  }
  // Once it is cancelled, another one goes on from its end.
  const [{ uuid }] = await membershipsOf(email)
  expect((await hall.office.post(`/api/memberships/${uuid}/renewal-cancellation/`, {})).status).toBe(200)
  const granted = await hall.office.post('/api/memberships/', { email, price: another.price })
  expect(granted.status, granted.text).toBe(201)
})

it('is paid once at a desk, with a code, at an event, and where the price does not say so', async () => {
  const { price, product } = await renewed()
  const once = await hall.office.price('A', { prix: 4, subscription_type: 'M' })
  const event = await hall.office.event([product])
  const modeOf = async ({ json, text }: Answer) => {
    expect(json.checkout_url, text).toContain('/pay/')
    return (await hall.open({ path: pathOf(json.checkout_url) })).fields['mode']
  }
  const order = (wanted: string, fields: object = {}) =>
    server.send(hall.office.slug, 'POST', '/api/memberships/', {
      body: { email: newEmail(), price: wanted, ...fields },
    })
  expect(await modeOf(await order(price))).toBe('subscription')
  expect(await modeOf(await order(once.price))).toBe('payment')
  const code = await hall.office.post('/api/promotional-codes/', {
    code: 'LESS',
    name: 'Less',
    discount_rate: 10,
    products: [product],
  })
  expect(code.status, code.text).toBe(201)
  expect(await modeOf(await order(price, { promotional_code: 'LESS' }))).toBe('payment')
  const booked = await hall.office.book({ event, email: newEmail(), prices: [{ uuid: price, qty: 1 }] })
  expect(await modeOf(booked)).toBe('payment')
})

it('visitors read it before they pay, where it is so', async () => {
  const playground = await openBoxOffice(server, 'The Playground', '--sandbox')
  const unpaid = await openBoxOffice(server, 'The Unpaid')
  const read = async (office: BoxOffice) => {
    const fields = { name: `Year of ${office.slug}`, prix: 20, subscription_type: 'Y', recurring_payment: true }
    await office.price('A', fields)
    const page = await server.send(office.slug, 'GET', '/membership/', { headers: { accept: 'text/html' } })
    return new RegExp(`${fields.name}[\\s\\S]*?</li>`).exec(page.text)?.[0]
  }
  expect(await read(hall.office)).toContain('renews automatically every year until you cancel')
  expect(await read(playground)).toContain('renews automatically, but not with test payments')
  expect(await read(unpaid)).not.toContain('renewed')
})

it('only a membership for a day, a week, a month or a year can be paid again', async () => {
  const { product } = await hall.office.price('A', {})
  const ticket = await hall.office.price('B', {})
  const make = async (of: string, fields: object) =>
    hall.office.post('/api/prices/', { product: of, name: 'One', prix: 5, recurring_payment: true, ...fields })
  for (const letter of ['D', 'W', 'M', 'Y'])
    expect((await make(product, { subscription_type: letter })).status).toBe(201)
  for (const letter of ['H', 'O', 'C', 'S', null]) {
    const { status, json } = await make(product, { subscription_type: letter })
    expect([status, Object.keys(json.errors ?? {})]).toEqual([400, ['recurring_payment']])
  }
  expect((await make(ticket.product, {})).status).toBe(400)
  const made = await make(product, { subscription_type: 'M' })
  expect(made.json.recurring_payment).toBe(true)
  expect((await hall.office.patch(`/api/prices/${made.json.uuid}/`, { subscription_type: 'C' })).status).toBe(400)
})

it('a price that was changed or archived since leaves those that run as they are', async () => {
  const { price } = await renewed()
  const { email, subscription } = await join(price)
  await hall.office.patch(`/api/prices/${price}/`, { prix: 9, recurring_payment: false, archived: true })
  await tellPaid(stripe.renew(subscription))
  const all = await membershipsOf(email)
  expect(all.map(({ amount }) => amount)).toEqual([4, 4])
  expect(all[1]).toMatchObject({ renews: true })
})

/** Seen red without checkRenewalsAt in openPayments.checkAll: it ran until it had been paid once more. */
it('ends with its organisation', async () => {
  const { price } = await renewed({}, other)
  const { subscription } = await join(price, { paid: other })
  await runTending(client)
  await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', other.office.slug)
  await runTending(client)
  expect(subscription.status).toBe('canceled')
})

/** Seen red without `asks` in noteStanding: the amount of the beginning was told, and another one charged. */
it('an amount that staff changed at Stripe is told before it is charged', async () => {
  const { price } = await renewed({ subscription_type: 'Y' })
  const [changed, foreign] = [await join(price), await join(price)]
  const since = encodeURIComponent(new Date().toISOString())
  const change = async ({ subscription }: Joined, asked: object) => {
    Object.assign(subscription.items.data[0]?.price ?? {}, asked)
    await hall.tell('customer.subscription.updated', subscription)
  }
  await change(changed, { unit_amount: 550 })
  // Nobody here knows what that comes to in euros; the money is refused when it comes.
  await change(foreign, { unit_amount: 700, currency: 'usd' })
  await untilQuiet(client)
  expect(await membershipsOf(foreign.email)).toMatchObject([{ renewal_amount: 4 }])
  const [{ uuid }] = await membershipsOf(changed.email)
  const told = (await hall.office.get(`/api/memberships/?updated_since=${since}&email=${changed.email}`)).json
  expect(told).toMatchObject([{ uuid, amount: 4, renewal_amount: 5.5 }])
  const { slug } = hall.office
  const cookie = await signIn(server, slug, slug, changed.email)
  const account = await server.send(slug, 'GET', '/account/', { cookie, headers: { accept: 'text/html' } })
  expect(account.text).toMatch(/Renews automatically: [^<]*, €5\.50/)
  await client.query(
    `update membership set valid_from = now() - interval '327 days', valid_until = now() + interval '38 days' where email = $1`,
    [changed.email],
  )
  await runClockJob(client, 'remind_members')
  expect((await mailsTo(changed.email, 'membership')).join()).toMatch(/renews automatically: [^"]*, €5\.50/)
  const unpaid = stripe.failToRenew(changed.subscription)
  await hall.tell('invoice.payment_failed', unpaid)
  await untilQuiet(client)
  expect((await mailsTo(changed.email, 'membership_unpaid')).join()).toContain('€5.50')
})

/** Seen red with the period of the price in settle: a year for the money of a month. */
it('a period that is changed between the checkout and its payment is not that of who pays', async () => {
  const { price } = await renewed()
  const email = newEmail()
  const ordered = await server.send(hall.office.slug, 'POST', '/api/memberships/', { body: { email, price } })
  const path = pathOf(ordered.json.checkout_url)
  const { id } = await hall.open({ path })
  const changed = await hall.office.patch(`/api/prices/${price}/`, { subscription_type: 'Y' })
  expect(changed.status, changed.text).toBe(200)
  stripe.pay(id)
  await hall.comeBack({ path })
  const [{ valid_from, valid_until }] = await membershipsOf(email)
  expect(at(valid_until) - at(valid_from)).toBeLessThan(33 * dayMs)
})

/** Seen red without `failed` in checkPayment: it was asked for at Stripe for ever, which went on asking for the money. */
it('a bank debit of before that fails ends at Stripe what it began', async () => {
  const { price } = await renewed()
  const email = newEmail()
  const ordered = await server.send(hall.office.slug, 'POST', '/api/memberships/', { body: { email, price } })
  const session = stripe.debit((await hall.open({ path: pathOf(ordered.json.checkout_url) })).id)
  const subscription = stripe.subscriptions.get(session.subscription ?? '')
  if (!subscription) throw new Error('nothing is paid again')
  await hall.tell('checkout.session.completed', session)
  await untilQuiet(client)
  expect([subscription.status, (await hall.payments(ordered.json.reservation))[0].status]).toEqual(['active', 'open'])
  subscription.status = 'past_due'
  await hall.tell('checkout.session.async_payment_failed', session)
  await untilQuiet(client)
  expect([subscription.status, (await hall.payments(ordered.json.reservation))[0].status]).toEqual([
    'canceled',
    'closed',
  ])
  expect(await membershipsOf(email)).toEqual([])
})
