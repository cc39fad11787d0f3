import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type BoxOffice, untilQuiet } from './box-office.ts'
import type { PageState } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { staffOf } from './staff.ts'

/** The pages of guest lists: before anybody is invited, looked at, wrong, half of the guests let in, and afterwards. */
export async function guestStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const { product } = await hall.price('B', { name: 'Full price', prix: 12, stock: 2 })
  const free = await hall.price('F', { name: 'Invitation', prix: 0 })
  let number = 0
  const [event, quiet, full] = [
    await hall.event([free.product], { name: 'Night of the guests' }),
    await hall.event([product], { name: 'Night without guests' }),
    await hall.event([product], { name: 'Small night' }),
  ]
  const office = await staffOf(server, hall)
  const invited = randomUUID()
  const answer = await office.press(`/admin/events/${event}/guests/bookings/`, [
    ['list', invited] as const,
    ['name', 'The press'] as const,
    ['price', free.price] as const,
    ['text', 'name,email,places,note\nZoe Ray,,1,Two bags'],
  ])
  if (answer.status !== 303) throw new Error(`nobody was invited: ${answer.status} ${answer.text}`)
  const mailed = await listInTheMail(server, hall, free)
  const hidden = await hall.event([product], { name: 'Not published', published: false })
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const at = (id: string) => `${originOf(server, hall.slug)}/admin/events/${id}/guests/`
  const [list, looking, booking] = [
    'GET /admin/events/:uuid/guests/',
    'POST /admin/events/:uuid/guests/',
    'POST /admin/events/:uuid/guests/bookings/',
  ]
  const lookAt = async (page: Page, text: string) => {
    await page.locator('#text').fill(text)
    await page.locator('main form .button').first().press('Enter')
  }
  const invite = async (page: Page, text: string) => {
    await lookAt(page, text)
    await page.locator('form[action$="/bookings/"] .button').press('Enter')
  }
  const guests = 'name,email,places,note,phone\nAda Lovelace,ada@example.org,1,Press,01\n'
  return [
    { name: 'guests, none yet', route: list, url: at(quiet), cookie },
    { name: 'guests of an event that is not published', route: list, url: at(hidden), cookie },
    {
      name: 'guests looked at',
      route: looking,
      url: at(quiet),
      cookie,
      async act(page) {
        await lookAt(page, `${guests}Ben Ohm,,3,`)
        await page.locator('#looked').waitFor()
      },
    },
    {
      name: 'guests with wrong lines',
      route: looking,
      url: at(quiet),
      cookie,
      status: 400,
      async act(page) {
        await lookAt(page, 'name,email,places\n,a,0\nAda,,1\nAda,,2')
      },
    },
    {
      name: 'guests, some without a place',
      route: booking,
      url: at(full),
      cookie,
      status: 409,
      async act(page) {
        await invite(page, `${guests}Ben Ohm,,5,`)
      },
    },
    {
      name: 'guests whose tickets are on their way',
      route: list,
      url: `${at(mailed.event)}?list=${mailed.list}`,
      cookie,
    },
    { name: 'guest lists, one in the mail', route: list, url: at(mailed.event), cookie },
    { name: 'guests of a list', route: list, url: `${at(event)}?list=${invited}`, cookie },
    {
      name: 'a guest list',
      route: list,
      url: at(event),
      cookie,
      async act(page) {
        await invite(page, `${guests}Guest ${++number},,2,\n`)
        await page.locator('.notice[role=status]').waitFor()
      },
    },
  ]
}

type InTheMail = { readonly event: string; readonly list: string }

/** Leaves tickets of a list halfway through the mail, as a mail server does at that moment: there is none here. */
async function listInTheMail(
  server: TestServer,
  hall: BoxOffice,
  { product, price }: { readonly product: string; readonly price: string },
): Promise<InTheMail> {
  const event = await hall.event([product], { name: 'Night of the mails' })
  const list = randomUUID()
  const office = await staffOf(server, hall)
  const states = ['valid', 'valid', 'paid', 'paid_email_unsent', 'paid_email_invalid']
  const guests = states.map((_, at) => `Guest ${at + 1},guest${at + 1}@mails.test,1`)
  await office.press(`/admin/events/${event}/guests/bookings/`, [
    ['list', list] as const,
    ['name', 'By mail'] as const,
    ['price', price] as const,
    ['mail', 'true'] as const,
    ['text', guests.join('\n')] as const,
  ])
  const client = await server.database.connect()
  await untilQuiet(client)
  await client.query(
    `update reservation set status = standing.status from unnest($2::text[]) with ordinality as standing (status, number)
     where event_id = $1 and booker_email = 'guest' || standing.number || '@mails.test'`,
    [event, states],
  )
  await client.end()
  return { event, list }
}
