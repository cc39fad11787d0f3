import { createHash, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { visitor } from './booking.ts'
import type { BoxOffice } from './box-office.ts'
import { pairPhone, qrCodesOf } from './door.ts'
import { invitationTo, invite } from './invitations.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { staffOf } from './staff.ts'

/** The pages on which the people who run the venue see the phones at the door. */
export async function deviceStates(
  server: TestServer,
  hall: BoxOffice,
  cookie: () => Promise<string>,
): Promise<PageState[]> {
  const list = `${originOf(server, hall.slug)}/admin/devices/`
  const create = async (name: string, ...words: string[]) => {
    const made = ['device', 'create', '--tenant', hall.slug, '--name', name, ...words]
    return String((await server.cli(...made))['device_uuid'])
  }
  const long = 'A-very-long-name-of-a-door-that-never-ends-and-goes-on-for-ever'
  const [own, archived] = [await create(long, '--gate', long, '--supervisor'), await create('Old phone')]
  await server.cli('device', 'archive', '--tenant', hall.slug, archived)
  const booking = `${originOf(server, hall.slug)}/admin/reservations/${await letInTwice(server, hall)}/`
  let made = 0
  const send = (at: string) => async (page: Page) => page.locator(at).press('Enter')
  const [all, one, codes] = ['/admin/devices/', '/admin/devices/:uuid/', '/admin/devices/codes/']
  return [
    {
      name: 'administration, let in without network',
      route: 'GET /admin/',
      cookie,
      url: `${originOf(server, hall.slug)}/admin/`,
    },
    { name: 'a booking, let in without network', route: 'GET /admin/reservations/:uuid/', cookie, url: booking },
    {
      name: 'undoing who was let in without network, for no reason',
      url: booking,
      cookie,
      route: 'POST /admin/reservations/:uuid/tickets/:ticket/mistakes/',
      status: 400,
      async act(page) {
        await page.locator('details:has([name=scan]) > summary').press('Enter')
        await page.locator('form:has([name=scan]) button').press('Enter')
      },
    },
    { name: 'devices', route: `GET ${all}`, url: list, cookie },
    {
      name: 'devices, made',
      route: `POST ${all}`,
      url: list,
      cookie,
      async act(page) {
        await page.fill('#names', `North ${++made}\nSouth ${made}`)
        await page.locator('form:has(#names) > button').press('Enter')
      },
    },
    {
      name: 'devices, by names nobody tells apart',
      route: `POST ${all}`,
      url: list,
      cookie,
      status: 400,
      async act(page) {
        await page.fill('#names', `Yard\n${'x'.repeat(201)}\nyard\n${long}`)
        await page.locator('form:has(#names) > button').press('Enter')
      },
    },
    {
      name: 'devices, without a name',
      route: `POST ${all}`,
      url: list,
      cookie,
      status: 400,
      act: send('form:has(#names) > button'),
    },
    { name: 'devices, sent twice', route: `POST ${all}`, url: list, cookie, status: 409, act: sendTwice(list, null) },
    {
      name: 'devices, sent again with another gate',
      route: `POST ${all}`,
      url: list,
      cookie,
      status: 422,
      act: sendTwice(list, 'Yard'),
    },
    {
      name: 'pairing codes, none chosen',
      route: `POST ${codes}`,
      url: list,
      cookie,
      status: 400,
      act: send('#codes > button'),
    },
    { name: 'a device', route: `GET ${one}`, url: `${list}${own}/`, cookie },
    { name: 'a device, archived', route: `GET ${one}`, url: `${list}${archived}/`, cookie },
    {
      name: 'a device, changed by two',
      route: `POST ${one}`,
      url: `${list}${own}/`,
      cookie,
      status: 409,
      async act(page) {
        await page.locator('[name=seen]').evaluate((field: HTMLInputElement) => {
          field.value = 'what was there before'
        })
        await page.locator('form:has([name=seen]) button[type=submit]').press('Enter')
      },
    },
    { name: 'scans of a device', route: `GET ${one}scans/`, url: `${list}${own}/scans/`, cookie },
    {
      name: 'scans of a device, no span',
      route: `GET ${one}scans/`,
      cookie,
      status: 400,
      url: `${list}${own}/scans/?from=2026-01-02T10%3A00&until=2026-01-01T10%3A00`,
    },
    {
      name: 'a new code',
      route: 'POST /admin/devices/:uuid/code/',
      url: `${list}${own}/`,
      cookie,
      act: send('form[action$="/code/"] > button'),
    },
  ]
}

/** Returns an act that makes a device, goes back, states another gate or nothing else, and sends the used form again. */
function sendTwice(list: string, gate: string | null) {
  return async (page: Page): Promise<void> => {
    const field = 'form:has(#names) input[name="key"]'
    const key = (await page.locator(field).getAttribute('value')) ?? ''
    const name = `Pressed twice ${randomUUID().slice(0, 4)}`
    const make = async () => {
      await page.fill('#names', name)
      await page.locator('form:has(#names) > button').press('Enter')
    }
    await make()
    await page.waitForSelector('.sheet')
    await page.goto(list)
    await page.locator(field).evaluate((input, value) => input.setAttribute('value', value), key)
    if (gate !== null) {
      await page.locator('form:has(#names) details:has(#gate) > summary').press('Enter')
      await page.fill('#gate', gate)
    }
    await make()
    await page.waitForSelector('.refused')
  }
}

/** The pages of API keys, as an owner sees them; the box office of the harness has one. */
export function apiKeyStates(server: TestServer, hall: BoxOffice, cookie: () => Promise<string>): PageState[] {
  const url = `${originOf(server, hall.slug)}/admin/api-keys/`
  const [all, one] = ['/admin/api-keys/', '/admin/api-keys/:uuid/']
  const make = async (page: Page, name: string) => {
    await page.fill('#name', name)
    await page.locator('input[value="event:read"]').check()
    await page.fill('#expires_at', '2900-12-31')
    await page.locator('form:has(#name) > button').press('Enter')
  }
  return [
    { name: 'API keys', route: `GET ${all}`, url, cookie },
    {
      name: 'API keys, one made',
      route: `POST ${all}`,
      url,
      cookie,
      act: (page) => make(page, 'A-very-long-name-of-a-till-that-never-ends-and-goes-on-for-ever'),
    },
    {
      name: 'API keys, without rights',
      route: `POST ${all}`,
      url,
      cookie,
      status: 400,
      async act(page) {
        await page.fill('#name', 'Till')
        await page.locator('form:has(#name) > button').press('Enter')
      },
    },
    {
      name: 'API keys, sent twice',
      route: `POST ${all}`,
      url,
      cookie,
      status: 409,
      async act(page) {
        const field = 'input[name="key"]'
        const key = (await page.locator(field).getAttribute('value')) ?? ''
        await make(page, 'Pressed twice')
        await page.waitForSelector('pre')
        await page.goto(url)
        await page.locator(field).evaluate((input, value) => input.setAttribute('value', value), key)
        await make(page, 'Pressed twice')
        await page.waitForSelector('.refused')
      },
    },
    {
      name: 'an API key',
      route: `GET ${one}`,
      url,
      cookie,
      async act(page) {
        await page.locator('.table a').first().press('Enter')
      },
    },
    {
      name: 'an API key, rolled',
      route: 'POST /admin/api-keys/:uuid/rolls/',
      url,
      cookie,
      async act(page) {
        await make(page, 'To be rolled')
        await page.waitForSelector('pre')
        await page.goto(url)
        await page.locator('.table a', { hasText: 'To be rolled' }).first().press('Enter')
        await page.locator('form[action$="/rolls/"] > button').press('Enter')
        await page.waitForSelector('pre')
      },
    },
    {
      name: 'an API key, revoked',
      route: 'POST /admin/api-keys/:uuid/revocation/',
      url,
      cookie,
      async act(page) {
        await make(page, 'To be revoked')
        await page.waitForSelector('pre')
        await page.goto(url)
        await page.locator('.table a', { hasText: 'To be revoked' }).first().press('Enter')
        await page.locator('details:has(form[action$="/revocation/"]) > summary').press('Enter')
        await page.locator('form[action$="/revocation/"] > button').press('Enter')
        await page.waitForSelector('p.notice')
      },
    },
  ]
}

/** Has two phones without network let the same ticket of tonight in; returns its booking. */
async function letInTwice(server: TestServer, hall: BoxOffice): Promise<string> {
  const { product, price } = await hall.price('B', { prix: 0 })
  const event = await hall.event([product], { name: 'Let in twice', datetime: new Date().toISOString() })
  const booking = { event, email: visitor(), prices: [{ uuid: price, qty: 1 }] }
  const { uuid, tickets } = (await hall.post('/api/reservations/', booking)).json
  const [ticket = ''] = tickets as string[]
  const code = (await qrCodesOf(server, hall.slug, [ticket])).get(ticket) ?? ''
  const lookup = createHash('sha256').update(code).digest('base64url')
  const scannedAt = new Date().toISOString()
  for (const name of ['North', 'South']) {
    const { key } = await pairPhone(server, hall.slug, name)
    const scan = { lookup, event_uuid: event, nonce: randomUUID(), scanned_at: scannedAt, result: 'admitted' }
    const body = { scans: [scan] }
    const { json } = await server.send(hall.slug, 'POST', '/scan/batch/', { key, body })
    if (!json.scans[0].success) throw new Error(json.scans[0].message)
  }
  return uuid
}

/** The pages of people who work at the venue and of people invited to, as an owner sees them. */
export async function teamStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const at = originOf(server, hall.slug)
  const [url, empty] = [`${at}/admin/team/`, `${originOf(server, 'les-vieux-quais')}/admin/team/`]
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const [long, other] = [`${'a-long-address-'.repeat(4)}@example.org`, visitor()]
  for (const [email, role] of [[long, 'box_office'] as const, [other, 'steward'] as const])
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
  const key = ['--user', long, '--name', 'Till at the bar', '--permission', 'event:read']
  await server.cli('api-key', 'create', '--tenant', hall.slug, ...key)
  const owner = await staffOf(server, hall)
  const invited = `${'another-long-address-'.repeat(2)}@example.org`
  for (const email of [invited, visitor()]) await invite(owner, email, 'accountant')
  const client = await server.database.connect()
  await client.query(`update team_invitation set expires_at = now() - interval '1 ms' where email <> $1`, [invited])
  const ids = await client.query('select email, id from account where email = any($1)', [
    [long, other, 'admin@example.org'],
  ])
  await client.end()
  const pageOf = (email: string) => `${url}${ids.rows.find((row) => row.email === email)?.id}/`
  const [all, one] = ['GET /admin/team/', 'GET /admin/team/:uuid/']
  const inviting = 'POST /admin/team/invitations/'
  const fill = (email: string) => async (page: Page) => {
    await page.fill('#email', email)
    await page.locator('[name=role][value=steward]').check()
    await page.locator('form:has(#email) > button').press('Enter')
  }
  return [
    { name: 'team', route: all, url, cookie },
    {
      name: 'team of one',
      route: all,
      url: empty,
      cookie: () => sharedSignIn(server, 'les-vieux-quais', 'les-vieux-quais', 'ben@quais.test'),
    },
    { name: 'team, somebody invited', route: all, url: `${url}?done=sent`, cookie },
    { name: 'inviting nobody', route: inviting, url, cookie, status: 400, act: fill('nobody') },
    { name: 'inviting again', route: inviting, url, cookie, status: 409, act: fill(invited) },
    {
      name: 'an invitation that is gone',
      url,
      cookie,
      status: 404,
      route: 'POST /admin/team/invitations/:uuid/withdrawal/',
      async act(page) {
        const form = page.locator('form[action$="/withdrawal/"]').first()
        const gone = '/admin/team/invitations/0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff/withdrawal/'
        await form.evaluate((element, action) => element.setAttribute('action', action), gone)
        await page.locator(`form[action="${gone}"] button`).press('Enter')
      },
    },
    { name: 'a colleague with a key', route: one, url: pageOf(long), cookie },
    { name: 'the only owner', route: one, url: pageOf('admin@example.org'), cookie },
    {
      name: 'a colleague, changed by two',
      route: 'POST /admin/team/:uuid/',
      status: 409,
      url: pageOf(other),
      cookie,
      async act(page) {
        const former = page.locator('[name=former]')
        await former.evaluate((field) => field.setAttribute('value', 'manager'))
        await page.locator('form:has([name=former]) > button').press('Enter')
      },
    },
    { name: 'an invitation', route: 'GET /invitation/:token/', url: at + (await invitationTo(server, invited)) },
    {
      name: 'an invitation of somebody else',
      route: 'GET /invitation/:token/',
      cookie,
      url: at + (await invitationTo(server, invited)),
    },
  ]
}
