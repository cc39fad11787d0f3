import type { Page } from 'playwright-core'
import { visitor } from './booking.ts'
import type { BoxOffice } from './box-office.ts'
import { mailedLink } from './mailed-link.ts'
import { type PageState, press, send } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { askForTenant } from './tenant-request.ts'

export async function catalogueStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [at, meta, root] = [hall.slug, 'meta', ''].map((label) => originOf(server, label))
  const newPairing = async () => {
    const words = ['device', 'create', '--tenant', hall.slug, '--name', 'Door']
    return String((await server.cli(...words))['pairing_url'])
  }
  return [
    { name: 'home', route: 'GET /', url: `${at}/` },
    { name: 'home, one category', route: 'GET /', url: `${at}/?category=music` },
    { name: 'empty festival', route: 'GET /', url: `${originOf(server, 'les-vieux-quais')}/` },
    { name: 'calendar', route: 'GET /', url: `${meta}/` },
    { name: 'calendar, narrowed down', route: 'GET /', url: `${meta}/?q=owls&kind=venue&from=2026-01-01` },
    { name: 'calendar of a month', route: 'GET /', url: `${meta}/?month=${new Date().toISOString().slice(0, 7)}` },
    { name: 'calendar as a map', route: 'GET /', url: `${meta}/?map=all` },
    { name: 'calendar, nothing found', route: 'GET /', url: `${meta}/?q=zzz` },
    { name: 'root', route: 'GET /', url: `${root}/` },
    { name: 'directory', route: 'GET /organisations/', url: `${meta}/organisations/` },
    { name: 'directory, nothing found', route: 'GET /organisations/', url: `${meta}/organisations/?q=zzz` },
    { name: 'creation', route: 'GET /tenant/new/', url: `${meta}/tenant/new/?name=Chez%20nous` },
    ...creationStates(server),
    ...reportStates(originOf(server, hall.slug)),
    { name: 'legal notice', route: 'GET /legal/', url: `${at}/legal/` },
    { name: 'documentation', route: 'GET /api/docs/', url: `${at}/api/docs/` },
    { name: 'documentation searched', route: 'GET /api/docs/', url: `${at}/api/docs/?q=price` },
    { name: 'documentation, nothing found', route: 'GET /api/docs/', url: `${at}/api/docs/?q=zzz` },
    { name: 'refusals', route: 'GET /api/docs/errors/', url: `${at}/api/docs/errors/` },
    {
      name: 'operations of a tag',
      route: 'GET /api/docs/operations/:tag/',
      url: `${at}/api/docs/operations/catalogue/`,
    },
    { name: 'chapter', route: 'GET /api/docs/:folder/:chapter/', url: `${at}/api/docs/interface/requests/` },
    { name: 'pairing', route: 'GET /scan/:token/pair', url: await newPairing() },
    {
      name: 'paired',
      route: 'POST /scan/:token/pair',
      url: newPairing,
      async act(page) {
        await page.locator('main summary').press('Enter')
        await press(page)
      },
    },
    { name: 'pairing refused', route: 'GET /scan/:token/pair', url: `${at}/scan/no/pair`, status: 400 },
  ]
}

function reportStates(at: string): PageState[] {
  const url = `${at}/report/?${new URLSearchParams({ page: '/events/a-night-with-a-rather-long-name/' })}`
  return [
    { name: 'report', route: 'GET /report/', url },
    {
      name: 'report refused',
      route: 'POST /report/',
      url,
      status: 400,
      act: send({ text: 'They asked for my card.', email: 'nobody' }),
    },
    {
      name: 'report sent',
      route: 'GET /report/',
      url,
      async act(page) {
        await page.locator('[value=pretends]').check()
        await page.locator('[name=text]').fill('They asked for the number of my card, twice.')
        await send({ email: 'ada@visitor.test' })(page)
        await page.locator('[role=status]').waitFor()
      },
    },
  ]
}

function creationStates(server: TestServer): PageState[] {
  const url = `${originOf(server, 'meta')}/tenant/new/`
  const long = `A ${'name'.repeat(10)}`
  const mailed = async () => {
    const email = visitor()
    await askForTenant(server, { organisation: long, slug: `of-${email.split('@')[0]}`, email })
    return mailedLink(server, email)
  }
  const fill = async (page: Page) => {
    await page.locator('[value=festival]').check()
    const email = visitor()
    await send({ organisation: long, slug: `of-${email.split('@')[0]}`, email, email_again: email })(page)
    await page.locator('[name=code]').waitFor()
  }
  const form = { route: 'POST /tenant/new/', url } as const
  return [
    {
      ...form,
      name: 'creation refused',
      status: 400,
      async act(page) {
        // Shown while the name is typed, before anything is sent.
        await page.locator('[name=slug]').fill('la-guinguette')
        await page.locator('p.problem:has-text("la-guinguette")').waitFor()
        await send({ email: 'nobody' })(page)
      },
    },
    { ...form, name: 'creation, code', act: fill },
    {
      name: 'creation, wrong code',
      route: 'POST /tenant/new/code/',
      url,
      status: 400,
      async act(page) {
        await fill(page)
        await send({ code: '1234 5678' })(page)
        await page.locator('[name=code][aria-invalid]').waitFor()
      },
    },
    { name: 'creation, link', route: 'GET /tenant/new/:token/', url: mailed },
    { name: 'creation, done', route: 'POST /tenant/new/:token/', url: mailed, act: press },
    {
      name: 'creation, address gone',
      route: 'POST /tenant/new/:token/',
      status: 409,
      async url() {
        const email = visitor()
        const slug = `gone-${email.split('@')[0]}`
        await askForTenant(server, { organisation: 'Too late', slug, email })
        const words = ['tenant', 'create', '--organisation', 'Sooner', '--slug', slug]
        await server.cli(...words, '--category', 'S', '--email', visitor())
        return mailedLink(server, email)
      },
      act: press,
    },
    {
      name: 'creation, done already',
      route: 'GET /tenant/new/:token/',
      async url() {
        const link = await mailed()
        const headers = { origin: originOf(server, 'meta') }
        await server.send('meta', 'POST', new URL(link).pathname, { body: {}, headers })
        return link
      },
    },
  ]
}

export function errorStates(server: TestServer, hall: BoxOffice): PageState[] {
  const at = originOf(server, hall.slug)
  return [
    { name: 'nothing here', route: 'GET /', url: `${at}/nothing/`, status: 404 },
    { name: 'nobody here', route: 'GET /', url: `${originOf(server, 'nobody')}/`, status: 404 },
    { name: 'no such method', route: 'POST /sign-out/', url: `${at}/sign-out/`, status: 405 },
    { name: 'no such link', route: 'GET /sign-in/:token/', url: `${at}/sign-in/no/`, status: 400 },
    {
      name: 'a form after the session ended',
      route: 'POST /admin/artists/new/',
      status: 401,
      url: `${at}/admin/artists/new/`,
      cookie: () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org'),
      act: async (page) => {
        await page.context().clearCookies()
        await send({ name: 'The Quay Choir' })(page)
      },
    },
    {
      name: 'keys after the session ended',
      route: 'POST /admin/settings/payment/',
      status: 401,
      url: `${at}/admin/settings/payment/`,
      cookie: () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org'),
      act: async (page) => {
        await page.context().clearCookies()
        await send({ secret_key: 'sk_test_0123456789abcdef' })(page)
      },
    },
    { name: 'unreadable query', route: 'GET /', url: `${at}/?page=x`, status: 400 },
  ]
}
