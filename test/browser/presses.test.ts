import { afterAll, expect, it } from 'vitest'
import { startBrowser } from '../harness/browser.ts'
import { eveningZone, localMinute } from '../harness/evening.ts'
import { countOf, handsAt } from '../harness/hands.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * What each thing of an evening takes at most: a press is a link, a button or a key, from the page of today on; what is typed into
 * fields of one page is none. Seen red without the link from today to the event.
 */
const timeZone = eveningZone()
const { server, hall, other } = await twoOffices()
await server.cli('tenant', 'set', '--tenant', hall.slug, '--time-zone', timeZone)
const browser = await startBrowser()
afterAll(() => browser.close())

async function openToday({ slug }: { readonly slug: string }) {
  const { page, complaints } = await browser.open({ width: 1280, locale: 'en' })
  const [name = '', value = ''] = (await signIn(server, slug, slug, 'admin@example.org')).split('=')
  const today = `${originOf(server, slug)}/admin/`
  await page.context().addCookies([{ name, value, url: today }])
  await page.goto(today)
  return { page, complaints, hands: handsAt(page, { byKeys: false }), today }
}

it('are few: three prices, a further one, a booking by a word of it, tonight’s money, a settlement, a refund', async () => {
  const { page, complaints, hands, today } = await openToday(hall)
  const most = async (presses: number, act: () => Promise<void>) =>
    expect((await countOf(hands, act)).pressed).toBeLessThanOrEqual(presses)
  const key = async (name: string) => {
    hands.pressed.push(name)
    await page.keyboard.press(name)
  }

  await most(2, async () => {
    await hands.press('Create an event')
    await hands.fill(/^Name$/, 'Les Chouettes')
    await hands.fillMoment('Begins', localMinute(new Date(Date.now() + 7_200_000), timeZone))
    await hands.fill('Places', '100')
    await hands.fill('Name of the price', 'Full price')
    await hands.fill('Amount in EUR', '20')
    await hands.fill('What price 2 is called', 'Reduced')
    await hands.fill('Amount of price 2 in EUR', '12')
    await hands.fill('What price 3 is called', 'Children')
    await hands.fill('Amount of price 3 in EUR', '5')
    await hands.press('Publish the event')
  })
  const event = (await hall.get('/api/events/')).json.find(({ name }: { name: string }) => name === 'Les Chouettes')
  const prices = async () => (await hall.get(`/api/products/${event.products[0]}/`)).json.prices
  expect(event).toMatchObject({ tickets_left: 100 })
  await hands.press('Prices')
  await most(1, async () => {
    await hands.fill('Name of the price', 'Friends')
    await hands.fill('Amount in EUR', '8')
    await hands.press('Save')
  })
  const offered: { uuid: string; name: string }[] = await prices()
  expect(offered.map(({ name }) => name)).toEqual(['Full price', 'Reduced', 'Children', 'Friends'])

  const customers = [{ first_name: 'Odile', last_name: 'Ramier' }]
  const body = { event: event.uuid, email: 'guest@owls.test', prices: [{ uuid: offered[0]?.uuid, customers }] }
  const { uuid } = (await hall.book(body)).json
  await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
  await page.goto(today)
  await most(3, async () => {
    await key('/')
    await page.keyboard.type('ramier')
    await Promise.all([page.waitForNavigation(), key('Enter')])
  })
  expect(page.url()).toContain(uuid)

  await page.goto(today)
  await most(0, async () => expect(await page.locator('.tiles.money').textContent()).toContain('€20.00'))
  await most(2, async () => {
    await hands.press(/Les Chouettes/)
    await hands.press('Settlement')
  })
  expect(await page.locator('main').textContent()).toContain('€20.00')
  await page.goto(today)
  await most(4, async () => {
    await hands.press('Bookings')
    await hands.press('Odile Ramier')
    await hands.press('Cancel and refund')
    await hands.choose('I am handing the money over now')
    await hands.press('Cancel the whole booking')
  })
  expect((await hall.get(`/api/events/${event.uuid}/`)).json.tickets_left).toBe(100)
  expect(complaints).toEqual([])

  const stranger = await openToday(other)
  expect(await stranger.page.locator('main').textContent()).not.toContain('Les Chouettes')
  await Promise.all([page, stranger.page].map((open) => open.context().close()))
})
