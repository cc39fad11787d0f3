import { randomUUID } from 'node:crypto'
import { type BoxOffice, openBoxOffice } from './box-office.ts'
import type { PageState } from './page-state.ts'
import { renewing } from './renewing.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { staffOf } from './staff.ts'

type Person = readonly [email: string, first: string, last: string]

/** The pages of members: the list, the search, a new one at the desk, and one member with what staff does about it. */
export async function memberStates(server: TestServer): Promise<PageState[]> {
  const [club, empty] = [await openBoxOffice(server, 'Les Amis du Port'), await openBoxOffice(server, 'La Jetée')]
  const year = await club.price('A', { name: 'Full price', prix: 20, subscription_type: 'Y' })
  const free = await club.price('A', { name: 'Honorary', prix: 0, free_price: true })
  await club.create('promotional-codes', { code: 'QUAY', discount_rate: 20, products: [year.product] })
  const long = 'Wolfeschlegelsteinhausenbergerdorff'
  const people: readonly Person[] = [
    ['ada@example.org', 'Ada', 'Lovelace'],
    ['a.very.long.address.of.somebody@a-long-domain.example.org', 'Hubert Blaine', long],
    ['nameless@example.org', '', ''],
  ]
  const grant = async ([email, first_name, last_name]: Person, price = year.price) =>
    String((await club.post('/api/memberships/', { email, first_name, last_name, price })).json.uuid)
  const ids: string[] = []
  for (const person of people) ids.push(await grant(person))
  const [ada = '', hubert = '', nameless = ''] = ids
  const seller = await staffOf(server, club)
  const booked = await seller.press('/admin/members/new/', [
    ['key', randomUUID()] as const,
    ['price', year.price] as const,
    ['email', 'ada@example.org'] as const,
    ['method', 'card'] as const,
    ['seen', '2000'] as const,
  ])
  const [renewed] = /\/admin\/members\/[0-9a-f-]+\//.exec(String(booked.headers['location'])) ?? []
  if (renewed === undefined) throw new Error(`nobody was made a member: ${booked.status} ${booked.text}`)
  const ended = await grant(['ended@example.org', 'Grace', 'Hopper'], free.price)
  await seller.press(`/admin/members/${ended}/cancellation/`, [['reason', 'Granted by mistake']])

  const byItself = await grant(['renewing@example.org', 'Hedy', 'Lamarr'])
  await renewing(server, byItself)

  const at = ({ slug }: BoxOffice, path: string) => ({
    url: `${originOf(server, slug)}/admin/members/${path}`,
    cookie: () => sharedSignIn(server, slug, slug, 'admin@example.org'),
  })
  const [list, desk, one] = ['GET /admin/members/', 'GET /admin/members/new/', 'GET /admin/members/:uuid/']
  const several = 'GET /admin/members/several/'
  const ticked = (act: string) => `several/?act=${act}${[hubert, nameless, ended].map((id) => `&id=${id}`).join('')}`
  return [
    { name: 'members', route: list, ...at(club, '') },
    { name: 'members, all ticked', route: list, ...at(club, '?ticked=all&sort=until') },
    { name: 'several members, none ticked', route: several, ...at(club, 'several/?act=mails') },
    { name: 'several members to be renewed', route: several, ...at(club, ticked('renewal')) },
    { name: 'several members to be cancelled', route: several, ...at(club, ticked('cancellation')) },
    {
      name: 'several members, mailed again',
      route: 'POST /admin/members/several/mails/',
      ...at(club, ticked('mails')),
      act: (page) => page.locator('form[action$="several/mails/"] button').press('Enter'),
    },
    {
      name: 'several members, renewed',
      route: 'POST /admin/members/several/renewal/',
      ...at(club, ticked('renewal')),
      act: (page) => page.locator('form[action$="several/renewal/"] button').first().press('Enter'),
    },
    {
      name: 'several members, no reason',
      route: 'POST /admin/members/several/cancellation/',
      status: 400,
      ...at(club, ticked('cancellation')),
      act: (page) => page.locator('#reason').press('Enter'),
    },
    { name: 'members, none', route: list, ...at(empty, '') },
    { name: 'members, valid', route: list, ...at(club, '?state=valid') },
    { name: 'members, nobody found', route: list, ...at(club, '?q=zzzz') },
    { name: 'members, too short', route: list, ...at(club, '?q=z') },
    { name: 'a new member', route: desk, ...at(club, 'new/') },
    { name: 'a new member, nothing on sale', route: desk, ...at(empty, 'new/') },
    { name: 'renewing', route: desk, ...at(club, `new/?member=${hubert}`) },
    {
      name: 'a new member, refused',
      route: 'POST /admin/members/new/',
      status: 400,
      ...at(club, 'new/'),
      async act(page) {
        await page.fill('#email', 'nobody')
        await page.fill('#amount', 'much')
        await page.locator('button[value=cash]').press('Enter')
      },
    },
    {
      name: 'a new member, priced with a code',
      route: 'POST /admin/members/new/',
      ...at(club, 'new/'),
      async act(page) {
        await page.selectOption('#price', year.price)
        await page.fill('#email', 'grace@example.org')
        await page.locator('summary', { hasText: /c[oó]d/i }).press('Enter')
        await page.fill('#promotional_code', 'QUAY')
        await page.locator('#promotional_code').press('Enter')
      },
    },
    {
      name: 'a new member, another total',
      route: 'POST /admin/members/new/',
      status: 409,
      ...at(club, 'new/'),
      async act(page) {
        await page.selectOption('#price', year.price)
        await page.fill('#email', 'grace@example.org')
        await page.locator('summary', { hasText: /c[oó]d/i }).press('Enter')
        await page.fill('#promotional_code', 'QUAY')
        await page.locator('button[value=cash]').press('Enter')
      },
    },
    { name: 'a member', route: one, ...at(club, `${ada}/`) },
    { name: 'a member, just made', route: one, ...at(club, `${renewed.split('/')[3]}/?done=granted`) },
    { name: 'a member with a long name', route: one, ...at(club, `${hubert}/`) },
    { name: 'a member without a name', route: one, ...at(club, `${nameless}/`) },
    { name: 'a member, cancelled', route: one, ...at(club, `${ended}/`) },
    { name: 'a member, renewed by itself', route: one, ...at(club, `${byItself}/`) },
    {
      name: 'a member, renewed no more since',
      route: 'POST /admin/members/:uuid/renewal-cancellation/',
      status: 409,
      ...at(club, `${byItself}/`),
      async act(page) {
        const client = await server.database.connect()
        const put = 'update renewal set membership_id = $2 where membership_id = $1'
        await page.locator('main summary').nth(1).press('Enter')
        // Another one was paid since.
        await client.query(put, [byItself, nameless])
        await page.locator('form[action$="renewal-cancellation/"] button').press('Enter')
        await page.locator('[role=alert]').waitFor()
        await client.query(put, [nameless, byItself])
        await client.end()
      },
    },
    {
      name: 'a member, corrected by two',
      route: 'POST /admin/members/:uuid/name/',
      status: 409,
      ...at(club, `${nameless}/`),
      async act(page) {
        const { text } = await seller.show(`/admin/members/${nameless}/`)
        const seen = /name="seen" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? ''
        const wanted = ['last_name', `Somerville ${randomUUID().slice(0, 8)}`] as const
        await seller.press(`/admin/members/${nameless}/name/`, [['seen', seen], wanted])
        await page.locator('main summary').first().press('Enter')
        await page.fill('#last_name', 'Sommerville')
        await page.locator('#last_name').press('Enter')
      },
    },
    {
      name: 'a member, mailed too late',
      route: 'POST /admin/members/:uuid/mails/',
      status: 409,
      ...at(club, `${hubert}/`),
      async act(page) {
        const end = 'update membership set valid_until = $1 where id = $2'
        const client = await server.database.connect()
        const { rows } = await client.query('select valid_until as at from membership where id = $1', [hubert])
        await client.query(end, [new Date(Date.now() - 60_000), hubert])
        await page.locator(`form[action$="mails/"] button`).press('Enter')
        await page.locator('[role=alert]').waitFor()
        // Put back, for the page in the other language.
        await client.query(end, [rows[0].at, hubert])
        await client.end()
      },
    },
    {
      name: 'a member, no reason',
      route: 'POST /admin/members/:uuid/cancellation/',
      status: 400,
      ...at(club, `${hubert}/`),
      async act(page) {
        await page.locator('main summary').nth(1).press('Enter')
        await page.locator('#reason').press('Enter')
      },
    },
  ]
}
