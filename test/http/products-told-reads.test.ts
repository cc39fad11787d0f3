import { expect, inject, it } from 'vitest'
import { createTestDatabase } from '../harness/database.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What is told of products is read at once, however many there are. Seen red with one read for each. */
const proxy = await startDatabaseProxy(inject('databaseServer'))
const own = await createTestDatabase('furnished')
const { server, hall, other } = await twoOffices({
  environment: { ROLE: 'web' },
  database: { ...own, url: proxy.address(own.url) },
})

async function eventOf(office: typeof hall, count: number): Promise<string> {
  const products: string[] = []
  for (let number = 0; number < count; number++) {
    const body = { name: `Kind ${number}`, categorie_article: 'B', short_description: `Said ${number}` }
    products.push(await office.create('products', body))
    await office.create('prices', { product: products.at(-1), name: 'Full price', prix: 5 })
  }
  const event = await office.event(products)
  return `/events/${(await office.get(`/api/events/${event}/`)).json.slug}/`
}

it('the page of an event reads products no more often for nine of them than for one', async () => {
  const [one, nine, theirs] = [await eventOf(hall, 1), await eventOf(hall, 9), await eventOf(other, 1)]
  const reads = async (office: typeof hall, path: string, said: string) => {
    proxy.take()
    const { text } = await visitorAt(server, office).show(path)
    expect(text).toContain(said)
    return proxy.take().statements.filter((statement) => statement.text.includes('from "product"')).length
  }
  expect(await reads(hall, one, 'Said 0')).toBe(1)
  expect(await reads(hall, nine, 'Said 8')).toBe(1)
  expect(await reads(other, theirs, 'Said 0')).toBe(1)
})
