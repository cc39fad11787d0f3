import { expect, it } from 'vitest'
import { endHold } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What lists of events say of what is to be had: the home page of an organisation, and a Meta's calendar over several. */
const { server, client, hall, other } = await twoOffices()
const email = 'ada@example.org'

const show = async (label: string, path = '/') =>
  (
    await server.send(label, 'GET', path, {
      headers: { accept: 'text/html', 'accept-language': 'en', 'cache-control': 'no-cache' },
    })
  ).text

/** The words of an event's card, without markup. */
function cardOf(page: string, name: string): string {
  const card = page.split('<li class="card">').find((one) => one.includes(`>${name}<`)) ?? ''
  return (
    card
      .split('</li>')[0]
      ?.replaceAll(/<[^>]+>/g, '|')
      .replaceAll(/\|+/g, '|') ?? ''
  )
}

/** A search is made for each who asks, never a copy. */
const fresh = (name: string) => `/?q=${encodeURIComponent(name)}`
const cardAtMeta = async (name: string) => cardOf(await show('meta', fresh(name)), name)

/** Seen red with whatever number is left, and with the currency of the page's organisation. */
it('what it costs and how few are left, of each organisation by its own', async () => {
  const { product, price } = await hall.price('B', { prix: '12.00', stock: 11, max_per_user: 10 })
  const dear = await hall.price('B', { prix: '30.00', stock: 0 })
  const event = await hall.event([product, dear.product], { name: 'Few of us' })
  const free = await hall.price('F', { prix: '0.00' })
  await hall.event([free.product], { name: 'For nothing' })
  await hall.event([free.product, dear.product, product], { name: 'For nothing, for some' })
  const open = await hall.price('B', { prix: '12.00', free_price: true })
  await hall.event([free.product, open.product], { name: 'For nothing, or from some' })
  const liked = await hall.price('B', { prix: '0.00', free_price: true })
  await hall.event([liked.product], { name: 'As people like' })
  await hall.event([], { name: 'Without prices' })
  await client.query("update tenant set currency = 'CHF' where id = $1", [other.tenantId])
  const theirs = await other.price('B', { prix: '7.00', stock: 5 })
  await other.event([theirs.product], { name: 'At theirs' })
  expect(await cardAtMeta('Few of us')).toMatch(/\|€12.00\|$/)
  await visitorAt(server, hall).book(event, price, { email })
  expect(await cardAtMeta('Few of us')).toMatch(/\|€12.00\|10 left\|$/)
  expect(await cardAtMeta('For nothing')).toMatch(/\|Free\|$/)
  expect(await cardAtMeta('For nothing, for some')).toMatch(/\|Free or €12.00\|/)
  expect(await cardAtMeta('For nothing, or from some')).toMatch(/\|Free or from €12.00\|/)
  expect(await cardAtMeta('As people like')).toMatch(/\|Pay what you like\|$/)
  expect(await cardAtMeta('Without prices')).toMatch(/\|The Hall[^|]*\|$/)
  expect(await cardAtMeta('At theirs')).toMatch(/\|CHF.7.00\|5 left\|$/)
  const home = await show(hall.slug, '/?page=1')
  expect(cardOf(home, 'Few of us')).toMatch(/\|€12.00\|10 left\|$/)
  expect(home).not.toContain('At theirs')
})

/** Seen red with everything counted as a place, and with the price for members among those for anybody. */
it('the least that lets anybody in: neither a poster that costs less, nor what members pay, unless all are theirs', async () => {
  const card = await hall.price('A', { name: 'Card' })
  const seat = await hall.price('B', { prix: '12.00' })
  const member = await hall.price('B', { prix: '8.00', adhesion_obligatoire: card.product })
  const poster = await hall.price('T', { prix: '5.00' })
  await hall.event([seat.product, member.product, poster.product], { name: 'Seats and more' })
  await hall.event([member.product, poster.product], { name: 'For members' })
  expect(await cardAtMeta('Seats and more')).toMatch(/\|€12.00\|/)
  expect(await cardAtMeta('For members')).toMatch(/\|€8.00\|/)
})

/** Seen red without ending holds. */
it('that all are gone, until a hold ends', async () => {
  const { product, price } = await hall.price('B', { prix: '9.00' })
  const event = await hall.event([product], { name: 'One chair', capacity: 1 })
  const path = await visitorAt(server, hall).book(event, price, { email })
  expect(await cardAtMeta('One chair')).toMatch(/\|Sold out\|$/)
  expect(cardOf(await show(hall.slug, '/?page=1'), 'One chair')).toMatch(/\|Sold out\|$/)
  await endHold(client, path.split('/')[2] ?? '')
  expect(await cardAtMeta('One chair')).toMatch(/\|€9.00\|1 left\|$/)
})

it('that it is not sold yet, or no longer, and that it has a new date', async () => {
  const soon = await hall.price('B', { sales_start: '2901-01-01T00:00:00Z' })
  const past = await hall.price('B', { sales_end: '2001-01-01T00:00:00Z' })
  await hall.event([soon.product], { name: 'Sold soon' })
  const moved = await hall.event([past.product], { name: 'Moved on' })
  expect(await cardAtMeta('Sold soon')).toMatch(/\|Not yet on sale\|$/)
  expect(await cardAtMeta('Moved on')).toMatch(/\|No longer on sale\|$/)
  const answer = await hall.post(`/api/events/${moved}/postponement/`, { datetime: '2900-01-10T20:00:00Z' })
  expect(answer.status, answer.text).toBeLessThan(300)
  expect(await cardAtMeta('Moved on')).toMatch(/\|New date\|No longer on sale\|$/)
})

/** Seen red with all artists named. */
it('who of those that play was searched for', async () => {
  const [lead, support] = [
    await hall.create('artists', { name: 'Nadia Brandt' }),
    await hall.create('artists', { name: 'Élodie Quist' }),
  ]
  await hall.event([], { name: 'Nadia Brandt', artists: [{ uuid: lead }, { uuid: support }] })
  expect(cardOf(await show('meta', '/?q=elodie'), 'Nadia Brandt')).toContain('|With Élodie Quist|')
  expect(cardOf(await show('meta', '/?q=nadia'), 'Nadia Brandt')).not.toContain('With')
  expect(cardOf(await show('meta'), 'Nadia Brandt')).not.toContain('With')
})
