import { randomUUID } from 'node:crypto'
import { visitor } from './booking.ts'
import { type BoxOffice, openBoxOffice } from './box-office.ts'
import { createTill, creditMembershipAsBefore, newCards } from './cards.ts'
import { mailedLink } from './mailed-link.ts'
import { type PageState, send } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { visitorAt } from './visitor.ts'

/** The pages of cards: the list, the search, and one card with what staff puts right. */
export async function cardStates(server: TestServer): Promise<PageState[]> {
  const [fair, empty] = [await openBoxOffice(server, 'La Grande Foire'), await openBoxOffice(server, 'Le Quai Vide')]
  const till = createTill(fair.slug, fair.key)
  const [linked, nobodys, lost] = await newCards(server, 3)
  if (!linked || !nobodys || !lost) throw new Error('no cards were made')
  const email = visitor()
  await server.cli('card', 'link', linked.tag, '--email', email)
  for (const card of [linked, nobodys, lost]) {
    await till.open(server, card)
    await till.move(server, card.tag, { kind: 'credit', amount: 20, note: 'At the entrance' })
  }
  await till.move(server, linked.tag, { kind: 'debit', amount: 12.5, note: 'Two lemonades' })
  await server.cli('card', 'lost', lost.tag)
  await putMembershipsOn(server, fair, email)
  const product = await fair.create('products', { name: 'Money for the bar', categorie_article: 'R' })
  const price = await fair.create('prices', { product, name: 'Twenty', prix: 20 })
  await fair.create('prices', { product, name: 'What you like', prix: 5, free_price: true })
  const ordered = await fair.post('/api/top-ups/', { email, price, card: nobodys.number })
  await fair.post(`/api/reservations/${ordered.json.reservation}/payments/`, { method: 'cash' })
  const at = ({ slug }: { readonly slug: string }, path: string) => ({
    url: `${originOf(server, slug)}/admin/cards/${path}`,
    cookie: () => sharedSignIn(server, slug, slug, 'admin@example.org'),
  })
  const [list, one, credits] = ['GET /admin/cards/', 'GET /admin/cards/:tag_id/', 'GET /admin/cards/memberships/']
  const topUp = 'top-ups/new/'
  return [
    { name: 'cards', route: list, ...at(fair, '') },
    { name: 'cards, none', route: list, ...at(empty, '') },
    { name: 'cards, none found', route: list, ...at(fair, '?q=zzzz') },
    { name: 'money from memberships', route: credits, ...at(fair, 'memberships/?done=undone') },
    { name: 'money from memberships, none', route: credits, ...at(empty, 'memberships/') },
    { name: 'a card', route: one, ...at(fair, `${linked.tag}/`) },
    { name: 'a card that is nobody’s', route: one, ...at(fair, `${nobodys.tag}/?done=reversed`) },
    { name: 'a card that is lost', route: one, ...at(fair, `${lost.tag}/?done=lost`) },
    { name: 'topping up', route: `GET /admin/cards/${topUp}`, ...at(fair, `${topUp}?card=${nobodys.number}`) },
    { name: 'topping up, nothing on sale', route: `GET /admin/cards/${topUp}`, ...at(empty, topUp) },
    {
      name: 'topping up, refused',
      route: `POST /admin/cards/${topUp}`,
      status: 400,
      ...at(fair, topUp),
      act: (page) => page.locator('button[value=cash]').press('Enter'),
    },
    {
      name: 'topping up, priced',
      route: `POST /admin/cards/${topUp}`,
      ...at(fair, `${topUp}?card=${nobodys.number}`),
      async act(page) {
        await page.selectOption('#price', price)
        await page.locator('#card').press('Enter')
      },
    },
    {
      name: 'a card, spent',
      route: 'POST /admin/cards/:tag_id/reversals/',
      status: 409,
      ...at(fair, `${linked.tag}/`),
      act: (page) => page.locator('main table form button').last().press('Enter'),
    },
  ]
}

/**
 * Notes a membership on the card of somebody, and of two others whose membership put money on their cards in former times; one has
 * spent it.
 */
async function putMembershipsOn(server: TestServer, house: BoxOffice, email: string): Promise<void> {
  const client = await server.database.connect()
  const fields = { name: 'Friends of the fair', categorie_article: 'A', send_to_cashless: true }
  const product = await house.create('products', fields)
  const price = await house.create('prices', { product, name: 'Yearly', prix: 30, subscription_type: 'Y' })
  await house.post('/api/memberships/', { email, price })
  const [left, spent] = [visitor(), visitor()]
  for (const email of [left, spent]) {
    await house.post('/api/memberships/', { email, price })
    await creditMembershipAsBefore(client, house.tenantId, email)
  }
  await client.query('update purse set balance_minor = 0 where email = $1', [spent])
  await client.end()
}

/** The page where a card is topped up, to strangers and to whoever is signed in, and what follows. */
export async function topUpStates(server: TestServer): Promise<PageState[]> {
  const [quay, empty] = [await openBoxOffice(server, 'La Buvette'), await openBoxOffice(server, 'Le Comptoir')]
  const [mine, nobodys] = await newCards(server, 2)
  if (!mine || !nobodys) throw new Error('no cards were made')
  const product = await quay.create('products', { name: 'Money for the bar', categorie_article: 'R' })
  const price = await quay.create('prices', { product, name: 'Twenty', prix: 20 })
  await quay.create('prices', { product, name: 'What you like', prix: 5, free_price: true })
  await quay.create('prices', { product, name: 'With a glass', prix: 25, stock: 0 })
  const email = visitor()
  await server.cli('card', 'link', mine.tag, '--email', email)
  const till = createTill(quay.slug, quay.key)
  await till.open(server, mine)
  await till.open(server, nobodys)
  await till.move(server, mine.tag, { kind: 'credit', amount: 12.5 })
  const url = `${originOf(server, quay.slug)}/top-up/`
  const order = async () => {
    const payer = visitor()
    const form = { key: randomUUID(), price, email: payer, card: nobodys.number }
    const page = String((await visitorAt(server, quay).submit('/top-up/', form)).headers['location'])
    return { payer, page, url: originOf(server, quay.slug) + page }
  }
  const [waiting, paid] = [await order(), await order()]
  await quay.post(`/api/reservations/${paid.page.split('/')[2]}/payments/`, { method: 'cash' })
  const [form, booking] = ['POST /top-up/', 'GET /bookings/:uuid/:proof/']
  return [
    { name: 'top-ups', route: 'GET /top-up/', url },
    { name: 'top-ups, none', route: 'GET /top-up/', url: `${originOf(server, empty.slug)}/top-up/` },
    {
      name: 'top-ups, signed in',
      route: 'GET /top-up/',
      url,
      cookie: () => sharedSignIn(server, quay.slug, quay.slug, email),
    },
    {
      name: 'top-up refused',
      route: form,
      url,
      status: 400,
      act: (page) => page.locator('main form button').press('Enter'),
    },
    {
      name: 'top-up of no card',
      route: form,
      url,
      status: 400,
      async act(page) {
        await page.locator(`[value="${price}"]`).check()
        await send({ card: 'N-NONE', email: 'ada@visitor.test' })(page)
        await page.locator('[name=card][aria-invalid]').waitFor()
      },
    },
    { name: 'top-up to be confirmed', route: booking, url: waiting.url },
    { name: 'confirming a top-up', route: 'GET /confirm/:token/', url: () => mailedLink(server, waiting.payer) },
    { name: 'top-up paid', route: booking, url: paid.url },
  ]
}
