import type { Page } from 'playwright-core'
import type { BoxOffice } from './box-office.ts'
import { type PageState, send, sendNoColor } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'

const newPath = '/admin/server/organisations/new/'

/** The pages of the server's administration where people change something; those where they look are in person-states.ts. */
export async function rootStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const root = originOf(server, '')
  const cookie = () => sharedSignIn(server, 'root', '', 'sue@server.test')
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  const waiting = `${root}/admin/server/organisations/${await makeWaiting(server)}/`
  return [
    ...organisationStates(root, cookie, await makeOrganisation(server, hall)),
    { name: 'root, new organisation', route: `GET ${newPath}`, cookie, url: `${root}${newPath}` },
    {
      name: 'root, new organisation refused',
      route: `POST ${newPath}`,
      status: 400,
      cookie,
      url: `${root}${newPath}`,
      act: send({ organisation: 'A house without a kind', email: 'ada@house.test', slug: hall.slug }),
    },
    { name: 'root, one that waits', route: 'GET /admin/server/organisations/:uuid/', cookie, url: waiting },
    {
      name: 'root, refused without reason',
      status: 400,
      cookie,
      url: waiting,
      route: 'POST /admin/server/organisations/:uuid/refusal/',
      async act(page) {
        await page.locator('details:has(#reason) summary').click()
        await page.locator('form:has(#reason) button').click()
      },
    },
    {
      name: 'root, archived one',
      route: 'GET /admin/server/organisations/:uuid/',
      cookie,
      url: `${root}/admin/server/organisations/${await makeArchived(server)}/`,
    },
    {
      name: 'root, archiving refused',
      route: 'POST /admin/server/organisations/:uuid/archive/',
      status: 400,
      cookie,
      url: `${root}/admin/server/organisations/${hall.tenantId}/`,
      async act(page) {
        await page.locator('details:has(#archive_reason) > summary').click()
        await page.locator('#archive_reason').fill('  ')
        await page.locator('form[action$="/archive/"] button').press('Enter')
      },
    },
    {
      name: 'calendar, label taken',
      route: 'POST /admin/meta-label/',
      status: 409,
      cookie,
      url: `${root}/admin/server/calendar/`,
      act: send({ label: hall.slug }),
    },
    ...(await workStates(server, root, cookie, hall)),
  ]
}

/** Makes an organisation with a calendar that shows it and one that does not, a domain that is proved and one that is not. */
async function makeOrganisation(server: TestServer, hall: BoxOffice): Promise<string> {
  const make = (organisation: string, category: string) =>
    server.cli('tenant', 'create', '--organisation', organisation, '--category', category, '--email', 'ada@manor.test')
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

/** Makes an organisation as the form leaves it: a super-user has not decided. */
async function makeWaiting(server: TestServer): Promise<string> {
  const made = await server.cli(
    'tenant',
    'create',
    '--organisation',
    'La Compagnie des trente-trois marionnettistes',
    '--category',
    'A',
    '--email',
    'ada@puppets.test',
  )
  const client = await server.database.connect()
  await client.query("update tenant set approval = 'waiting' where id = $1", [made['uuid']])
  await client.end()
  return String(made['uuid'])
}

/** Makes an archived organisation, which a button of its page restores. */
async function makeArchived(server: TestServer): Promise<string> {
  const made = await server.cli(
    'tenant',
    'create',
    '--organisation',
    'Les Rencontres internationales de la Vieille-Ferme',
    '--category',
    'S',
    '--email',
    'ada@farm.test',
  )
  await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', String(made['slug']))
  return String(made['uuid'])
}

/** The pages of mails in every state, and of jobs that wait, fail and were given up. */
async function workStates(
  server: TestServer,
  root: string,
  cookie: () => Promise<string>,
  hall: BoxOffice,
): Promise<PageState[]> {
  const client = await server.database.connect()
  const letter = { subject: 'Your tickets', title: 'Your tickets', paragraphs: ['Two tickets for tonight.'] }
  const write = async (status: string, failure: string | null): Promise<string> => {
    const { rows } = await client.query(
      `insert into mail (tenant_id, id, kind, language, recipient, subject, letter, status, attempts, failure, created_at)
        values ($1, gen_random_uuid(), 'tickets', 'en', 'ada@visitor.test', 'Your tickets', $2, $3, 2, $4, now())
        returning id`,
      [hall.tenantId, JSON.stringify(letter), status, failure],
    )
    return rows[0].id
  }
  const failure = '550 5.1.1 <ada@visitor.test>: Recipient address rejected: User unknown in virtual mailbox table'
  for (const status of ['refused', 'failed', 'sent']) await write(status, status === 'sent' ? null : failure)
  const mail = await write('in_outbox', null)
  for (const attempts of [0, 3, 12])
    await client.query(
      `with made as (select (graphile_worker.add_job('check_payment', json_build_object('tenantId', $1::text),
        run_at => now() + interval '9 days', max_attempts => 12, priority => $2)).id) select id from made`,
      [hall.tenantId, attempts],
    )
  await client.query(
    `update graphile_worker._private_jobs set attempts = priority, last_error = 'Connection refused' where priority > 0`,
  )
  await client.query(
    `insert into page_report (id, tenant_id, path, kind, text, email, reported_from, created_at, settled_at)
      select gen_random_uuid(), $1, '/events/a-night-with-a-rather-long-name/', kind, text, email, '', now(), settled
      from (values ('pretends', 'They asked for the number of my card, twice.', 'ada@visitor.test', null),
        ('sells_nothing', '', null, null), ('other', 'The address is wrong.', null, now())) as told (kind, text, email, settled)`,
    [hall.tenantId],
  )
  await client.end()
  const mails = `${root}/admin/server/mails/`
  const at = { cookie }
  return [
    { name: 'root, mails', route: 'GET /admin/server/mails/', url: mails, ...at },
    { name: 'root, mails of one', route: 'GET /admin/server/mails/:uuid/', url: `${mails}${hall.tenantId}/`, ...at },
    {
      name: 'root, mails of one, none',
      route: 'GET /admin/server/mails/:uuid/',
      url: `${mails}${hall.tenantId}/?status=withdrawn`,
      ...at,
    },
    {
      name: 'root, mail read',
      route: 'GET /admin/server/mails/:uuid/:mail/',
      url: `${mails}${hall.tenantId}/${mail}/`,
      ...at,
    },
    { name: 'root, no backups', route: 'GET /admin/server/backups/', url: `${root}/admin/server/backups/`, ...at },
    {
      name: 'root, backups',
      route: 'GET /admin/server/backups/',
      ...at,
      url: async () => {
        await server.cli('backup')
        return `${root}/admin/server/backups/?done=asked`
      },
    },
    ...(await cardStates(server, root, at.cookie)),
    { name: 'root, reports', route: 'GET /admin/server/reports/', url: `${root}/admin/server/reports/`, ...at },
    { name: 'root, limits', route: 'GET /admin/server/limits/', url: `${root}/admin/server/limits/`, ...at },
    { name: 'root, jobs', route: 'GET /admin/server/jobs/', url: `${root}/admin/server/jobs/`, ...at },
  ]
}

function organisationStates(root: string, cookie: () => Promise<string>, uuid: string): PageState[] {
  const route = '/admin/server/organisations/:uuid/'
  const url = `${root}/admin/server/organisations/${uuid}/`
  const settings = (part: 'identity' | 'look' | 'rules', act: NonNullable<PageState['act']>): PageState[] => [
    { name: `root, ${part}`, route: `GET ${route}${part}/`, url: `${url}${part}/`, cookie },
    { name: `root, ${part} refused`, route: `POST ${route}${part}/`, status: 400, url: `${url}${part}/`, cookie, act },
  ]
  return [
    { name: 'root, everything of one', route: `GET ${route}`, url: `${url}?done=joined`, cookie },
    ...settings('identity', send({ phone: 'x' })),
    ...settings('look', sendNoColor),
    ...settings('rules', send({ offer_hours: '0' })),
    { name: 'root, pictures', route: `GET ${route}pictures/`, url: `${url}pictures/`, cookie },
    {
      name: 'root, picture refused',
      route: `POST ${route}pictures/logo/`,
      status: 400,
      cookie,
      url: `${url}pictures/`,
      async act(page) {
        const file = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a readable image') }
        await page.locator('#logo').setInputFiles(file)
        await page.locator('form:has(#logo) button').press('Enter')
      },
    },
    {
      name: 'root, kind refused',
      route: `POST ${route}category/`,
      status: 409,
      url,
      cookie,
      async act(page) {
        await page.locator('[name=category][value=venue]').check()
        await page.locator('form[action$="/category/"] button').press('Enter')
      },
    },
    {
      name: 'root, domain refused',
      route: `POST ${route}domains/`,
      status: 400,
      url,
      cookie,
      act: (page) => sendAt(page, 'form[action$="/domains/"] [name=domain]', 'localhost'),
    },
    {
      name: 'root, domain unseen',
      route: `POST ${route}domains/checks/`,
      status: 409,
      url,
      cookie,
      act: (page) => page.locator('form[action$="/checks/"] button').first().press('Enter'),
    },
  ]
}

async function sendAt(page: Parameters<ReturnType<typeof send>>[0], field: string, text: string) {
  await page.locator(field).fill(text)
  await page.locator(field).press('Enter')
}

async function cardStates(server: TestServer, root: string, cookie: () => Promise<string>): Promise<PageState[]> {
  const client = await server.database.connect()
  await client.query(
    "insert into nfc_card (id, tag_id, number, created_at) values (gen_random_uuid(), 'F00DBEEF', 'F-2', now())",
  )
  await client.end()
  const url = `${root}/admin/server/cards/`
  const sendList = (content: string) => async (page: Page) => {
    const file = { name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await page.locator('#cards').setInputFiles(file)
    await page.locator('form[action$="/many/"] button').press('Enter')
  }
  return [
    {
      name: 'root, cards',
      route: 'GET /admin/server/cards/',
      url,
      cookie,
      async act(page) {
        await sendList('tag_id,number\nF00DF00D,F-1\n')(page)
        await page.locator('.notice[role=status]').waitFor()
      },
    },
    {
      name: 'root, cards refused',
      route: 'POST /admin/server/cards/many/',
      url,
      cookie,
      status: 400,
      act: sendList('tag_id,number\nnone,1\n,\n'),
    },
    {
      name: 'root, card of nobody',
      route: 'POST /admin/server/cards/links/',
      cookie,
      status: 400,
      url: `${url}?q=F-2`,
      async act(page) {
        await page.locator('main summary').first().press('Enter')
        await page.locator('form[action$="/links/"]').evaluate((form) => form.setAttribute('novalidate', ''))
        await page.locator('[name=email]').fill('nobody')
        await page.locator('form[action$="/links/"] button').press('Enter')
      },
    },
  ]
}
