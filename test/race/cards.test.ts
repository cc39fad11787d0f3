import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { createTill, newCards, type TestCard, type Till, withFile } from '../harness/cards.ts'
import { execCli } from '../harness/cli.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let first: TestServer
let second: TestServer
let client: pg.Client
let hall: BoxOffice
let other: BoxOffice
let till: Till
let otherTill: Till
const box: TestCard[] = []

beforeAll(async () => {
  first = await startServer()
  second = await startServer({ beside: first })
  client = await first.database.connect()
  hall = await openBoxOffice(first, 'The Hall')
  other = await openBoxOffice(first, 'The Other')
  till = createTill(hall.slug, hall.key)
  otherTill = createTill(other.slug, other.key)
  box.push(...(await newCards(first, 20)))
})

afterAll(async () => {
  await client?.end()
  await second?.stop()
  await first?.stop()
})

function nextCard(): TestCard {
  const card = box.pop()
  if (!card) throw new Error('the box is empty')
  return card
}

/** A card with 10 on it at the hall, and 10 at the other tenant. */
async function cardWithTen(): Promise<TestCard> {
  const card = nextCard()
  for (const at of [till, otherTill]) {
    await at.open(first, card)
    await at.move(first, card.tag, { kind: 'credit', amount: 10 })
  }
  return card
}

const times = <T>(count: number, work: () => T) => Array.from({ length: count }, work)
/** Three through each process. */
const six = (work: (server: TestServer) => Promise<Answer>) =>
  [first, second].flatMap((server) => times(3, () => work(server)))
const outcomeOf = ({ status, json }: Answer) => String(json.code ?? status)

/** The purses of a card at every tenant. */
const pursesOf = ({ tag }: TestCard) => ({
  text: 'select from purse join nfc_card on nfc_card.id = card_id where tag_id = $1 for update of purse',
  values: [tag],
})

async function race(lock: Parameters<typeof raceForRows>[1], start: () => Promise<Answer>[]) {
  const answers = await Promise.all(await raceForRows(first, lock, 6, start))
  return answers.map(outcomeOf).toSorted()
}

const balanceOf = async ({ tag }: TestCard, where = till) => (await where.read(first, tag)).json.balance

/** Its balance is the sum of its movements, at every tenant. */
async function expectExact(): Promise<void> {
  const { rows } = await client.query(`select purse.id from purse
    left join purse_movement movement on movement.tenant_id = purse.tenant_id and movement.purse_id = purse.id
    group by purse.tenant_id, purse.id
    having purse.balance_minor <> coalesce(sum(movement.change_minor), 0)`)
  expect(rows).toEqual([])
}

/** Seen red without the condition of changeBalance: 500 from the check constraint behind it. */
it('of debits that each take the whole balance one is taken', async () => {
  const card = await cardWithTen()
  const debit = (server: TestServer) => till.move(server, card.tag, { kind: 'debit', amount: 10 })
  expect(await race(pursesOf(card), () => six(debit))).toEqual(['201', ...times(5, () => 'insufficient_balance')])
  expect([await balanceOf(card), await balanceOf(card, otherTill)]).toEqual([0, 10])
  await expectExact()
})

it('credits and debits that meet are all counted', async () => {
  const card = await cardWithTen()
  const kinds = ['credit', 'debit', 'credit', 'debit', 'credit', 'credit']
  const start = () =>
    kinds.map((kind, index) => till.move(index % 2 === 0 ? first : second, card.tag, { kind, amount: 2.5 }))
  expect(await race(pursesOf(card), start)).toEqual(times(6, () => '201'))
  expect(await balanceOf(card)).toBe(15)
  await expectExact()
})

/** Seen red without the lock in lockPurseOf: 500 from the unique index behind it. */
it('a movement is reversed once', async () => {
  const card = await cardWithTen()
  const debit = await till.move(first, card.tag, { kind: 'debit', amount: 4 })
  const reverse = (server: TestServer) =>
    till.move(server, card.tag, { kind: 'reversal', amount: 1, reversal_of: debit.json.uuid })
  expect(await race(pursesOf(card), () => six(reverse))).toEqual(['201', ...times(5, () => 'already_reversed')])
  expect(await balanceOf(card)).toBe(7)
  await expectExact()
})

/** Seen red without the lock in lockPurseOf: those that come second find no movement yet, and are refused. */
it('repeats that meet are one movement, and all get its answer', async () => {
  const card = await cardWithTen()
  const key = randomUUID()
  const debit = (server: TestServer) => till.move(server, card.tag, { kind: 'debit', amount: 10 }, key)
  const answers = await Promise.all(await raceForRows(first, pursesOf(card), 6, () => six(debit)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.json).toMatchObject({ balance: 0, change: -10 })
  expect(await balanceOf(card)).toBe(0)
  await expectExact()
})

/** Seen red without catching the violation in record-movement.ts: 500. */
it('one key for several cards at once is taken once', async () => {
  const cards = [await cardWithTen(), await cardWithTen()] as const
  const key = randomUUID()
  const lock = { text: 'lock table purse_movement in share mode', values: [] }
  const answers = await Promise.all(
    await raceForRows(first, lock, 2, () => [
      till.move(first, cards[0].tag, { kind: 'debit', amount: 1 }, key),
      till.move(second, cards[1].tag, { kind: 'debit', amount: 1 }, key),
    ]),
  )
  expect(answers.map(outcomeOf).toSorted()).toEqual(['201', 'idempotency_mismatch'])
  expect(((await balanceOf(cards[0])) ?? 0) + ((await balanceOf(cards[1])) ?? 0)).toBe(19)
  await expectExact()
})

/** Seen red without doNothing in lockPurse: 500 from the unique index. */
it('those who first have a card in hand make one purse', async () => {
  const card = nextCard()
  const email = `${randomUUID()}@example.org`
  await first.cli('card', 'link', card.tag, '--email', email)
  const lock = { text: 'lock table purse in share mode', values: [] }
  const open = (server: TestServer) => till.open(server, { tag: card.tag, number: card.number })
  for (const outcome of await race(lock, () => six(open))) expect(['200', '201']).toContain(outcome)
  expect(await balanceOf(card)).toBe(0)
  await expectExact()
})

/** Seen red without shareCard in record-movement.ts: the card is somebody's while a till still takes it for nobody's. */
it('what is credited while a card is linked becomes the person’s', async () => {
  const card = await cardWithTen()
  const [holder, watcher] = [await first.database.connect(), await first.database.connect()]
  try {
    await holder.query('begin')
    await holder.query(pursesOf(card))
    const credit = till.move(second, card.tag, { kind: 'credit', amount: 5 })
    await untilWaitingForLock(watcher, 1)
    const linked = first.cli('card', 'link', card.tag, '--email', `${randomUUID()}@example.org`)
    await untilWaitingForLock(watcher, 2)
    const owner = 'select account_id from nfc_card where tag_id = $1'
    expect((await client.query(owner, [card.tag])).rows).toEqual([{ account_id: null }])
    await holder.query('commit')
    expect((await credit).status).toBe(201)
    expect(await linked).toMatchObject({
      moved: expect.arrayContaining([
        { tenant: hall.slug, amount: 15 },
        { tenant: other.slug, amount: 10 },
      ]),
    })
  } finally {
    await holder.end()
    await watcher.end()
  }
  expect([await balanceOf(card), await balanceOf(card, otherTill)]).toEqual([15, 10])
  await expectExact()
})

/** Seen red without the lock in lockPurseById: the cancellation counts on what is spent meanwhile. */
it('a top-up is spent or reversed, not both', async () => {
  const card = nextCard()
  const email = `${randomUUID()}@example.org`
  await first.cli('card', 'link', card.tag, '--email', email)
  await till.open(first, card)
  const topUp = await hall.price('R', { prix: 20 })
  const event = await hall.event([])
  const booked = await hall.book({ event, email, prices: [{ uuid: topUp.price, qty: 1 }], to_mail: false })
  const path = `/api/reservations/${booked.json.uuid}`
  expect((await hall.post(`${path}/payments/`, { method: 'card' })).status).toBe(201)
  const lock = { text: 'select from purse where email = $1 for update', values: [email] }
  const answers = await Promise.all(
    await raceForRows(first, lock, 2, () => [
      till.move(first, card.tag, { kind: 'debit', amount: 15 }),
      second.send(hall.slug, 'POST', `${path}/cancellation/`, { key: hall.key, body: {} }),
    ]),
  )
  const outcomes = answers.map(outcomeOf)
  expect([
    ['201', 'top_up_spent'],
    ['insufficient_balance', '200'],
  ]).toContainEqual(outcomes)
  expect(await balanceOf(card)).toBe(outcomes[0] === '201' ? 5 : 0)
  await expectExact()
})

/** Seen red without the lock in lockReservation: those that come second end in a fault. */
it('twenty payments of one top-up credit it once', async () => {
  const card = nextCard()
  const email = `${randomUUID()}@example.org`
  await first.cli('card', 'link', card.tag, '--email', email)
  await till.open(first, card)
  const topUp = await hall.price('R', { prix: 20 })
  const booked = await hall.book({
    event: await hall.event([]),
    email,
    to_mail: false,
    prices: [{ uuid: topUp.price, qty: 1 }],
  })
  const lock = { text: 'select from reservation where id = $1 for update', values: [booked.json.uuid] }
  const path = `/api/reservations/${booked.json.uuid}/payments/`
  const answers = await Promise.all(
    await raceForRows(first, lock, 20, () =>
      [first, second].flatMap((server) =>
        times(10, () => server.send(hall.slug, 'POST', path, { key: hall.key, body: { method: 'card' } })),
      ),
    ),
  )
  expect(answers.map(outcomeOf).toSorted()).toEqual(['201', ...times(19, () => 'invalid_transition')])
  expect(await balanceOf(card)).toBe(20)
  await expectExact()
})

/** Seen red with doNothing taken out of insertCards: the second import ends in a fault. */
it('one list imported twice at once is there once', async () => {
  const rows = times(50, () => randomUUID().slice(0, 8)).map((tag) => `${tag},${tag}`)
  await withFile(['tag_id,number', ...rows].join('\n'), async (file) => {
    const lock = { text: 'lock table nfc_card in share mode', values: [] }
    const results = await Promise.all(
      await raceForRows(first, lock, 2, () =>
        times(2, () => execCli(first.environment, ['card', 'import', file, '--json'])),
      ),
    )
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    const imported = results.map(({ stdout }) => Number(JSON.parse(stdout).imported))
    expect(imported.toSorted((left, right) => left - right)).toEqual([0, 50])
  })
})
