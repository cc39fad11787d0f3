import { type BoxOffice, hoursAhead, openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

/** The pages of promotional codes: in use, to come and used up, one and many new ones, and what is wrong in a form. */
export async function codeStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const { product } = await hall.price('B', { name: 'Full price', prix: 12 })
  const code = await hall.create('promotional-codes', {
    code: 'CHOIR-2026',
    discount_rate: 12.5,
    products: [product],
    usage_limit: 40,
    start_datetime: hoursAhead(-24),
    end_datetime: hoursAhead(200),
  })
  const away = await hall.create('promotional-codes', { code: 'LONG-GONE', discount_amount: 2, active: false })
  const later = { code: 'A-VERY-LONG-CODE-THAT-SOMEBODY-HAS-TO-TYPE', discount_rate: 5 }
  await hall.create('promotional-codes', { ...later, code: later.code.slice(0, 40), start_datetime: hoursAhead(24) })
  const empty = await openBoxOffice(server, 'Le Petit Code')
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const emptyCookie = () => sharedSignIn(server, empty.slug, empty.slug, 'admin@example.org')
  const at = `${originOf(server, hall.slug)}/admin/promotional-codes/`
  const [list, one] = ['GET /admin/promotional-codes/', 'GET /admin/promotional-codes/:uuid/']
  const [add, make] = ['GET /admin/promotional-codes/new/', 'POST /admin/promotional-codes/new/']
  const [many, makeMany] = ['GET /admin/promotional-codes/many/', 'POST /admin/promotional-codes/many/']
  return [
    { name: 'codes', route: list, url: at, cookie },
    { name: 'codes, nothing found', route: list, url: `${at}?q=nothing`, cookie },
    {
      name: 'codes, none',
      route: list,
      cookie: emptyCookie,
      url: `${originOf(server, empty.slug)}/admin/promotional-codes/`,
    },
    { name: 'a code', route: one, url: `${at}${code}/`, cookie },
    { name: 'a code that is archived', route: one, url: `${at}${away}/`, cookie },
    { name: 'a new code', route: add, url: `${at}new/`, cookie },
    {
      name: 'a code refused',
      route: make,
      url: `${at}new/`,
      cookie,
      status: 400,
      async act(page) {
        await page.fill('#off', '200')
        await page.locator('#code').press('Enter')
      },
    },
    {
      name: 'a code, somebody was faster',
      route: 'POST /admin/promotional-codes/:uuid/',
      url: `${at}${code}/`,
      cookie,
      status: 409,
      async act(page) {
        await hall.patch(`/api/promotional-codes/${code}/`, { usage_limit: Math.floor(Date.now() / 1000) })
        await page.fill('#off', '50')
        await page.locator('#code').press('Enter')
      },
    },
    { name: 'many codes', route: many, url: `${at}many/`, cookie },
    {
      name: 'many codes refused',
      route: makeMany,
      url: `${at}many/`,
      cookie,
      status: 400,
      async act(page) {
        await page.fill('#count', '5000')
        await page.locator('#code').press('Enter')
      },
    },
    {
      name: 'many codes, sent again for others',
      route: makeMany,
      url: `${at}many/`,
      cookie,
      status: 422,
      async act(page) {
        const key = (await page.locator('main input[name="key"]').getAttribute('value')) ?? ''
        const make = async (count: string) => {
          for (const [at, value] of Object.entries({ code: 'GONE-BACK', off: '20', count }))
            await page.fill(`#${at}`, value)
          await page.locator('#code').press('Enter')
        }
        await make('2')
        await page.waitForURL((now) => !now.pathname.endsWith('/many/'))
        await page.goto(`${at}many/`)
        await page.locator('main input[name="key"]').evaluate((input, value) => input.setAttribute('value', value), key)
        await make('3')
        await page.waitForSelector('.refused')
      },
    },
  ]
}
