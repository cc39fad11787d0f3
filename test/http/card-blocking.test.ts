import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { createTill, newCards, type TestCard } from '../harness/cards.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Who may see a card and block it: where it was used itself, there; its person and Root, everywhere (ADR 0160, 0091). */
const { server, client, hall, other } = await twoOffices()

const seller = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const till = createTill(hall.slug, hall.key)
const otherTill = createTill(other.slug, other.key)
await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
const root = await signIn(server, 'root', '', 'sue@server.test')

const topUp = await other.price('R', { prix: 10 })

const list = '/admin/cards/'
const find = (q: string, who = stranger, language = 'en') => who.show(`${list}?${new URLSearchParams({ q })}`, language)
const at = ({ tag }: TestCard, path = '') => `${list}${tag}/${path}`

/** Somebody's, used at the hall. */
async function cardOf(email: string): Promise<TestCard> {
  const [card] = await newCards(server, 1)
  if (!card) throw new Error('no card was made')
  await server.cli('card', 'link', card.tag, '--email', email)
  await till.open(server, card)
  expect((await till.move(server, card.tag, { kind: 'credit', amount: 10 })).status).toBe(201)
  return card
}

/** Nobody asked the person: staff of the other organisation sells a top-up, which puts money there, to that address. */
async function sellTopUpTo(email: string) {
  const { json } = await other.book({ event: await other.event([]), email, prices: one(topUp.price) })
  expect((await other.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })).status).toBe(201)
}

async function isBlocked({ tag }: TestCard): Promise<boolean> {
  const { rows } = await client.query('select lost_at from nfc_card where tag_id = $1', [tag])
  return rows[0].lost_at !== null
}

describe('an organisation that sold something to the address of a card’s person', () => {
  /** Seen red without wasUsedHere in listLinked, and in findUsedCard. */
  it('sees neither the number nor the tag of the card, and finds it by none of them', async () => {
    const email = visitor()
    const card = await cardOf(email)
    await sellTopUpTo(email)
    const event = await other.event([])
    await other.book({ event, email, prices: one(topUp.price) })
    for (const [language, none, nothing] of [
      ['en', 'No card used here', 'No card used here matches.'],
      ['fr', 'Aucune carte utilisée ici', 'Aucune carte utilisée ici ne correspond.'],
    ] as const) {
      for (const answer of [await find(email, stranger, language), await stranger.show(list, language)]) {
        for (const shown of [email, none]) expect(answer.text).toContain(shown)
        for (const hidden of [card.tag, card.number]) expect(answer.text).not.toContain(`>${hidden}`)
        expect(answer.text).not.toContain(at(card))
      }
      for (const q of [card.tag, card.number, card.number.toLowerCase()]) {
        const answer = await find(q, stranger, language)
        expect([answer.status, answer.text.includes(nothing)], q).toEqual([200, true])
      }
    }
    const bookings = await stranger.show(`/admin/reservations/?q=${card.tag}`)
    expect([bookings.status, bookings.text.includes('No bookings match.')]).toEqual([200, true])
    expect((await find(card.tag, seller)).headers['location']).toBe(at(card))
  })

  /** Seen red with findKnownCard in blockUsedCard, in describeUsedCard, and with isInHand in the reversal of the page. */
  it('opens no page of it, blocks it by no form, and undoes nothing with it', async () => {
    const email = visitor()
    const [card, second] = [await cardOf(email), await cardOf(email)]
    await sellTopUpTo(email)
    await otherTill.open(server, second)
    const moved = await otherTill.move(server, second.tag, { kind: 'credit', amount: 4 })
    expect((await stranger.show(at(card))).status).toBe(404)
    for (const wanted of [card.tag, card.tag.toLowerCase(), card.number]) {
      const path = `${list}${wanted}/loss/`
      expect((await stranger.press(path, [['tag_id', card.tag]])).status, path).toBe(404)
      expect((await stranger.press(`${list}${wanted}/loss/?tag_id=${card.tag}`, [])).status).toBe(404)
    }
    // A movement of the purse that both cards reach, undone with the one that was never held up here.
    expect((await stranger.press(at(card, 'reversals/'), [['movement', moved.json.uuid]])).status).toBe(404)
    expect(await isBlocked(card)).toBe(false)
    expect((await otherTill.read(server, second.tag)).json.balance).toBe(14)
    const noted = `select count(*)::int as noted from audit_entry where action = 'card.lost' and after->>'number' = $1`
    expect((await client.query(noted, [card.number])).rows).toEqual([{ noted: 0 }])
    expect((await stranger.show(at(second))).text).not.toContain(card.number)
    expect((await till.move(server, card.tag, { kind: 'debit', amount: 1 })).status).toBe(201)
  })

  /** Seen red with isInHand for whoever asks. */
  it('moves nothing with it through the API where no till asks but somebody who signed in', async () => {
    const email = visitor()
    const card = await cardOf(email)
    await sellTopUpTo(email)
    const answer = await server.send(other.slug, 'POST', `/api/cards/${card.tag}/movements/`, {
      cookie: await signIn(server, other.slug, other.slug, 'admin@example.org'),
      headers: { origin: originOf(server, other.slug) },
      body: { kind: 'credit', amount: 1 },
    })
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
    expect((await stranger.show(at(card))).status).toBe(404)
  })

  /** Seen red with markCard of the server in blockUsedCard, and without the join of known_card. */
  it('does nothing with it at a till that never had it in hand, and blocks it there alone once one had', async () => {
    const email = visitor()
    const card = await cardOf(email)
    await sellTopUpTo(email)
    expect((await stranger.show(at(card))).status).toBe(404)
    for (const kind of ['credit', 'debit'])
      expect((await otherTill.move(server, card.tag, { kind, amount: 0.01 })).status).toBe(404)
    expect((await otherTill.read(server, card.tag)).status).toBe(404)
    expect((await stranger.press(at(card, 'loss/'), [])).status).toBe(404)
    await otherTill.open(server, card)
    expect((await otherTill.move(server, card.tag, { kind: 'debit', amount: 2 })).status).toBe(201)
    expect((await find(email)).text).toContain(at(card))
    expect((await stranger.press(at(card, 'loss/'), [])).status).toBe(303)
    expect((await otherTill.move(server, card.tag, { kind: 'credit', amount: 1 })).json.code).toBe('card_lost')
    expect((await otherTill.open(server, card)).json.code).toBe('card_lost')
    // Where it is used by others it goes on.
    expect((await till.read(server, card.tag)).json).toMatchObject({ lost: false, balance: 10 })
    expect((await till.move(server, card.tag, { kind: 'debit', amount: 1 })).status).toBe(201)
    expect((await stranger.show(at(card))).text).toContain('Reported lost')
    expect((await seller.show(at(card))).text).not.toContain('Reported lost')
    expect(await isBlocked(card)).toBe(false)
  })
})

describe('where a card was used', () => {
  /** Seen red without the first half of wasUsedHere. */
  it('it stays so when it becomes somebody’s, with nothing left on it', async () => {
    const email = visitor()
    const [card] = await newCards(server, 1)
    if (!card) throw new Error('no card was made')
    await till.open(server, card)
    await server.cli('card', 'link', card.tag, '--email', email)
    expect((await find(card.number, seller)).headers['location']).toBe(at(card))
    expect((await find(email, seller)).text).toContain(at(card))
  })

  /** Seen red with all movements of the organisation in the second half of wasUsedHere. */
  it('it is not used for the next person who gets it', async () => {
    const [before, after] = [visitor(), visitor()]
    const card = await cardOf(before)
    await server.cli('card', 'unlink', card.tag)
    await server.cli('card', 'link', card.tag, '--email', after)
    const { price } = await hall.price('A')
    expect((await hall.post('/api/memberships/', { email: after, price })).status).toBe(201)
    expect((await seller.show(at(card))).status).toBe(404)
  })
})

describe('the person of a card', () => {
  const account = (cookie: string, language = 'en') =>
    server.send(hall.slug, 'GET', '/account/', {
      cookie,
      headers: { accept: 'text/html', 'accept-language': language },
    })
  const block = (cookie: string, tag_id: string, label = hall.slug) =>
    submitAt(server, label, '/account/cards/loss/', { tag_id }, { cookie })

  /** Seen red without the comparison of the account in blockOwnCard. */
  it('blocks it, wherever it was used, and nobody else’s', async () => {
    const [ada, eve] = [visitor(), visitor()]
    const [unused] = await newCards(server, 1)
    if (!unused) throw new Error('no card was made')
    await server.cli('card', 'link', unused.tag, '--email', ada)
    const used = await cardOf(ada)
    const cookie = await signIn(server, hall.slug, hall.slug, ada)
    const stolen = await signIn(server, hall.slug, hall.slug, eve)
    for (const tag of [unused.tag, 'FFFFFFFF', 'none', ''])
      expect((await block(stolen, tag)).status, tag).toBe(tag === '' ? 400 : 404)
    expect((await account(stolen)).text).not.toContain('Your cards')
    const { text } = await account(cookie)
    for (const shown of ['Your cards', unused.number, used.number, `Block the card ${unused.number}`])
      expect(text).toContain(shown)
    expect((await account(cookie, 'fr')).text).toContain(`Bloquer la carte ${unused.number}`)
    expect((await submitAt(server, hall.slug, '/account/cards/loss/', { tag_id: unused.tag })).status).toBe(401)
    for (const _ of [1, 2])
      expect((await block(cookie, unused.tag.toLowerCase())).headers['location']).toBe(
        '/account/?done=card-blocked#cards',
      )
    expect([await isBlocked(unused), await isBlocked(used)]).toEqual([true, false])
    expect((await account(cookie)).text).not.toContain(`Block the card ${unused.number}`)
  })
})

/** Seen red without markCard in unblockCard, and without the note of it at Root. */
it('is unblocked at Root alone, and Root’s log says so once', async () => {
  const card = await cardOf(visitor())
  const url = '/admin/server/cards/unblocking/'
  await seller.press(at(card, 'loss/'), [])
  const isLostHere = async () => (await till.read(server, card.tag)).json.lost
  expect((await seller.press(url, [['tag_id', card.tag]])).status).toBe(404)
  expect(await isLostHere()).toBe(true)
  const press = (tag_id: string) => submitAt(server, '', url, { tag_id }, { cookie: root })
  for (const tag of ['FFFFFFFF', 'none']) expect((await press(tag)).status).toBe(404)
  for (const _ of [1, 2])
    expect((await press(card.tag)).headers['location']).toBe(`/admin/server/cards/?q=${card.tag}&done=unblocked`)
  expect(await isLostHere()).toBe(false)
  expect((await till.move(server, card.tag, { kind: 'debit', amount: 1 })).status).toBe(201)
  const noted = `select after->>'card' as card from audit_entry where action = 'card.unblocked'`
  expect((await client.query(noted)).rows).toEqual([{ card: card.tag }])
})

/** Seen red with every card of theirs unknown from then on: the next tap opened it, and money moved. */
it('stays blocked where its person has their data erased, and nowhere else', async () => {
  const email = visitor()
  const [blocked, free] = [await cardOf(email), await cardOf(email)]
  expect((await seller.press(at(blocked, 'loss/'), [])).status).toBe(303)
  await otherTill.open(server, blocked)
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  expect((await submitAt(server, hall.slug, '/account/erasure/', {}, { cookie })).status).toBe(200)
  const credit = { kind: 'credit', amount: 1 }
  for (const answer of [await till.open(server, blocked), await till.move(server, blocked.tag, credit)])
    expect([answer.status, answer.json.code]).toEqual([409, 'card_lost'])
  expect((await seller.show(at(blocked))).status).toBe(404)
  expect((await till.read(server, free.tag)).status).toBe(404)
  expect((await till.open(server, free)).status).toBe(201)
  expect((await otherTill.move(server, blocked.tag, credit)).status).toBe(201)
})
