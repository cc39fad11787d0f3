import type { BoxOffice } from './box-office.ts'
import { one, visitor } from './booking.ts'
import type { PageState } from './page-state.ts'
import { send } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'

/** Makes an event at which strangers have just booked so much that the next are asked for more (ADR 0246); returns its page's address. */
export async function rushedEvent(server: TestServer, hall: BoxOffice, priceFields = {}): Promise<string> {
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 12, ...priceFields })
  const event = await hall.event([product], { name: 'The Owls & <b>Friends</b>', capacity: 40 })
  for (const qty of [4, 4]) await hall.book({ event, email: visitor(), prices: one(price, qty) })
  return `${originOf(server, hall.slug)}/events/${(await hall.get(`/api/events/${event}/`)).json.slug}/`
}

/** The pages of a server that counts requests. A challenge solved by itself is seen in browser/proof-of-work.test.ts. */
export function rushStates(server: TestServer, hall: BoxOffice): PageState[] {
  // Ten minutes later it is no longer a rush.
  const rushed = { route: 'POST /events/:slug/booking/', url: () => rushedEvent(server, hall) } as const
  const ask: PageState['act'] = async (page) => {
    await page.evaluate(() => {
      const field = document.createElement('input')
      Object.assign(field, { type: 'hidden', name: 'altcha', value: 'not the solution' })
      document.querySelector('form[action$="/booking/"]')?.append(field)
    })
    await send({ qty: '2', email: visitor() })(page)
    await page.locator('button[data-solve]').waitFor()
  }
  const mail: PageState['act'] = async (page) => {
    await ask(page)
    await page.locator('[name=by_mail]').press('Enter')
    await page.locator('[name=code]').waitFor()
  }
  return [
    { ...rushed, name: 'booking, challenge not solved', status: 428, act: ask },
    { ...rushed, name: 'booking, code mailed', act: mail },
    {
      ...rushed,
      name: 'booking, wrong code',
      status: 400,
      async act(page) {
        await mail(page)
        await send({ code: '123 4567' })(page)
        await page.locator('[name=code][aria-invalid]').waitFor()
      },
    },
  ]
}
