import type { Page } from 'playwright-core'
import { type BoxOffice, openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

/** The pages of the desk: before a visitor comes, after a sale, and when something cannot be sold. */
export async function saleStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [full, reduced, shirt] = [
    await hall.price('B', { name: 'Full price', prix: 12 }),
    await hall.price('B', { name: 'What you can give', prix: 5, free_price: true, stock: 3 }),
    await hall.price('T', { name: 'T-shirt', prix: 20 }),
  ]
  const products = [full, reduced, shirt].map(({ product }) => product)
  const option = await hall.create('optionticket', { name: 'Vegetarian' })
  const event = await hall.event(products, { name: 'Night of the harbour', options: [option] })
  await hall.create('promotional-codes', { code: 'WHARF', discount_rate: 20 })
  const gone = await hall.event([], { name: 'Nothing on sale' })
  const empty = await openBoxOffice(server, 'Le Petit Pont')
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const emptyCookie = () => sharedSignIn(server, empty.slug, empty.slug, 'admin@example.org')
  const [desk, selling] = ['GET /admin/sale/', 'POST /admin/sale/']
  const at = `${originOf(server, hall.slug)}/admin/sale/`
  const url = `${at}?event=${event}`
  const want = async (page: Page, quantity: string) => {
    await page.fill(`#quantity-${full.price}`, quantity)
    await page.locator('button[value=cash]').press('Enter')
  }
  const lists = 'GET /admin/door-lists/'
  return [
    { name: 'door lists', route: lists, url: `${originOf(server, hall.slug)}/admin/door-lists/`, cookie },
    {
      name: 'door lists, none',
      route: lists,
      url: `${originOf(server, empty.slug)}/admin/door-lists/`,
      cookie: emptyCookie,
    },
    { name: 'the desk', route: desk, url, cookie },
    { name: 'the desk, nothing on sale', route: desk, url: `${at}?event=${gone}`, cookie },
    {
      name: 'the desk, no events',
      route: desk,
      url: `${originOf(server, empty.slug)}/admin/sale/`,
      cookie: emptyCookie,
    },
    {
      name: 'the desk, sold',
      route: selling,
      url,
      cookie,
      async act(page) {
        await page.fill(`#quantity-${shirt.price}`, '1')
        await page.fill('#email', 'ada@example.org')
        await want(page, '2')
        await page.locator('[role=status] .button').waitFor()
      },
    },
    {
      name: 'the desk, priced with a code',
      route: selling,
      url,
      cookie,
      async act(page) {
        await page.fill(`#quantity-${full.price}`, '2')
        await page.locator('summary', { hasText: /c[oó]d/i }).press('Enter')
        await page.fill('#promotional_code', 'WHARF')
        await page.locator('#promotional_code').press('Enter')
      },
    },
    {
      name: 'the desk, another total',
      route: selling,
      url,
      cookie,
      status: 409,
      async act(page) {
        await page.locator('summary', { hasText: /c[oó]d/i }).press('Enter')
        await page.fill('#promotional_code', 'WHARF')
        await want(page, '2')
      },
    },
    {
      name: 'the desk, refused',
      route: selling,
      url,
      cookie,
      status: 400,
      async act(page) {
        await page.fill('#email', 'nobody')
        await want(page, '0')
      },
    },
    {
      name: 'the desk, too many',
      route: selling,
      url,
      cookie,
      status: 409,
      async act(page) {
        await page.fill(`#quantity-${reduced.price}`, '4')
        await want(page, '1')
      },
    },
  ]
}
