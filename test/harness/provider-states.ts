import { type BoxOffice, openBoxOffice } from './box-office.ts'
import { setProvider } from './openid-provider.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, signIn } from './sign-in.ts'

/** The pages of a team's sign-in by a provider, which nobody may reach here: its settings, and the outcomes of a sign-in. */
export async function providerStates(server: TestServer): Promise<PageState[]> {
  const [bare, housed] = [await openBoxOffice(server, 'La Digue'), await openBoxOffice(server, 'Le Môle')]
  await setProvider(server, housed.slug, 'admin@example.org', { role_claim: 'groups', steward_values: 'door' })
  const [url, at] = ['/admin/settings/sign-in/', originOf(server, housed.slug)]
  const of = ({ slug }: typeof bare, query = '') => ({
    url: `${originOf(server, slug)}${url}${query}`,
    cookie: () => signIn(server, slug, slug, 'admin@example.org'),
  })
  const provided = await providedSession(server, housed.slug)
  await providedRole(server, housed)
  return [
    { name: 'sign-in provider, none', route: `GET ${url}`, ...of(bare) },
    { name: 'sign-in provider', route: `GET ${url}`, ...of(housed, '?done=answers') },
    { name: 'sign-in provider, roles taken', route: `GET ${url}`, ...of(housed, '?done=saved-2') },
    { name: 'team, a role by the provider', route: 'GET /admin/team/', ...of(housed), url: `${at}/admin/team/` },
    {
      name: 'sign-in provider, refused',
      route: `POST ${url}`,
      ...of(bare),
      status: 400,
      async act(page) {
        await page.fill('#issuer', 'nowhere')
        await page.locator('#issuer').press('Enter')
      },
    },
    {
      name: 'sign-in provider, no answer',
      route: `POST ${url}checks/`,
      ...of(housed),
      status: 502,
      act: (page) => page.locator('form[action$="/checks/"] button').press('Enter'),
    },
    { name: 'sign-in, with a provider', route: 'GET /sign-in/', url: `${at}/sign-in/?next=%2Fadmin%2F` },
    {
      name: 'sign-in, provider away',
      route: 'GET /sign-in/provider/start/',
      status: 502,
      url: `${at}/sign-in/provider/start/`,
    },
    {
      name: 'sign-in, nothing brought back',
      route: 'GET /sign-in/provider/',
      status: 400,
      url: `${at}/sign-in/provider/`,
    },
    {
      name: 'account, by a provider without a role',
      route: 'GET /account/',
      url: `${at}/account/?done=no-role`,
      cookie: provided,
    },
    {
      name: 'asked again, after a provider',
      route: 'GET /sign-in/again/',
      url: `${at}/sign-in/again/`,
      cookie: provided,
    },
  ]
}

/** Makes a session as if the provider had signed somebody in. */
async function providedSession(server: TestServer, slug: string): Promise<string> {
  const email = 'noe@house.test'
  const cookie = await signIn(server, slug, slug, email)
  const client = await server.database.connect()
  await client.query(
    'update session set by_provider = true where account_id = (select id from account where email = $1)',
    [email],
  )
  await client.end()
  return cookie
}

/** Gives somebody a role as if the provider had. */
async function providedRole(server: TestServer, { slug, tenantId }: BoxOffice): Promise<void> {
  await server.cli('team', 'set', '--tenant', slug, '--email', 'lou@house.test', '--role', 'box_office')
  const client = await server.database.connect()
  await client.query(
    `update tenant_member set from_provider = true
      where tenant_id = $1 and account_id = (select id from account where email = 'lou@house.test')`,
    [tenantId],
  )
  await client.end()
}
