import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endHold, everybodyIsDue, runExpiry } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { type Figures, readFigures, sumOf } from '../harness/figures.ts'
import {
  hurryJobs,
  type PaidOffice,
  pathOf,
  refundsAtStripe,
  runTending,
  twoPaidOfficesInTwoProcesses,
} from '../harness/payments.ts'
import type { TestServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { type StripeSession, tell } from '../harness/stripe-server.ts'

/**
 * Random sequences of booking and joining, with a code now and then, paying (online, at the desk, too late, twice, the wrong
 * amount), cancelling all or some, and holds that end, and money that is handed over, several at a time, in two houses
 * through two processes, with a Stripe that fails now and then, and where staff refunds money on its own pages, which it
 * tells of late, out of order and again, as it does of disputes with banks. After each step money in = money kept + money refunded + money
 * owed, and what is kept is the worth of what is live; in the end what Stripe has is what the books say, and what was taken
 * at the desk is owed until staff handed it over, per house. Uses of the code are what is live of it. The books say the same to
 * the cent, of all days and of each, by price, by VAT rate and by way of payment.
 *
 * Seen red with money that pays for nothing noted, and not promised to be refunded, with uses of codes that are not released, and with
 * refunds of Stripe's pages that are booked again each time they are told of. The books were seen red with rejected money left
 * out of them, and with money that came again left out of noteDifference.
 */

const { stripe, first, second, client, hall, other } = await twoPaidOfficesInTwoProcesses()
const servers = [first, second] as const
const houses = [hall, other] as const
const cookies = new Map<PaidOffice, string>()
for (const house of houses)
  cookies.set(house, await signIn(first, house.office.slug, house.office.slug, 'admin@example.org'))

type Booked = { readonly uuid: string; readonly tickets: readonly string[]; readonly path: string }
/** What one run sells in one house: scarce tickets at two prices, and something that is no ticket. */
type Season = {
  readonly house: PaidOffice
  readonly event: string
  readonly prices: readonly string[]
  /** Of memberships: one that costs what one gives, and one that the code is for. */
  readonly memberships: readonly [string, string]
  /** Takes something off tickets and a membership, as often as there are uses. */
  readonly code: string
  readonly booked: Booked[]
}

let seasons = 0

async function openSeason(house: PaidOffice): Promise<Season> {
  const { office } = house
  const full = await office.price('B', { prix: '9.99', vat: '20', stock: 5 })
  const { product } = full
  const half = await office.create('prices', { product, name: 'Half', prix: '4.05', vat: '5.5', stock: 3 })
  const shirt = await office.price('T', { prix: '19.90', vat: '5.5', stock: 4 })
  const gift = await office.price('A', { prix: '5', free_price: true, subscription_type: 'Y' })
  const yearly = await office.price('A', { prix: '20', vat: '20', subscription_type: 'Y', stock: 3 })
  const code = `SEASON-${++seasons}`
  const products = [product, yearly.product]
  await office.create('promotional-codes', { code, discount_rate: '33.33', products, usage_limit: 3 })
  return {
    house,
    code,
    event: await office.event([product]),
    prices: [full.price, half, shirt.price],
    memberships: [gift.price, yearly.price],
    booked: [],
  }
}

const who = { house: fc.constantFrom(0, 1), server: fc.constantFrom(0, 1), which: fc.nat({ max: 20 }) }
const at = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), ...who })
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      ...who,
      quantities: fc
        .tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }), fc.nat({ max: 1 }))
        .filter((each) => each.some((quantity) => quantity > 0)),
      withCode: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('join' as const), ...who, given: fc.integer({ min: 0, max: 2000 }) }),
  },
  { weight: 5, arbitrary: at('pay') },
  { weight: 2, arbitrary: at('pay unseen') },
  { weight: 1, arbitrary: at('pay too little') },
  { weight: 2, arbitrary: at('desk') },
  { weight: 1, arbitrary: at('gift') },
  { weight: 2, arbitrary: at('cancel') },
  { weight: 3, arbitrary: at('cancel one') },
  { weight: 1, arbitrary: at('cancel and hand over') },
  { weight: 2, arbitrary: at('hand over') },
  { weight: 2, arbitrary: at('expire') },
  { weight: 1, arbitrary: at('tend') },
  { weight: 1, arbitrary: at('stripe fails') },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('back at stripe' as const),
      ...who,
      amount: fc.option(fc.integer({ min: 1, max: 1500 }), { nil: null }),
    }),
  },
  { weight: 3, arbitrary: at('stripe tells') },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dispute' as const), ...who, asks: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bank decides' as const),
      ...who,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  { weight: 3, arbitrary: at('stripe tells of disputes') },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const nthOf = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(1, items.length)]

/** Refusals are answers, and so is a provider that is away; anything else that is not a success is a fault. */
function foreseen(answer: Answer): void {
  expect([200, 201, 202, 204, 303, 409, 503], answer.text).toContain(answer.status)
}

async function perform(seasons: readonly Season[], step: Action): Promise<void> {
  const season = nthOf(seasons, step.house)
  const server = nthOf(servers, step.server)
  if (!season || !server) return
  const { office } = season.house
  if (step.kind === 'book') return book(season, server, step)
  if (step.kind === 'join') return join(season, server, step.given)
  if (step.kind === 'tend') {
    await everybodyIsDue(client)
    return void client.query("select graphile_worker.add_job('tend_payments')")
  }
  if (step.kind === 'stripe fails') return stripe.fail('retrieve', 503, 503)
  if (step.kind === 'back at stripe') return refundAtStripe(season.house, step)
  if (step.kind === 'stripe tells') return hearOfRefunds(season.house, server, step.which)
  if (step.kind === 'dispute') return dispute(season.house, step)
  if (step.kind === 'bank decides') return decide(season.house, step)
  if (step.kind === 'stripe tells of disputes') return hearOfDisputes(season.house, server, step.which)
  if (step.kind === 'hand over') return handOver(season, server, step.which)
  const booking = nthOf(season.booked, step.which)
  if (!booking) return
  const post = async (what: string, body: object) =>
    foreseen(
      await server.send(office.slug, 'POST', `/api/reservations/${booking.uuid}/${what}/`, { key: office.key, body }),
    )
  switch (step.kind) {
    case 'pay':
    case 'pay unseen':
    case 'pay too little':
      return pay(season, server, booking, step.kind)
    case 'desk':
      return post('payments', { method: 'cash' })
    case 'gift':
      return post('payments', { method: 'free' })
    case 'cancel':
      return post('cancellation', {})
    case 'cancel and hand over':
      return post('cancellation', { handed_over: true })
    case 'cancel one':
      return booking.tickets.length === 0
        ? undefined
        : post('cancellation', { tickets: [nthOf(booking.tickets, step.which)] })
    case 'expire':
      await endHold(client, booking.uuid).catch(() => undefined)
      return runExpiry(client)
  }
}

async function book(
  season: Season,
  server: TestServer,
  { quantities, withCode }: { readonly quantities: readonly number[]; readonly withCode: boolean },
): Promise<void> {
  const prices = season.prices
    .map((uuid, index) => ({ uuid, qty: quantities[index] ?? 0 }))
    .filter(({ qty }) => qty > 0)
  const answer = await server.send(season.house.office.slug, 'POST', '/api/reservations/', {
    body: {
      event: season.event,
      email: `p${Math.random()}@example.org`,
      to_mail: false,
      prices,
      // Of shirts alone it takes nothing off, which is refused.
      ...(withCode && (quantities[0] || quantities[1]) ? { promotional_code: season.code } : {}),
    },
  })
  foreseen(answer)
  if (answer.status === 201) season.booked.push({ ...answer.json, path: pathOf(answer.json.checkout_url) })
}

/** At what somebody wants to give, or with the code. */
async function join(season: Season, server: TestServer, given: number): Promise<void> {
  const [gift, yearly] = season.memberships
  const isGift = given >= 500
  const answer = await server.send(season.house.office.slug, 'POST', '/api/memberships/', {
    body: {
      email: `m${Math.random()}@example.org`,
      ...(isGift ? { price: gift, custom_amount: given / 100 } : { price: yearly, promotional_code: season.code }),
    },
  })
  foreseen(answer)
  if (answer.status !== 202) return
  const { reservation, checkout_url } = answer.json
  season.booked.push({ uuid: reservation, tickets: [], path: pathOf(checkout_url) })
}

/** On Stripe's page, as long as it lets anybody pay; then back, or not. */
async function pay({ house }: Season, server: TestServer, booking: Booked, kind: string): Promise<void> {
  const answer = await server.send(house.office.slug, 'GET', booking.path)
  foreseen(answer)
  const session = stripe.sessions.get(String(answer.headers['location']).split('/').at(-1) ?? '')
  if (session?.status !== 'open') return
  stripe.pay(session.id, kind === 'pay too little' ? { amount: 100 } : {})
  if (kind === 'pay unseen') return
  await Promise.all([
    house.comeBack(booking, server).then(foreseen),
    house.tell('checkout.session.completed', session).then(foreseen),
  ])
}

/** At the desk, one of those that are owed; none is ever handed over that staff has not said so of. */
async function handOver({ house: { office } }: Season, server: TestServer, which: number): Promise<void> {
  const refunds = await server.send(office.slug, 'GET', '/api/refunds/?status=requested', { key: office.key })
  const owed = refunds.json.filter((refund: { method: string }) => refund.method !== 'online')
  const refund = nthOf(owed as { uuid: string }[], which)
  if (!refund) return
  foreseen(await server.send(office.slug, 'POST', `/api/refunds/${refund.uuid}/handover/`, { key: office.key }))
}

/** What Stripe was paid for a house, in the order of the sessions. */
function paidSessions({ keys }: PaidOffice): readonly StripeSession[] {
  return [...stripe.sessions.values()].filter(
    ({ account, payment_status }) => account === keys.secretKey && payment_status === 'paid',
  )
}

type AtStripe = { readonly which: number; readonly amount: number | null }

/** Staff refunds all or some of what is left, on Stripe's own pages, and tells nobody. */
function refundAtStripe(house: PaidOffice, { which, amount }: AtStripe): void {
  const session = nthOf(paidSessions(house).toReversed(), which)
  if (!session) return
  const back = refundsAtStripe(stripe, session).reduce((sum, refund) => sum + refund.amount, 0)
  const left = session.amount_total - back
  if (left > 0 && disputesOf(session).length === 0) stripe.refundByHand(session, Math.min(left, amount ?? left))
}

/** Stripe tells of refunds of one payment, ours and its own, again and the latest first. */
async function hearOfRefunds(house: PaidOffice, server: TestServer, which: number): Promise<void> {
  const session = nthOf(paidSessions(house).toReversed(), which)
  if (!session) return
  const { payment_intent } = session
  const told = refundsAtStripe(stripe, session).toReversed()
  const charge = { id: `ch_${payment_intent}`, object: 'charge', payment_intent, refunded: true }
  const hear = (type: string, object: object) => tell(server, house.office.slug, house.keys, type, object)
  const answers = await Promise.all([
    ...told.flatMap((refund) => [hear('refund.updated', refund), hear('refund.created', refund)]),
    ...(told.length > 0 ? [hear('charge.refunded', charge), hear('charge.refunded', charge)] : []),
  ])
  for (const answer of answers) foreseen(answer)
}

const disputesOf = ({ payment_intent }: Pick<StripeSession, 'payment_intent'>) =>
  [...stripe.disputes.values()].filter((known) => known.payment_intent === payment_intent)

/** Whoever paid goes to their bank with what was not refunded, once; it takes the money, or only asks. */
function dispute(house: PaidOffice, { which, asks }: { readonly which: number; readonly asks: boolean }): void {
  const session = nthOf(paidSessions(house).toReversed(), which)
  if (!session || disputesOf(session).length > 0) return
  const back = refundsAtStripe(stripe, session).reduce((sum, refund) => sum + refund.amount, 0)
  const amount = session.amount_total - back
  if (amount > 0) stripe.dispute(session, { amount, asks })
}

type Decision = { readonly which: number; readonly outcome: 'won' | 'lost' }

function decide(house: PaidOffice, { which, outcome }: Decision): void {
  const open = paidSessions(house)
    .flatMap(disputesOf)
    .filter(({ status }) => status.endsWith('needs_response'))
  const one = nthOf(open.toReversed(), which)
  if (one) stripe.decide(one, outcome)
}

/** All that Stripe says of a dispute, the last first. */
async function hearOfDisputes(house: PaidOffice, server: TestServer, which: number): Promise<void> {
  const one = nthOf(paidSessions(house).flatMap(disputesOf).toReversed(), which)
  if (!one) return
  const types = ['closed', 'funds_reinstated', 'funds_withdrawn', 'created']
  const hear = (type: string) => tell(server, house.office.slug, house.keys, `charge.dispute.${type}`, one)
  for (const answer of await Promise.all(types.map(hear))) foreseen(answer)
}

/** What a reservation keeps of what it sold: tickets that are not cancelled, and everything else while it lives. */
const worth = `select line.tenant_id, line.reservation_id, sum(line.unit_amount_minor * case
    when line.makes_tickets then (select count(*) from ticket where ticket.reservation_id = line.reservation_id
      and ticket.price_id = line.price_id and ticket.cancelled_at is null)
    when reservation.status = 'cancelled' then 0 else line.quantity end) as amount
  from reservation_line line join reservation on reservation.id = line.reservation_id
  group by line.tenant_id, line.reservation_id`

const rules: Readonly<Record<string, string>> = {
  'what is due is not the sum of the lines': `select reservation.id from reservation
    join reservation_line line on line.reservation_id = reservation.id
    group by reservation.id, total_minor having total_minor <> sum(quantity * unit_amount_minor)`,
  'uses of a code that are not those of what is live': `select code.id from promotional_code code
    where used > most_uses or used <> (select count(*) from reservation
      where promotional_code_id = code.id and status <> 'cancelled')`,
  'money that is neither kept nor promised as a refund': `select payment.* from payment
    where refunded_minor <> coalesce((select sum(amount_minor) from refund where refund.payment_id = payment.id), 0)`,
  'more promised than came': 'select * from payment where refunded_minor > coalesce(received_minor, 0)',
  'money that pays for nothing, and is not promised as a refund in whole':
    "select * from payment where status = 'rejected' and refunded_minor <> received_minor",
  // What staff refunded at Stripe counts for what is cancelled afterwards, and is no more than was left.
  'what is kept is not the worth of what is live, less what was refunded at Stripe': `select payment.id, worth.amount from payment
    join (${worth}) worth on worth.reservation_id = payment.reservation_id
    cross join lateral (select coalesce(sum(amount_minor), 0) as by_hand from refund
      where refund.payment_id = payment.id and because = 'at_provider') back
    cross join lateral (select coalesce(sum(amount_minor), 0) as amount from dispute
      where dispute.payment_id = payment.id) disputed
    where payment.status = 'settled' and method <> 'free' and not (received_minor - refunded_minor
      between worth.amount - by_hand and worth.amount + disputed.amount)`,
  'a gift that brought money': "select * from payment where method = 'free' and received_minor <> 0",
  'settled twice': `select reservation_id from payment where status = 'settled'
    group by reservation_id having count(*) > 1`,
  'live without a settled payment': `select reservation.id from reservation where total_minor > 0
    and status not in ('unpaid', 'cancelled') and not exists (select from payment
      where payment.reservation_id = reservation.id and payment.status = 'settled')`,
  'numbers of receipts with a gap': `select tenant_id from receipt group by tenant_id
    having max(number) <> count(*) or min(number) <> 1`,
  'a settled payment without its receipt': `select payment.id from payment where status = 'settled' and received_minor > 0
    and not exists (select from receipt where receipt.payment_id = payment.id and kind = 'receipt'
      and receipt.amount_minor = payment.received_minor)`,
  // Part of what is owed may be refunded at Stripe: the note was written for the whole.
  'a refund of a settled payment, with what was split off it, without its credit note': `select refund.id from refund
    join payment on payment.id = refund.payment_id
    where payment.status = 'settled' and refund.split_from is null and not exists
      (select from receipt where receipt.refund_id = refund.id and receipt.amount_minor = refund.amount_minor
        + (select coalesce(sum(amount_minor), 0) from refund part where part.split_from = refund.id))`,
  'split off a refund of another payment': `select part.id from refund part
    left join refund whole on whole.tenant_id = part.tenant_id and whole.id = part.split_from
      and whole.payment_id = part.payment_id and whole.split_from is null
    where part.split_from is not null and whole.id is null`,
  'net and VAT that do not add up': `select receipt.id from receipt, jsonb_array_elements(vat) share
    group by receipt.tenant_id, receipt.id, amount_minor
    having sum((share->>'netMinor')::int + (share->>'vatMinor')::int) <> amount_minor`,
  'credit notes with more VAT than their receipt, or another sum of all': `select payment_id from receipt,
      jsonb_array_elements(vat) share
    group by payment_id, share->>'rateHundredths'
    having sum((share->>'vatMinor')::int) filter (where kind = 'credit_note')
        > sum((share->>'vatMinor')::int) filter (where kind = 'receipt')
      or (sum((share->>'grossMinor')::int) filter (where kind = 'credit_note')
          = sum((share->>'grossMinor')::int) filter (where kind = 'receipt')
        and sum((share->>'vatMinor')::int) filter (where kind = 'credit_note')
          <> sum((share->>'vatMinor')::int) filter (where kind = 'receipt'))`,
  'handed over at the desk, and nobody said so': `select refund.id from refund
    join payment on payment.id = refund.payment_id
    where method <> 'online' and (refund.status = 'succeeded') <> (handed_over_at is not null)`,
  'a row of another house': `select payment.id from payment
    join reservation on reservation.id = payment.reservation_id where reservation.tenant_id <> payment.tenant_id`,
}

/** As staff sees it: money in = money kept + money refunded + money owed. */
async function requireTakings({ office }: PaidOffice): Promise<void> {
  const { rows } = await client.query(
    `select coalesce(received_currency, 'EUR') as currency, sum(received_minor)::int as received,
      sum(received_minor - refunded_minor)::int as kept from payment
     where tenant_id = $1 and received_minor > 0 group by 1`,
    [office.tenantId],
  )
  const { rows: taken } = await client.query(
    'select coalesce(sum(amount_minor), 0)::int as amount from dispute where tenant_id = $1 and is_withdrawn',
    [office.tenantId],
  )
  const { rows: back } = await client.query(
    `select coalesce(sum(amount_minor) filter (where status = 'succeeded'), 0)::int as refunded,
      coalesce(sum(amount_minor) filter (where status <> 'succeeded'), 0)::int as owed from refund where tenant_id = $1`,
    [office.tenantId],
  )
  const { json } = await office.get('/api/takings/')
  const minor = (amount: number) => Math.round(amount * 100)
  const said = (json as Record<string, number>[]).map(({ received = 0, kept = 0, refunded = 0, owed = 0 }) => {
    expect(minor(received)).toBe(minor(kept) + minor(refunded) + minor(owed))
    return { received: minor(received), kept: minor(kept), refunded: minor(refunded), owed: minor(owed) }
  })
  const withBank: number = taken[0]?.amount
  const { refunded, owed } = back[0]
  expect(said).toEqual(
    rows.map(({ received, kept }) => ({ received, kept: kept - withBank, refunded: refunded + withBank, owed })),
  )
}

async function requireRules(): Promise<void> {
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await client.query(text)
    expect(rows, rule).toEqual([])
  }
}

/** Everything that is under way comes to its end: what failed is tried again, and unseen payments are looked for. */
async function comeToRest(): Promise<void> {
  for (const house of houses)
    for (const [index] of paidSessions(house).entries()) {
      await hearOfRefunds(house, first, index)
      await hearOfDisputes(house, first, index)
    }
  await client.query(
    "update payment set check_at = now() - interval '1 ms' where received_minor is null and session_id is not null",
  )
  await runTending(client)
  // Failures of Stripe that nobody has met yet take an attempt each.
  for (let round = 0; round < 12 && (await isMoneyWaited()); round++) await hurryJobs(client)
}

async function isMoneyWaited(): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier in ('check_payment', 'send_refund', 'check_refunds', 'check_disputes') and job.attempts < job.max_attempts`,
  )
  return rowCount !== 0
}

/** What Stripe holds for a house, and what its books say of it. */
async function requireSameAsStripe({ office, keys }: PaidOffice): Promise<void> {
  const sessions = [...stripe.sessions.values()].filter(
    (session) => session.account === keys.secretKey && session.payment_status === 'paid',
  )
  const intents = new Set(sessions.map((session) => session.payment_intent))
  const back = [...stripe.refunds.values()].filter((refund) => intents.has(refund.payment_intent))
  const { rows } = await client.query(
    `select coalesce(sum(received_minor), 0)::int as came, coalesce(sum(refunded_minor), 0)::int
       - (select coalesce(sum(amount_minor), 0)::int from refund where tenant_id = $1 and failure = 'charge_disputed') as back,
       (select coalesce(sum(amount_minor), 0)::int from dispute where tenant_id = $1 and is_withdrawn) as taken
     from payment where tenant_id = $1 and method = 'online'`,
    [office.tenantId],
  )
  const taken = sessions.flatMap(disputesOf).filter((one) => one.balance_transactions.length === 1)
  expect(rows[0]).toEqual({
    came: sessions.reduce((sum, session) => sum + session.amount_total, 0),
    back: back.reduce((sum, refund) => sum + refund.amount, 0),
    taken: taken.reduce((sum, { amount }) => sum + amount, 0),
  })
}

const bookDays = 3

/** As if it had not all happened today: what belongs together on one day, and what was refunded on another. */
async function spreadOverDays({ office: { tenantId } }: PaidOffice): Promise<void> {
  const earlier = (column: string, by: string) =>
    `set ${column} = ${column} - abs(hashtext(${by}::text)) % ${bookDays} * interval '1 day'
      where tenant_id = $1 and ${column} > now() - interval '6 hours'`
  for (const [table, change] of [
    ['payment', earlier('settled_at', 'id')],
    ['receipt', earlier('created_at', "(case kind when 'receipt' then payment_id else id end)")],
    ['money_back', earlier('created_at', 'id')],
  ])
    await client.query(`update ${table} ${change}`, [tenantId])
}

/** What the tables say that the books are about; of one day, or of all. */
async function ledgerOf({ office: { tenantId } }: PaidOffice, day: string | null) {
  const within = (column: string) =>
    `tenant_id = $1 and ($2::text is null or to_char(${column} at time zone 'Europe/Paris', 'YYYY-MM-DD') = $2)`
  const { rows } = await client.query(
    `select (select coalesce(sum(received_minor), 0)::int from payment where ${within('settled_at')}) as received,
      (select coalesce(sum(received_minor), 0)::int from payment
        where status = 'settled' and ${within('settled_at')}) as sold,
      (select coalesce(sum(amount_minor), 0)::int from receipt
        where kind = 'credit_note' and ${within('created_at')}) as credited`,
    [tenantId, day],
  )
  return rows[0] as Readonly<Record<'received' | 'sold' | 'credited', number>>
}

/** The books equal the payments to the cent: of all days, of each of them, and whatever they are summed by. */
async function requireBooks(house: PaidOffice): Promise<void> {
  await spreadOverDays(house)
  const { tenantId, slug } = house.office
  const read = (from: string, to: string) => readFigures(first, { slug, cookie: cookies.get(house) ?? '', from, to })
  const { rows: days } = await client.query<{ day: string }>(
    `select to_char((now() at time zone 'Europe/Paris')::date - n, 'YYYY-MM-DD') as day
     from generate_series(0, $1) n order by 1`,
    [bookDays],
  )
  const all = await read(days[0]?.day ?? '', days.at(-1)?.day ?? '')
  const totals: Figures[] = []
  for (const { day } of days) {
    const [total] = await read(day, day)
    if (!total) throw new Error('no total')
    expect(total).toMatchObject(await ledgerOf(house, day))
    totals.push(total)
  }
  const [total] = all
  const { rows } = await client.query(
    `select (select coalesce(sum(amount_minor), 0)::int from refund where tenant_id = $1 and status = 'succeeded') as refunded,
      (select coalesce(sum(amount_minor), 0)::int from dispute where tenant_id = $1 and is_withdrawn) as withdrawn`,
    [tenantId],
  )
  expect(total).toMatchObject({ ...(await ledgerOf(house, null)), ...rows[0] })
  for (const what of ['sold', 'credited', 'net', 'vat'] as const) {
    expect(sumOf(totals, 'Total', what), what).toBe(total?.[what])
    for (const of of ['Day', 'VAT rate']) expect(sumOf(all, of, what), `${what} by ${of}`).toBe(total?.[what])
  }
  for (const what of ['sold', 'credited'] as const) expect(sumOf(all, 'Price', what), what).toBe(total?.[what])
  for (const what of ['received', 'refunded', 'withdrawn'] as const) {
    expect(sumOf(totals, 'Total', what), what).toBe(total?.[what])
    expect(sumOf(all, 'Payment method', what), what).toBe(total?.[what])
  }
  expect((total?.net ?? 0) + (total?.vat ?? 0)).toBe((total?.sold ?? 0) - (total?.credited ?? 0))
}

it('money in is money kept and money refunded', async () => {
  const steps = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const seasons = [await openSeason(houses[0]), await openSeason(houses[1])]
      for (const together of run) {
        await Promise.all(together.map((step) => perform(seasons, step)))
        await requireRules()
      }
      await comeToRest()
      await requireRules()
      const { rows } = await client.query(
        `select refund.id from refund join payment on payment.id = refund.payment_id
         where refund.status <> 'succeeded' and (method = 'online' or refund.status <> 'requested')
           and failure is distinct from 'charge_disputed'`,
      )
      expect(rows).toEqual([])
      for (const house of houses) {
        await requireSameAsStripe(house)
        await requireTakings(house)
        await requireBooks(house)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
