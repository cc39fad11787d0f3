import type { Page } from 'playwright-core'
import { one, visitor } from './booking.ts'
import { type BoxOffice, untilQuiet } from './box-office.ts'
import { type PageState, press } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf, sharedSignIn } from './sign-in.ts'
import { staffOf } from './staff.ts'

export async function handOutStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const [shirt, pin] = [
    await hall.price('T', { name: 'L', prix: 20 }),
    await hall.price('M', { name: 'Pin of the harbour', prix: 3 }),
  ]
  const event = await hall.event([shirt.product, pin.product], { name: 'With shirts' })
  const list = `${originOf(server, hall.slug)}/admin/hand-outs/`
  const sold = async (isPaid = true) => {
    const prices = [...one(shirt.price, 3), ...one(pin.price, 1)]
    const { uuid, things } = (await hall.book({ event, email: visitor(), prices })).json
    if (!isPaid) return { uuid, things }
    return (await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })).json
  }
  const part = await sold()
  const handOut = (booking: { uuid: string; things: { uuid: string }[] }, quantity: number) => {
    const body = { thing: booking.things[0]?.uuid, quantity }
    return hall.post(`/api/reservations/${booking.uuid}/hand-outs/`, body)
  }
  await handOut(part, 2)
  const unpaid = await sold(false)
  const ticket = await hall.price('F', { prix: 0 })
  const bare = (
    await hall.book({ event: await hall.event([ticket.product]), prices: one(ticket.price, 1) }, { key: hall.key })
  ).json
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const [all, each] = ['GET /admin/hand-outs/', 'GET /admin/hand-outs/:uuid/']
  let raced = ''
  return [
    { name: 'hand-outs', route: all, url: list, cookie },
    { name: 'hand-outs of an event', route: all, url: `${list}?event=${event}`, cookie },
    { name: 'hand-outs found', route: all, url: `${list}?q=example`, cookie },
    { name: 'hand-outs, nobody found', route: all, url: `${list}?q=zzzz`, cookie },
    { name: 'hand-outs, too short', route: all, url: `${list}?q=z`, cookie },
    { name: 'handing out', route: each, url: `${list}${part.uuid}/`, cookie },
    { name: 'handing out, not paid', route: each, url: `${list}${unpaid.uuid}/`, cookie },
    { name: 'handing out, nothing', route: each, url: `${list}${bare.uuid}/`, cookie },
    {
      name: 'handing out, too late',
      route: 'POST /admin/hand-outs/:uuid/',
      status: 409,
      cookie,
      async url() {
        raced = (await sold()).uuid
        return `${list}${raced}/`
      },
      async act(page) {
        await handOut((await hall.get(`/api/reservations/${raced}/`)).json, 3)
        await press(page)
      },
    },
  ]
}

/** Makes a mail sent and its letter forgotten while `work` runs, as months later; then restores it, since other pages show it too. */
async function whileForgotten(server: TestServer, mailId: string, work: () => Promise<void>): Promise<void> {
  const client = await server.database.connect()
  const { rows } = await client.query('select status, letter from mail where id = $1', [mailId])
  const set = 'update mail set status = $2, letter = $3 where id = $1'
  await client.query(set, [mailId, 'sent', null])
  await work()
  await client.query(set, [mailId, rows[0].status, rows[0].letter])
  await client.end()
}

export async function officeStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const list = `${originOf(server, hall.slug)}/admin/reservations/`
  const mails = `${originOf(server, hall.slug)}/admin/mails/`
  const [searching, search] = ['GET /admin/search/', `${originOf(server, hall.slug)}/admin/search/`]
  const cookie = () => sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const seat = await hall.price('B', { name: 'Full price', prix: 12 })
  const shirt = await hall.price('T', { name: 'L', prix: 20 })
  const event = await hall.event([seat.product, shirt.product], { name: 'Sold at the desk' })
  const long = 'very-long-name-that-never-ends'.repeat(4)
  const customers = [{ first_name: 'Ada', last_name: long }, { first_name: '<b>Ben</b>', last_name: 'O’Neill' }, {}]
  const book = async () => {
    const prices = [{ uuid: seat.price, customers }, ...one(shirt.price, 2)]
    return (await hall.book({ event, email: visitor(), prices })).json.uuid as string
  }
  const pay = (id: string) => hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  const [unpaid, used, cancelled] = [await book(), await book(), await book()]
  await pay(used)
  await pay(cancelled)
  await hall.post(`/api/reservations/${cancelled}/cancellation/`)
  const { tickets, things } = (await hall.get(`/api/reservations/${used}/`)).json
  await hall.post(`/api/reservations/${used}/hand-outs/`, { thing: things[0].uuid, quantity: 1 })
  await hall.post(`/api/reservations/${used}/cancellation/`, { tickets: [tickets[2]] })
  const group = await hall.price('B', { name: 'School class', prix: 2, max_per_user: 200 })
  const matinee = await hall.event([group.product], { name: 'For schools' })
  const many = (await hall.book({ event: matinee, email: visitor(), prices: one(group.price, 120) })).json.uuid
  await pay(many)
  const client = await server.database.connect()
  const scanned = `update ticket set status = 'scanned', scanned_at = now() where id = $1`
  await client.query(scanned, [tickets[0]])
  const refused = await book()
  await pay(refused)
  await untilQuiet(client)
  await client.query(`update reservation set status = 'paid_email_invalid' where id = $1`, [refused])
  await client.query(`update mail set status = 'refused' where reservation_id = $1`, [refused])
  await client.query(`update mail set status = 'failed' where reservation_id = $1`, [used])
  await client.end()
  await (await staffOf(server, hall)).press('/admin/filters/', [
    ['list', 'reservations'],
    ['query', 'state=to_pay'],
    ['name', `To be paid ${long}`.slice(0, 40)],
  ])
  const [all, each] = ['GET /admin/reservations/', 'GET /admin/reservations/:uuid/']
  const several = 'GET /admin/reservations/several/'
  const ticked = (act: string, ids = [unpaid, used, cancelled, refused]) =>
    `${list}several/?act=${act}${ids.map((id) => `&id=${id}`).join('')}`
  const cancelling = 'POST /admin/reservations/:uuid/cancellation/'
  const changing = 'POST /admin/reservations/:uuid/tickets/:ticket/'
  const taking = 'POST /admin/reservations/:uuid/tickets/:ticket/mistakes/'
  const press = (page: Page, form: string) => page.locator(`form[action*="${form}"] button`).first().press('Enter')
  const unfold = async (page: Page) => {
    for (const fold of await page.locator('main summary').all()) await fold.press('Enter')
  }
  return [
    { name: 'the search', route: searching, url: search, cookie },
    { name: 'the keys', route: 'GET /admin/keys/', url: `${originOf(server, hall.slug)}/admin/keys/`, cookie },
    { name: 'the search, what was found', route: searching, url: `${search}?q=${long}`, cookie },
    { name: 'the search, of all kinds', route: searching, url: `${search}?q=s`, cookie },
    { name: 'the search, nothing found', route: searching, url: `${search}?q=zzzz${long.slice(0, 90)}`, cookie },
    { name: 'the search, too short', route: searching, url: `${search}?q=%2B`, cookie },
    { name: 'reservations', route: all, url: list, cookie },
    { name: 'reservations of an event', route: all, url: `${list}?event=${event}&state=settled`, cookie },
    { name: 'reservations, nobody found', route: all, url: `${list}?q=zzzz`, cookie },
    { name: 'reservations, too short', route: all, url: `${list}?q=z`, cookie },
    { name: 'reservations, a filter that is kept', route: all, url: `${list}?state=to_pay`, cookie },
    { name: 'reservations, all ticked', route: all, url: `${list}?ticked=all&sort=-amount`, cookie },
    { name: 'several reservations, none ticked', route: several, url: `${list}several/?act=mails`, cookie },
    { name: 'several reservations to be cancelled', route: several, url: ticked('cancellation'), cookie },
    {
      name: 'several reservations, tickets sent again',
      route: 'POST /admin/reservations/several/mails/',
      url: ticked('mails'),
      cookie,
      act: (page) => press(page, '/several/mails/'),
    },
    {
      name: 'several reservations, one refused',
      route: 'POST /admin/reservations/several/cancellation/',
      async url() {
        return ticked('cancellation', [await book(), used])
      },
      cookie,
      act: (page) => press(page, '/several/cancellation/'),
    },
    { name: 'a reservation to be paid', route: each, url: `${list}${unpaid}/`, cookie },
    { name: 'a reservation that was used', route: each, url: `${list}${used}/`, cookie },
    { name: 'a reservation of many tickets', route: each, url: `${list}${many}/?page=2`, cookie },
    { name: 'a reservation of many, none found', route: each, url: `${list}${many}/?q=zzzz`, cookie },
    { name: 'a reservation that was cancelled', route: each, url: `${list}${cancelled}/`, cookie },
    { name: 'a reservation whose address refused it', route: each, url: `${list}${refused}/`, cookie },
    {
      name: 'correcting an address, wrong',
      route: 'POST /admin/reservations/:uuid/address/',
      url: `${list}${refused}/`,
      cookie,
      status: 400,
      async act(page) {
        await page.fill('#email', `nobody@${'a'.repeat(80)}..test`)
        await page.locator('form[action$="/address/"]').evaluate((form) => form.setAttribute('novalidate', ''))
        await press(page, '/address/')
      },
    },
    { name: 'mails', route: 'GET /admin/mails/', url: mails, cookie },
    { name: 'mails, sent again', route: 'GET /admin/mails/', url: `${mails}?sent=2`, cookie },
    { name: 'mails, none waits', route: 'GET /admin/mails/', url: `${mails}?list=waiting`, cookie },
    { name: 'mails, in the outbox', route: 'GET /admin/mails/', url: `${mails}?list=outbox`, cookie },
    {
      name: 'mails, one too old',
      route: 'POST /admin/mails/:uuid/attempts/',
      status: 409,
      url: `${mails}?list=outbox`,
      cookie,
      async act(page) {
        const again = page.locator('form[action$="/attempts/"]').first()
        await whileForgotten(server, (await again.getAttribute('action'))?.split('/').at(-3) ?? '', async () => {
          const [answer] = await Promise.all([
            page.waitForResponse((response) => response.request().method() === 'POST'),
            again.locator('button').press('Enter'),
          ])
          await answer.finished()
        })
      },
    },
    {
      name: 'cancelling no ticket',
      route: cancelling,
      url: `${list}${used}/`,
      cookie,
      status: 400,
      async act(page) {
        await unfold(page)
        await press(page, '/cancellation/')
      },
    },
    {
      name: 'changing a ticket, too late',
      route: changing,
      url: `${list}${used}/`,
      cookie,
      status: 409,
      async act(page) {
        await unfold(page)
        const form = page.locator(`form[action$="/tickets/${tickets[1]}/"]`)
        await form.locator('[name=seen]').evaluate((field) => field.setAttribute('value', 'another'))
        await form.locator('[name=seat]').fill('C3')
        await form.locator('button').press('Enter')
      },
    },
    {
      name: 'undoing a scan without a reason',
      route: taking,
      url: `${list}${used}/`,
      cookie,
      status: 400,
      async act(page) {
        await unfold(page)
        await press(page, '/mistakes/')
      },
    },
  ]
}
