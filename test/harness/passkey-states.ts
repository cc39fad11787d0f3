import type { BoxOffice } from './box-office.ts'
import { type PageState, send } from './page-state.ts'
import { browserWith, makePasskey } from './passkey.ts'
import type { TestServer } from './server.ts'
import { originOf, signIn } from './sign-in.ts'

/** The pages of the second factor of somebody who works at an organisation, from the first passkey to a wrong code. */
export async function passkeyStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const email = 'pat@guinguette.test'
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'owner')
  const byMail = (who = email) => signIn(server, hall.slug, hall.slug, who)
  const proven = browserWith(server, hall.slug, await byMail())
  await proven.add(makePasskey())
  const { cookie } = proven.kept
  const origin = originOf(server, hall.slug)
  const old = await oldSessions(server, hall)
  const theirs = await wantedByOrganisation(server)
  const [url, asked] = [`${origin}/account/passkeys/`, `${origin}/sign-in/passkey/`]
  return [
    { name: 'passkeys, none yet', route: 'GET /account/passkeys/', url, cookie: () => byMail('admin@example.org') },
    { name: 'passkeys', route: 'GET /account/passkeys/', url, cookie },
    {
      name: 'passkey refused',
      route: 'POST /account/passkeys/',
      url,
      cookie,
      status: 400,
      act: (page) =>
        page.locator('form[data-passkey]').evaluate((form) => {
          if (form instanceof HTMLFormElement) form.submit()
        }),
    },
    {
      name: 'recovery codes',
      route: 'POST /account/passkeys/codes/',
      url,
      cookie,
      act: (page) => page.locator('form[action$="/codes/"] button').press('Enter'),
    },
    {
      name: 'a form before the passkey is shown',
      route: 'POST /account/sessions/',
      status: 403,
      url: `${origin}/sign-in/passkey/`,
      cookie: byMail,
      act: (page) =>
        page.locator('form[action="/sign-out/"]').evaluate((form) => {
          if (!(form instanceof HTMLFormElement)) return
          form.action = '/account/sessions/'
          form.submit()
        }),
    },
    { name: 'passkey asked for', route: 'GET /sign-in/passkey/', url: asked, cookie: byMail },
    {
      name: 'wrong recovery code',
      route: 'POST /sign-in/passkey/',
      url: asked,
      status: 400,
      cookie: byMail,
      async act(page) {
        await page.locator('summary:has(~ form [name=code])').click()
        await send({ code: 'ABCD-EFGH-JKMN' })(page)
      },
    },
    {
      name: 'team, no passkey of one’s own',
      route: 'POST /admin/team/passkeys/',
      status: 409,
      url: `${origin}/admin/team/`,
      cookie: () => byMail('admin@example.org'),
      async act(page) {
        await page.check('[name=roles][value=manager]')
        await page.locator('form[action$="/passkeys/"] button').press('Enter')
      },
    },
    {
      name: 'team, passkeys wanted',
      route: 'POST /admin/team/passkeys/',
      url: `${origin}/admin/team/`,
      cookie,
      act: (page) => page.locator('form[action$="/passkeys/"] button').press('Enter'),
    },
    {
      name: 'passkey wanted by an organisation',
      route: 'GET /account/passkeys/',
      url: theirs.url,
      cookie: theirs.cookie,
    },
    { name: 'asked again, by mail', route: 'GET /sign-in/again/', url: `${origin}/sign-in/again/`, cookie: old.mailed },
    {
      name: 'asked again, by passkey',
      route: 'GET /sign-in/again/',
      url: `${origin}/sign-in/again/`,
      cookie: old.proven,
    },
    {
      name: 'a form that asks again',
      route: 'POST /admin/api-keys/',
      url: `${origin}/admin/api-keys/`,
      cookie: old.mailed,
      status: 403,
      act: (page) => send({ name: 'Till' })(page),
    },
  ]
}

/** Makes a steward of an organisation that requires passkeys of stewards. */
async function wantedByOrganisation(server: TestServer) {
  const created = ['tenant', 'create', '--organisation', 'Le Sémaphore', '--category', 'S', '--email', 'luc@phare.test']
  const slug = String((await server.cli(...created))['slug'])
  const owner = browserWith(server, slug, await signIn(server, slug, slug, 'luc@phare.test'))
  await owner.add(makePasskey())
  await owner.press('/admin/team/passkeys/', { roles: 'steward' })
  await server.cli('team', 'set', '--tenant', slug, '--email', 'jo@phare.test', '--role', 'steward')
  const url = `${originOf(server, slug)}/account/passkeys/`
  return { url, cookie: await signIn(server, slug, slug, 'jo@phare.test') }
}

/** Sessions of an hour ago: of a person with a passkey, who showed it then, and of one without, who signed in then. */
async function oldSessions(server: TestServer, { slug }: BoxOffice) {
  const [mailed, proven] = ['mia@guinguette.test', 'kim@guinguette.test']
  const enter = async (email: string) => {
    await server.cli('team', 'set', '--tenant', slug, '--email', email, '--role', 'owner')
    return browserWith(server, slug, await signIn(server, slug, slug, email))
  }
  const [mia, kim] = [await enter(mailed), await enter(proven)]
  await kim.add(makePasskey())
  const client = await server.database.connect()
  await client.query(
    `update session set created_at = created_at - interval '1 hour', proven_at = proven_at - interval '1 hour'
      where account_id in (select id from account where email = any($1))`,
    [[mailed, proven]],
  )
  await client.end()
  return { mailed: mia.kept.cookie, proven: kim.kept.cookie }
}
