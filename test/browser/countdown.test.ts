import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { endHold } from '../harness/box-office.ts'
import { originOf } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'
import { visitorAt } from '../harness/visitor.ts'

/** The time that places are held, as it runs out on the page of a booking. The clock is the page's own, and is moved. */
const { server, browser, hall } = await openVisitedOffice('The Hall')

/** The address of a booking that has fifteen minutes to be paid. */
async function heldBooking(): Promise<string> {
  const { product, price } = await hall.price('B', { prix: 20 })
  const event = await hall.event([product])
  const visitor = visitorAt(server, hall)
  return originOf(server, hall.slug) + (await visitor.book(event, price, { email: 'ada@visitor.test' }))
}

/** What a screen reader is told without asking. */
const announced = (page: Page) => page.getByRole('status').textContent()
const time = (page: Page) => page.getByRole('timer').textContent()

describe.each([
  {
    locale: 'en',
    pay: /^Pay /,
    held: 'Your places are held',
    over: 'Your places have been released',
    again: 'Book again',
  },
  {
    locale: 'fr',
    pay: /^Payer /,
    held: 'Vos places sont retenues',
    over: 'Vos places ont été libérées',
    again: 'Réserver à nouveau',
  },
] as const)('in $locale', ({ locale, pay, held, over, again }) => {
  it('counts down by itself, silently, and says at the end what to do', async () => {
    const { page, complaints } = await browser.open({ width: 390, locale })
    // The visitor's clock is wrong by days.
    await page.clock.install({ time: new Date(Date.now() + 3 * 86_400_000) })
    await page.goto(await heldBooking())
    await page.getByRole('heading', { level: 1, name: held }).waitFor()
    await expect.poll(() => time(page)).toMatch(/^(15:00|14:\d\d)$/)
    await page.clock.fastForward('05:00')
    expect(await time(page)).toMatch(/^(10:00|9:\d\d)$/)
    expect(await announced(page)).toBe('')
    // It looks at the page for as long as that takes.
    await expectAccessible(page, 'held booking')

    await page.getByRole('link', { name: pay }).focus()
    await page.clock.fastForward('10:00')
    await page.getByRole('heading', { level: 1, name: over }).waitFor()
    expect(await announced(page)).toContain(over)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.getByRole('link', { name: pay }).count()).toBe(0)
    expect(await page.getByRole('timer').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
    await expectAccessible(page, 'booking let go')
    await page.getByRole('link', { name: again }).click()
    await page.waitForURL(/\/events\//)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

it('is complete without script, and says the same once the time is over', async () => {
  const address = await heldBooking()
  const { pathname } = new URL(address)
  const visitor = visitorAt(server, hall)
  const held = await visitor.show(pathname)
  for (const said of ['Your places are held', 'Held until', 'Pay €20.00']) expect(held.text).toContain(said)
  expect(held.text).not.toMatch(/<script(?![^>]* src=)/)
  const client = await server.database.connect()
  await endHold(client, pathname.split('/')[2] ?? '')
  await client.end()
  const over = await visitor.show(pathname)
  for (const said of ['Your places have been released', 'Book again']) expect(over.text).toContain(said)
  for (const gone of ['Your places are held', 'Held until', 'Pay €', '<script']) expect(over.text).not.toContain(gone)
})

it('its script is small, kept for ever, and asked for where something is held alone', async () => {
  const visitor = visitorAt(server, hall)
  const held = await visitor.show(new URL(await heldBooking()).pathname)
  const path = /<script type="module" src="(\/assets\/[0-9a-f]{12}\.js)">/.exec(held.text)?.[1] ?? ''
  const script = await visitor.show(path)
  expect(script.status).toBe(200)
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.headers['cache-control']).toContain('immutable')
  expect(script.text.length).toBeLessThan(2_000)
  expect(held.headers['content-security-policy']).toContain("script-src 'self';")
  expect((await visitor.show('/membership/')).text).not.toContain(path)
})
