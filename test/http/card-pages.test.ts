import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { createTill, newCards } from '../harness/cards.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Cards as the staff of one organisation sees them: what is on them here, whose they are, lost ones, undone movements (ADR 0160). */
const { server, client, hall, other } = await twoOffices()

const boxOffice = 'box@office.test'
await server.cli('team', 'set', '--tenant', hall.slug, '--email', boxOffice, '--role', 'box_office')
const seller = await staffOf(server, hall, boxOffice)
const owner = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const till = createTill(hall.slug, hall.key)
const otherTill = createTill(other.slug, other.key)

const list = '/admin/cards/'
const find = (q: string, who = seller) => who.show(`${list}?${new URLSearchParams({ q })}`)

/** Known at the hall, with ten euros on it; linked to somebody, or nobody's. */
async function aCard(email?: string) {
  const [card] = await newCards(server, 1)
  if (!card) throw new Error('no card was made')
  if (email !== undefined) await server.cli('card', 'link', card.tag, '--email', email)
  await till.open(server, card)
  const { json } = await till.move(server, card.tag, { kind: 'credit', amount: 10 })
  return { ...card, page: `${list}${card.tag}/`, credit: String(json.uuid) }
}

const balanceOf = async (tag: string) => (await till.read(server, tag)).json.balance

describe('the list', () => {
  /** Seen red with findCardByText answering with a card of another organisation. */
  it('leads to a card by its number, tag or person, and to none that was not used here', async () => {
    const email = visitor()
    const card = await aCard(email)
    for (const q of [card.number, card.number.toLowerCase(), card.tag, ` ${card.tag.toLowerCase()} `]) {
      const answer = await find(q)
      expect([answer.status, answer.headers['location']], q).toEqual([303, card.page])
      expect((await find(q, stranger)).text, q).toContain('No card used here matches.')
    }
    const { text } = await find(email.toUpperCase())
    for (const shown of [email, card.number, '€10.00', 'Usable']) expect(text).toContain(shown)
    expect((await find(email, stranger)).text).toContain('No card used here matches.')
    expect((await stranger.show(list)).text).toContain('Cards that were used here appear here')
    expect((await seller.show(list)).text).toContain(card.number)
    const [unknown] = await newCards(server, 1)
    expect((await find(unknown?.number ?? '')).text).toContain('No card used here matches.')
  })
})

describe('the page of a card', () => {
  it('says whose it is and what is on it here alone, in both languages', async () => {
    const email = visitor()
    const card = await aCard(email)
    await otherTill.open(server, card)
    await otherTill.move(server, card.tag, { kind: 'credit', amount: 77 })
    const { text } = await seller.show(card.page)
    for (const shown of [card.number, card.tag, email, '€10.00']) expect(text).toContain(shown)
    expect(text).not.toContain('€77')
    expect((await seller.show(card.page, 'fr')).text).toMatch(/Solde ici.*10,00.€/s)
    const fields = { name: 'Les Amis', categorie_article: 'A', send_to_cashless: true }
    const product = await hall.create('products', fields)
    const price = await hall.create('prices', { product, name: 'Yearly', prix: 0, subscription_type: 'Y' })
    expect((await hall.post('/api/memberships/', { email, price })).status).toBe(201)
    expect((await seller.show(card.page, 'fr')).text).toMatch(/Les Amis, jusqu’au [a-z]+ \d+/)
    const nobodys = await aCard()
    expect((await seller.show(nobodys.page)).text).toContain('Nobody’s')
    expect((await stranger.show(nobodys.page)).status).toBe(404)
    expect((await seller.show(`${list}nonsense/`)).status).toBe(404)
  })

  /** Seen red without reversalOf in what is asked for: nothing is undone. */
  it('undoes what a till put on, once, and not what is spent', async () => {
    const card = await aCard()
    const press = (movement: string) => seller.press(`${card.page}reversals/`, [['movement', movement]])
    expect((await press(card.credit)).headers['location']).toBe(`${card.page}?done=reversed`)
    expect(await balanceOf(card.tag)).toBe(0)
    const again = await press(card.credit)
    expect([again.status, again.text.includes('It has already been reversed.')]).toEqual([409, true])
    const { json } = await till.move(server, card.tag, { kind: 'credit', amount: 8 })
    await till.move(server, card.tag, { kind: 'debit', amount: 5 })
    const spent = await press(json.uuid)
    expect([spent.status, spent.text.includes('is spent already')]).toEqual([409, true])
    expect(await balanceOf(card.tag)).toBe(3)
    const elsewhere = await aCard()
    expect((await press(elsewhere.credit)).status).toBe(400)
    const text = 'select actor_id as who from purse_movement where reversal_of = $1'
    const { rows } = await client.query(text, [card.credit])
    const account = await client.query('select id from account where email = $1', [boxOffice])
    expect(rows).toEqual([{ who: account.rows[0].id }])
  })

  /** Seen red without markCardHere, and without the question whether the card is known here. */
  it('blocks a lost card here, once, and notes who did it; a stranger blocks nothing', async () => {
    const card = await aCard(visitor())
    expect((await stranger.press(`${card.page}loss/`, [])).status).toBe(404)
    expect((await till.move(server, card.tag, { kind: 'credit', amount: 1 })).status).toBe(201)
    for (const _ of [1, 2])
      expect((await seller.press(`${card.page}loss/`, [])).headers['location']).toBe(`${card.page}?done=lost`)
    expect((await till.move(server, card.tag, { kind: 'debit', amount: 1 })).json.code).toBe('card_lost')
    const entries = `select account.email from audit_entry join account on account.id = actor_id
      where action = 'card.lost' and after->>'number' = $1`
    expect((await client.query(entries, [card.number])).rows).toEqual([{ email: boxOffice }])
    expect((await owner.show('/admin/audit/')).text).toMatch(
      new RegExp(`Number of the card:</span>.{0,40}${card.number}`),
    )
    const { text } = await seller.show(card.page)
    expect(text).toMatch(/Lost.*€11\.00/s)
    expect(text).not.toContain('reversals/')
    const late = await seller.press(`${card.page}reversals/`, [['movement', card.credit]])
    expect([late.status, late.text.includes('nothing moves on it any more')]).toEqual([409, true])
  })
})
