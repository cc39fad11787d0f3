import { one, visitor } from './booking.ts'
import { openBoxOffice, untilQuiet } from './box-office.ts'
import { type PageState, send } from './page-state.ts'
import { pathOf } from './payments.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

const payment = 'GET /test-payments/:token/'

/** The pages that a sandbox alone has: the test payment, and the mails that it keeps. */
export async function sandboxStates(server: TestServer): Promise<PageState[]> {
  const office = await openBoxOffice(server, 'Le Bac à sable', '--sandbox')
  const { product, price } = await office.price('B', { name: 'Full price', prix: 12 })
  const event = await office.event([product], { name: 'Night of the castles' })
  const origin = originOf(server, office.slug)
  const client = await server.database.connect()
  const email = visitor()
  /** The address of the page to pay a new booking at. */
  const book = async () => {
    const { json } = await office.book({ event, email, prices: one(price, 2) })
    const { headers } = await server.send(office.slug, 'GET', pathOf(json.checkout_url))
    return String(headers['location'])
  }
  const answer = (address: string, word: string) =>
    server.send(office.slug, 'POST', pathOf(address), {
      body: `answer=${word}`,
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    })
  const open = await book()
  const paid = await book()
  await answer(paid, 'pay')
  await server.send(office.slug, 'POST', '/sign-in/', {
    body: 'email=ada%40lovelace.name',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
  })
  await untilQuiet(client)
  const kept = async (kind: string) => {
    const { rows } = await client.query('select id from mail where tenant_id = $1 and kind = $2 and status = $3', [
      office.tenantId,
      kind,
      'kept',
    ])
    return `${origin}/admin/mails/${rows[0].id}/`
  }
  const [tickets, signIn] = [await kept('tickets'), await kept('sign_in')]
  await client.end()
  const settings = `${origin}/admin/settings/sandbox/`
  const cookie = await sharedSignIn(server, office.slug, office.slug, 'admin@example.org')
  return [
    { name: 'a test payment', route: payment, url: open },
    { name: 'a test payment, over', route: payment, url: paid },
    {
      name: 'a test payment, refused',
      route: 'POST /test-payments/:token/',
      url: open,
      act: (page) => page.locator('button[value=refuse]').press('Enter'),
    },
    { name: 'mails that a sandbox kept', route: 'GET /admin/mails/', url: `${origin}/admin/mails/`, cookie },
    { name: 'a mail that a sandbox kept', route: 'GET /admin/mails/:uuid/', url: tickets, cookie },
    { name: 'a mail to sign in, kept', route: 'GET /admin/mails/:uuid/', url: signIn, cookie },
    {
      name: 'payment settings of a sandbox',
      route: 'GET /admin/settings/payment/',
      url: `${origin}/admin/settings/payment/`,
      cookie,
    },
    { name: 'a sandbox, to be deleted', route: 'GET /admin/settings/sandbox/', url: settings, cookie },
    {
      name: 'a sandbox, another name typed',
      route: 'POST /admin/settings/sandbox/deletion/',
      url: settings,
      status: 400,
      cookie,
      act: send({ name: 'Le bac' }),
    },
  ]
}
