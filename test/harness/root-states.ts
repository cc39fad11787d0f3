import type { BoxOffice } from './box-office.ts'
import { type PageState, send } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, signIn } from './sign-in.ts'

/** The administration of the whole server, where people change something; where they look is in person-states.ts. */
export async function rootStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const root = originOf(server, '')
  const cookie = () => signIn(server, 'root', '', 'sue@server.test')
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  return organisationStates(root, cookie, await makeOrganisation(server, hall))
}

/** With a calendar that shows it and one that does not, a domain that is proved and one that is not. */
async function makeOrganisation(server: TestServer, hall: BoxOffice): Promise<string> {
  const make = (organisation: string, category: string) =>
    server.cli(
      ...['tenant', 'create', '--organisation', organisation, '--category', category],
      ...['--email', 'ada@manor.test'],
    )
  const made = await make('Le Manoir aux soixante-dix-sept concerts', 'F')
  const calendar = await make('Calendar of the valley', 'M')
  await make('Calendar of the coast', 'M')
  for (const member of [String(made['slug']), hall.slug])
    await server.cli('federation', 'add', '--meta', String(calendar['slug']), '--member', member)
  for (const domain of ['tickets.manor.test', 'a-rather-long-name-of-a-domain.concerts-at-the-manor.test'])
    await server.cli('domain', 'add', '--tenant', String(made['slug']), domain)
  const client = await server.database.connect()
  const proved = `insert into domain (name, tenant_id, kind, created_at) values ('tickets.manor.test', $1, 'own', now())`
  await client.query(proved, [made['uuid']])
  await client.query(
    `insert into stage (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), 'Barn', now())`,
    [made['uuid']],
  )
  await client.end()
  return String(made['uuid'])
}

function organisationStates(root: string, cookie: () => Promise<string>, uuid: string): PageState[] {
  const route = '/admin/server/organisations/:uuid/'
  const url = `${root}/admin/server/organisations/${uuid}/`
  const settings = (part: 'identity' | 'rules', field: string): PageState[] => [
    { name: `root, ${part}`, route: `GET ${route}${part}/`, url: `${url}${part}/`, cookie },
    {
      ...{ name: `root, ${part} refused`, route: `POST ${route}${part}/`, status: 400 },
      ...{ url: `${url}${part}/`, cookie, act: send({ [field]: 'x' }) },
    },
  ]
  return [
    { name: 'root, everything of one', route: `GET ${route}`, url: `${url}?done=joined`, cookie },
    ...settings('identity', 'phone'),
    ...settings('rules', 'offer_hours'),
    {
      ...{ name: 'root, kind refused', route: `POST ${route}category/`, status: 409, url, cookie },
      async act(page) {
        await page.locator('[name=category]').selectOption('venue')
        await page.locator('form[action$="/category/"] button').press('Enter')
      },
    },
    {
      ...{ name: 'root, domain refused', route: `POST ${route}domains/`, status: 400, url, cookie },
      act: (page) => sendAt(page, 'form[action$="/domains/"] [name=domain]', 'localhost'),
    },
    {
      ...{ name: 'root, domain unseen', route: `POST ${route}domains/checks/`, status: 409, url, cookie },
      act: (page) => page.locator('form[action$="/checks/"] button').first().press('Enter'),
    },
  ]
}

async function sendAt(page: Parameters<ReturnType<typeof send>>[0], field: string, text: string) {
  await page.locator(field).fill(text)
  await page.locator(field).press('Enter')
}
