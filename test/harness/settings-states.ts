import { type BoxOffice, openBoxOffice } from './box-office.ts'
import { type PageState, sendNoColor } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { staffOf } from './staff.ts'
import { makeKey } from './shop.ts'
import { startAuthority } from './wallet-keys.ts'

/** The pages of the settings: as they are, saved, and when something in them cannot be saved. */
export async function settingsStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const fresh = await openBoxOffice(server, 'The Empty House')
  const keyed = await openBoxOffice(server, 'The Paid House')
  await (await staffOf(server, keyed)).press('/admin/settings/payment/', [['secret_key', 'sk_test_states']])
  const night = await keyed.event([], { name: 'A Night of Many Names' })
  const { slug: nightSlug } = (await keyed.get(`/api/events/${night}/`)).json
  const sites = ['https://www.paid-house.test', 'https://shop.paid-house.test']
  const key = await makeKey(server, keyed.slug, ['place:write'])
  await server.send(keyed.slug, 'PATCH', '/api/settings/', { key, body: { sites } })
  await server.send(keyed.slug, 'PATCH', '/api/fediverse/', { key, body: { on: true } })
  const housed = await openBoxOffice(server, 'The Known House')
  const owner = await staffOf(server, housed)
  for (const domain of ['tickets.known-house.test', 'proved.test', 'a-very-long-name-of-a-house.gone.test'])
    await owner.press('/admin/settings/domains/', [['domain', domain]])
  await takeDomains(server, ['proved.test', 'a-very-long-name-of-a-house.gone.test'])
  await owner.press('/admin/settings/domains/main/', [['domain', 'proved.test']])
  const gone = [['domain', 'a-very-long-name-of-a-house.gone.test']] as const
  await owner.press('/admin/settings/domains/checks/', gone)
  const authority = await startAuthority()
  await server.cli('wallet', 'set-apple', '--tenant', keyed.slug, ...(await authority.issue()).words)
  const account = (await authority.serviceAccount()).path
  const google = ['wallet', 'set-google', '--tenant', keyed.slug, '--issuer', '3388000000022123456']
  await server.cli(...google, '--service-account', account)
  await authority.remove()
  const of = ({ slug }: BoxOffice, room = '') => ({
    url: `${originOf(server, slug)}/admin/settings/${room}`,
    cookie: () => sharedSignIn(server, slug, slug, 'admin@example.org'),
  })
  const [identity, look, rules, payment, domains, wallets, website, fediverse] = [
    '',
    'look/',
    'rules/',
    'payment/',
    'domains/',
    'wallets/',
    'website/',
    'fediverse/',
  ].map((room) => `/admin/settings/${room}`)
  const text = { name: 'a.pem', mimeType: 'text/plain', buffer: Buffer.from('no key') }
  return [
    { name: 'settings', route: `GET ${identity}`, ...of(hall) },
    { name: 'settings, nothing sold yet', route: `GET ${identity}`, ...of(fresh) },
    {
      name: 'settings, refused',
      route: `POST ${identity}`,
      ...of(fresh),
      status: 400,
      async act(page) {
        // A check of the service alone: the page itself holds back a text that is no website.
        await page.fill('#phone', 'call me')
        await page.locator('main form [type=submit]').press('Enter')
      },
    },
    {
      name: 'settings, what stays in a new time zone',
      route: `POST ${identity}`,
      ...of(hall),
      status: 409,
      async act(page) {
        // Empty the fields whose former values would be refused first.
        const contact = ['phone', 'website', 'facebook', 'twitter', 'instagram']
        const optional = [...contact, 'address', 'postal_code', 'city', 'legal_documents']
        for (const field of optional) await page.fill(`#${field}`, '')
        await page.selectOption('#time_zone', 'Asia/Tokyo')
        await page.locator('main form [type=submit]').press('Enter')
      },
    },
    { name: 'the look', route: `GET ${look}`, ...of(fresh, 'look/') },
    { name: 'the look, refused', route: `POST ${look}`, ...of(fresh, 'look/'), status: 400, act: sendNoColor },
    {
      name: 'an event in a dark theme, looked at first',
      route: 'GET /events/:slug/',
      ...of(keyed),
      url: `${originOf(server, keyed.slug)}/events/${nightSlug}/?preview=look&type_pair=serif&color_scheme=dark&accent_color=%23ffe600`,
    },
    { name: 'rules', route: `GET ${rules}`, ...of(fresh, 'rules/') },
    { name: 'rules, saved', route: `GET ${rules}`, ...of(fresh, 'rules/?done=saved') },
    {
      name: 'rules, refused',
      route: `POST ${rules}`,
      ...of(fresh, 'rules/'),
      status: 400,
      async act(page) {
        await page.fill('#online_hold_minutes', '0')
        await page.locator('main form [type=submit]').press('Enter')
      },
    },
    { name: 'pictures of the house', route: 'GET /admin/settings/pictures/', ...of(fresh, 'pictures/') },
    { name: 'own domains, none', route: `GET ${domains}`, ...of(fresh, 'domains/') },
    { name: 'own domains', route: `GET ${domains}`, ...of(housed, 'domains/?done=added') },
    {
      name: 'own domains, refused',
      route: `POST ${domains}`,
      ...of(fresh, 'domains/'),
      status: 400,
      async act(page) {
        await page.fill('#domain', 'https://nowhere')
        await page.locator('main form [type=submit]').press('Enter')
      },
    },
    { name: 'the own website, none named', route: `GET ${website}`, ...of(fresh, 'website/') },
    { name: 'the own website', route: `GET ${website}`, ...of(keyed, 'website/') },
    { name: 'the fediverse, not yet', route: `GET ${fediverse}`, ...of(fresh, 'fediverse/') },
    { name: 'the fediverse', route: `GET ${fediverse}`, ...of(keyed, 'fediverse/') },
    { name: 'the fediverse, just begun', route: `GET ${fediverse}`, ...of(keyed, 'fediverse/?done=on') },
    { name: 'payment keys, none', route: `GET ${payment}`, ...of(fresh, 'payment/') },
    { name: 'payment keys', route: `GET ${payment}`, ...of(keyed, 'payment/') },
    {
      name: 'payment keys, refused',
      route: `POST ${payment}`,
      ...of(fresh, 'payment/'),
      status: 400,
      async act(page) {
        await page.fill('#secret_key', 'not one')
        await page.locator('main form [type=submit]').press('Enter')
      },
    },
    { name: 'wallet keys, none', route: `GET ${wallets}`, ...of(fresh, 'wallets/') },
    { name: 'wallet keys', route: `GET ${wallets}`, ...of(keyed, 'wallets/?done=saved') },
    {
      name: 'Apple keys, refused',
      route: `POST ${wallets}apple/`,
      ...of(fresh, 'wallets/'),
      status: 400,
      async act(page) {
        await page.fill('#pass_type', 'org.example')
        await page.fill('#team', 'ABCDE12345')
        for (const field of ['#certificate', '#key', '#intermediate']) await page.setInputFiles(field, text)
        await page.locator('main form .button').first().press('Enter')
      },
    },
    {
      name: 'Google key, refused',
      route: `POST ${wallets}google/`,
      ...of(fresh, 'wallets/'),
      status: 400,
      async act(page) {
        await page.fill('#issuer', 'twelve')
        await page.setInputFiles('#account', text)
        await page.locator('main form .button').last().press('Enter')
      },
    },
  ]
}

/** Marks domains as proved, as if their records had been seen: no name server is asked for the pages alone. */
async function takeDomains(server: TestServer, names: readonly string[]): Promise<void> {
  const client = await server.database.connect()
  await client.query(
    `insert into domain (name, tenant_id, kind, created_at)
     select name, tenant_id, 'own', created_at from domain_claim where name = any($1)`,
    [names],
  )
  await client.end()
}
