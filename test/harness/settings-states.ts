import type { BoxOffice } from './box-office.ts'
import { openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, signIn } from './sign-in.ts'

/** The settings: as they are, saved, and when something in them cannot be. */
export async function settingsStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const fresh = await openBoxOffice(server, 'The Empty House')
  const of = ({ slug }: BoxOffice, room = '') => ({
    url: `${originOf(server, slug)}/admin/settings/${room}`,
    cookie: () => signIn(server, slug, slug, 'admin@example.org'),
  })
  const [identity, rules] = ['/admin/settings/', '/admin/settings/rules/']
  return [
    { name: 'settings', route: `GET ${identity}`, ...of(hall) },
    { name: 'settings, nothing sold yet', route: `GET ${identity}`, ...of(fresh) },
    {
      ...{ name: 'settings, refused', route: `POST ${identity}`, ...of(fresh), status: 400 },
      async act(page) {
        await page.fill('#phone', 'call me')
        await page.fill('#website', 'nowhere')
        await page.locator('form .button').press('Enter')
      },
    },
    { name: 'rules', route: `GET ${rules}`, ...of(fresh, 'rules/') },
    { name: 'rules, saved', route: `GET ${rules}`, ...of(fresh, 'rules/?done=saved') },
    {
      ...{ name: 'rules, refused', route: `POST ${rules}`, ...of(fresh, 'rules/'), status: 400 },
      async act(page) {
        await page.fill('#online_hold_minutes', '0')
        await page.locator('form .button').press('Enter')
      },
    },
  ]
}
