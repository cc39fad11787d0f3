import { visitor } from './booking.ts'
import { type BoxOffice, openBoxOffice } from './box-office.ts'
import { createTill, creditMembershipAsBefore, newCards } from './cards.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

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
  const at = ({ slug }: { readonly slug: string }, path: string) => ({
    url: `${originOf(server, slug)}/admin/cards/${path}`,
    cookie: () => sharedSignIn(server, slug, slug, 'admin@example.org'),
  })
  const [list, one, credits] = ['GET /admin/cards/', 'GET /admin/cards/:tag_id/', 'GET /admin/cards/memberships/']
  return [
    { name: 'cards', route: list, ...at(fair, '') },
    { name: 'cards, none', route: list, ...at(empty, '') },
    { name: 'cards, none found', route: list, ...at(fair, '?q=zzzz') },
    { name: 'money from memberships', route: credits, ...at(fair, 'memberships/?done=undone') },
    { name: 'money from memberships, none', route: credits, ...at(empty, 'memberships/') },
    { name: 'a card', route: one, ...at(fair, `${linked.tag}/`) },
    { name: 'a card that is nobody’s', route: one, ...at(fair, `${nobodys.tag}/?done=reversed`) },
    { name: 'a card that is lost', route: one, ...at(fair, `${lost.tag}/?done=lost`) },
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
