import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { startBrowser } from '../harness/browser.ts'
import { openShop } from '../harness/shop.ts'
import { setProvider } from '../harness/openid-provider.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { serve } from '../harness/two-tenants.ts'

/**
 * Two people have the same form open. Whoever saves second is told, nothing of the first is lost, and a form that is new
 * has to say here how it keeps that.
 */
const browser = await startBrowser()
afterAll(() => browser.close())
const { server, client, shop } = await serve({}, async (served) => ({
  ...served,
  shop: await openShop(served.server, 'Albatross'),
}))
const { ids } = shop
const email = `ada@${shop.label}.test`
await server.cli('team', 'set', '--tenant', shop.label, '--email', 'ben@work.test', '--role', 'steward')
await setProvider(server, shop.label, email)
const found = await client.query("select id from account where email = 'ben@work.test'")

await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
const root = `/admin/server/organisations/${shop.tenantId}/`

await server.cli('team', 'set', '--tenant', 'meta', '--email', email, '--role', 'owner')
const agenda = await server.send('meta', 'POST', '/api/remote-agendas/', {
  key: await createKey(server, 'meta', ['--permission', 'event:write']),
  body: { name: 'Le Rex', address: 'http://127.0.0.1:9/rex.ics', site_web: 'https://rex.test/' },
})

await server.send(shop.label, 'PATCH', `/api/events/${ids.event}/settlement/`, {
  key: shop.key,
  body: { costs: [{ label: 'The hall', amount: 200 }] },
})

type Edited = {
  readonly path: string
  readonly field: string
  readonly values: readonly [string, string]
  /** On the Root host, by a super-user. */
  readonly atRoot?: boolean
  /** On that of the Meta, by its owner. */
  readonly atMeta?: boolean
}
const named = (path: string, field = 'name'): Edited => ({ path, field, values: ['First', 'Second'] })

/** What is shown in a form to be changed there: where, and one of its fields. */
const forms: Readonly<Record<string, Edited>> = {
  'POST /admin/events/:uuid/description/': named(`/admin/events/${ids.event}/description/`),
  'POST /admin/events/:uuid/schedule/': {
    path: `/admin/events/${ids.event}/schedule/`,
    field: 'ends',
    values: ['2950-01-10T22:00', '2950-01-10T23:00'],
  },
  'POST /admin/events/:uuid/prices/': {
    path: `/admin/events/${ids.event}/prices/`,
    field: 'capacity',
    values: ['400', '500'],
  },
  'POST /admin/events/:uuid/doors/': {
    path: `/admin/events/${ids.event}/doors/`,
    field: 'offline',
    values: ['accept', 'refuse'],
  },
  'POST /admin/events/:uuid/settlement/': named(`/admin/events/${ids.event}/settlement/`, 'cost_label'),
  'POST /admin/products/:uuid/': named(`/admin/products/${ids.product}/`),
  'POST /admin/prices/:uuid/': named(`/admin/prices/${ids.price}/`),
  'POST /admin/options/:uuid/': named(`/admin/options/${ids.option}/`),
  'POST /admin/locations/:uuid/': named(`/admin/locations/${ids.location}/`),
  'POST /admin/stages/:uuid/': named(`/admin/stages/${ids.stage}/`),
  'POST /admin/artists/:uuid/': named(`/admin/artists/${ids.artist}/`),
  'POST /admin/projects/:uuid/': named(`/admin/projects/${ids.project}/`),
  'POST /admin/devices/:uuid/': named(`/admin/devices/${shop.deviceId}/`),
  'POST /admin/webhooks/:uuid/settings/': named(`/admin/webhooks/${ids.webhook}/settings/`),
  'POST /admin/reservations/:uuid/tickets/:ticket/': named(`/admin/reservations/${ids.reservation}/`, 'first_name'),
  'POST /admin/reservations/:uuid/address/': {
    path: `/admin/reservations/${ids.reservation}/`,
    field: 'email',
    values: ['first@example.test', 'second@example.test'],
  },
  'POST /admin/team/:uuid/': {
    path: `/admin/team/${found.rows[0].id}/`,
    field: 'role',
    values: ['box_office', 'accountant'],
  },
  'POST /admin/promotional-codes/:uuid/': {
    path: `/admin/promotional-codes/${ids.code}/`,
    field: 'uses',
    values: ['20', '30'],
  },
  'POST /admin/remote-agendas/:uuid/': { ...named(`/admin/remote-agendas/${agenda.json.uuid}/`), atMeta: true },
  'POST /admin/members/:uuid/name/': named(`/admin/members/${ids.membership}/`, 'first_name'),
  'POST /admin/server/organisations/:uuid/identity/': {
    ...named(`${root}identity/`, 'short_description'),
    atRoot: true,
  },
  'POST /admin/server/organisations/:uuid/rules/': {
    path: `${root}rules/`,
    field: 'online_hold_minutes',
    values: ['40', '50'],
    atRoot: true,
  },
  'POST /admin/server/organisations/:uuid/look/': {
    path: `${root}look/`,
    field: 'accent_color',
    values: ['#aa0011', '#0011aa'],
    atRoot: true,
  },
  'POST /admin/settings/': named('/admin/settings/', 'organisation'),
  'POST /admin/settings/sign-in/': {
    path: '/admin/settings/sign-in/',
    field: 'role_claim',
    values: ['groups', 'roles'],
  },
  'POST /admin/settings/look/': {
    path: '/admin/settings/look/',
    field: 'accent_color',
    values: ['#aa0011', '#0011aa'],
  },
  'POST /admin/settings/rules/': { path: '/admin/settings/rules/', field: 'online_hold_minutes', values: ['20', '30'] },
}

/** Where nothing that is there already is filled in to be changed. */
const notEdited: readonly string[] = [
  // Counts what is handed out now; that it is still there is looked at (hand-out-pages.test.ts).
  'POST /admin/hand-outs/:uuid/',
  // Looks up what is kept of whoever has an address.
  'POST /admin/personal-data/',
  // Undoes the scans of a device between two moments that are typed.
  'POST /admin/devices/:uuid/scans/',
  // Only somebody with a passkey changes it; that the second is told is in passkeys.test.ts.
  'POST /admin/team/passkeys/',
  // Says what the columns of a file mean, each time that it is checked or imported.
  'POST /admin/imports/:uuid/',
  // Shows a text as visitors will see it, and keeps nothing.
  'POST /admin/preview/',
  // Keeps a filter under a name; it replaces one of that name, which stands above the list.
  'POST /admin/filters/',
  'POST /admin/start/steps/',
  // Tries again what did not go out.
  'POST /admin/notices/:uuid/',
  // Says that a report of a page was looked at.
  'POST /admin/server/reports/:uuid/settlement/',
  // Chooses what stays in sight of the picture that is there, one of the points shown.
  'POST /admin/events/:uuid/description/focus/',
  'POST /admin/settings/pictures/focus/',
  'POST /admin/server/organisations/:uuid/pictures/focus/',
  // Renews at the sum that is shown, and asks again where it is another.
  'POST /admin/members/several/renewal/',
  // Keys are never shown: new ones take the place of the old.
  'POST /admin/settings/payment/',
  'POST /admin/settings/wallets/apple/',
  'POST /admin/settings/wallets/google/',
]

/** The last words of addresses behind which something is pressed, sent, or made: nothing of it is filled in before. */
const pressed = new Set([
  ':list',
  'acceptance',
  'agreement',
  'api-keys',
  'approval',
  'archive',
  'attempts',
  'backups',
  'bookings',
  'calendars',
  'cancellation',
  'category',
  'checks',
  'closing',
  'code',
  'codes',
  'consent',
  'copies',
  'correction',
  'decision',
  'deletion',
  'devices',
  'domains',
  'download',
  'entry',
  'erasure',
  'fetch',
  'former',
  'former-ticket-keys',
  'guests',
  'handover',
  'image',
  'invitations',
  'leaving',
  'links',
  'logo',
  'loss',
  'mails',
  'main',
  'many',
  'map',
  'menu',
  'message',
  'meta-label',
  'mistakes',
  'new',
  'offer',
  'offers',
  'opening',
  'payments',
  'postponement',
  'publication',
  'refusal',
  'removal',
  'renewal-cancellation',
  'replays',
  'request',
  'reversal',
  'reversals',
  'revocation',
  'rights',
  'rolls',
  'sale',
  'standing',
  'switch',
  'taken',
  'trials',
  'unarchive',
  'unblocking',
  'withdrawal',
])

it('every form of the administration that changes something is known here', async () => {
  const { routes } = (await server.cli('routes')) as { routes: { method: string; url: string }[] }
  const all = routes
    .filter(({ method, url }) => method === 'POST' && url.startsWith('/admin/'))
    .filter(({ url }) => !pressed.has(url.split('/').at(-2) ?? ''))
    .map(({ method, url }) => `${method} ${url}`)
  expect([...Object.keys(forms), ...notEdited].sort()).toEqual(all.sort())
})

const labelOf = ({ atRoot, atMeta }: Edited) => (atRoot ? '' : atMeta ? 'meta' : shop.label)
const originFor = (edited: Edited) => originOf(server, labelOf(edited))

async function open(edited: Edited): Promise<Page> {
  const { page } = await browser.open({ width: 1280, locale: 'en' })
  const session = edited.atRoot
    ? await signIn(server, 'root', '', 'sue@server.test')
    : await signIn(server, labelOf(edited), labelOf(edited), email)
  const [name = '', value = ''] = session.split('=')
  const url = originFor(edited) + edited.path
  await page.context().addCookies([{ name, value, url }])
  await page.goto(url)
  return page
}

/** The form that knows what was there when it was opened, with whatever folds it up unfolded. */
async function save(page: Page, field: string, value: string): Promise<number | undefined> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
  })
  const form = page
    .locator('main form:has([name=seen], [name=former])')
    .filter({ has: page.locator(`[name=${field}]`) })
  const control = form.first().locator(`[name=${field}]`).first()
  if ((await control.getAttribute('type')) === 'radio') await form.locator(`[value=${value}]`).first().check()
  else if (await control.evaluate((element) => element instanceof HTMLSelectElement)) await control.selectOption(value)
  else await control.fill(value)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  const arrived = page.waitForEvent('load')
  await form.first().locator('button[type=submit]').first().click()
  await arrived
  return (await answered).status()
}

// Seen red with `seen` not compared in changeDevice.
it.each(Object.entries(forms))('%s tells the second, and keeps what the first has saved', async (_, edited) => {
  const { path, field, values } = edited
  const [one, two] = [await open(edited), await open(edited)]
  expect(await save(one, field, values[0])).toBe(303)
  expect(await save(two, field, values[1])).toBe(409)
  expect((await two.getByRole('alert').textContent())?.length).toBeGreaterThan(20)
  await two.goto(originFor(edited) + path)
  const radio = two.locator(`main form [name=${field}]:checked`)
  const control = (await radio.count()) > 0 ? radio : two.locator(`main form [name=${field}]`)
  expect(await control.first().inputValue()).toBe(values[0])
  // Whoever has seen what is there now may change it.
  expect(await save(two, field, values[1])).toBe(303)
  for (const page of [one, two]) await page.context().close()
})
