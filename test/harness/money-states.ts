import { one, visitor } from './booking.ts'
import { type BoxOffice, hoursAhead } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

/** The pages of the books: with something in them, with nothing, and for days that do not exist; and the lists to export. */
function accountingStates(server: TestServer, hall: BoxOffice, cookie: () => Promise<string>): PageState[] {
  const route = 'GET /admin/accounting/'
  const url = `${originOf(server, hall.slug)}/admin/accounting/`
  const [list, receipts] = ['GET /admin/accounting/receipts/', `${url}receipts/`]
  const exports = `${originOf(server, hall.slug)}/admin/exports/`
  const never = '?from=2001-01-01&to=2001-01-31'
  return [
    { name: 'accounting', route, url, cookie },
    { name: 'accounting, of a day', route, url: `${url}?from=${hoursAhead(0).slice(0, 10)}`, cookie },
    { name: 'accounting, nothing', route, url: `${url}${never}`, cookie },
    { name: 'accounting, no days', route, url: `${url}?from=2026-02-30`, cookie, status: 400 },
    { name: 'receipts', route: list, url: receipts, cookie },
    { name: 'receipts, none', route: list, url: `${receipts}${never}`, cookie },
    { name: 'exports', route: 'GET /admin/exports/', url: exports, cookie },
    { name: 'an export', route: 'GET /admin/exports/:list/', url: `${exports}tickets/`, cookie },
    {
      name: 'an export, no column',
      route: 'POST /admin/exports/:list/',
      status: 400,
      url: `${exports}members/`,
      cookie,
      async act(page) {
        for (const box of await page.locator('[name=columns]').all()) await box.uncheck()
        await page.locator('main form button[type=submit]').press('Enter')
      },
    },
  ]
}

/** The pages of money that is owed, and of payments disputed with a bank, in each state of a dispute. */
export async function refundStates(
  server: TestServer,
  hall: BoxOffice,
  cookie: () => Promise<string>,
): Promise<PageState[]> {
  const route = 'GET /admin/refunds/'
  const urlOf = (slug: string) => `${originOf(server, slug)}/admin/refunds/`
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 24 })
  const event = await hall.event([product], { name: 'A night that somebody regrets' })
  const client = await server.database.connect()
  const standings = [
    ['open', false] as const,
    ['open', true] as const,
    ['won', true] as const,
    ['won', false] as const,
    ['lost', true] as const,
  ]
  for (const [outcome, isWithdrawn] of standings) {
    const booked = await hall.book({ event, email: visitor(), prices: one(price, 2) })
    await hall.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'card' })
    await client.query(
      `insert into dispute (tenant_id, id, payment_id, reservation_id, provider_dispute_id, amount_minor, currency,
                            outcome, is_withdrawn, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, reservation_id, 'dp_' || id, 4800, 'EUR', $2, $3, now(), now()
         from payment where reservation_id = $1`,
      [booked.json.uuid, outcome, isWithdrawn],
    )
  }
  await client.end()
  const owed = await hall.book({ event, email: visitor(), prices: one(price, 1) })
  await hall.post(`/api/reservations/${owed.json.uuid}/payments/`, { method: 'cash' })
  await hall.post(`/api/reservations/${owed.json.uuid}/cancellation/`)
  return [
    ...accountingStates(server, hall, cookie),
    { name: 'refunds and disputes', route, url: urlOf(hall.slug), cookie },
    {
      name: 'refunds, none',
      route,
      url: urlOf('les-vieux-quais'),
      cookie: () => sharedSignIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test'),
    },
  ]
}
