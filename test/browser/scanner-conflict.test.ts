import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import { answerTo, atTheEvent, cut, mend, untilListed, untilTold } from '../harness/scanner.ts'

/** A ticket that two doors let in without network: who was there hears of it, and nothing moves while they work. */
const { server, client, hall, logOf, here, browser } = await openScannerDoors()

/** A telephone at the door, with the list. */
async function atTheDoor(name: string, ...words: string[]): Promise<Page> {
  const { page } = await here.pairedBy(browser, await here.token(name, ...words), { width: 360 })
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  return page
}

/** Where everything stands that is read or pressed, but for what the head says of conflicts. */
const placesIn = (page: Page) =>
  page
    .locator('.door :is(h1, p:not(.unseen), li, button, input, main, footer)')
    .evaluateAll((all) => all.map((one) => JSON.stringify([one.tagName, one.getBoundingClientRect()])))

/** The page asks how full the event is every fifteen seconds, and when it comes into sight. */
async function ask(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/scan/stats/'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await answer
}

/** Seen red without room for both words: the name of the event gave way to the notice. */
it('is said on both telephones and on the supervisor’s, over nothing, and leads to it', async () => {
  const first = await atTheDoor('First door', '--gate', 'North')
  const second = await atTheDoor('Second door')
  const third = await atTheDoor('Third door')
  const head = await atTheDoor('Head of the door', '--supervisor')
  const [shared = '', single = ''] = await insertTickets(client, hall, { count: 2 })
  const codes = await qrCodesOf(server, hall.slug, [shared, single])
  for (const page of [first, second]) {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await untilListed(page)
    await cut(page)
    expect(await answerTo(page, codes.get(shared) ?? '')).toMatch(/^(Welcome, offline|Ask the supervisor)/)
    const yes = page.getByRole('button', { name: 'Let in', exact: true })
    if (await yes.isVisible()) await yes.click()
    await page.locator('.door[data-offline][data-sign=welcome] h1').waitFor()
  }
  for (const page of [first, second]) {
    await mend(page)
    await untilTold(page)
  }
  expect((await logOf(shared)).map(({ result }) => result)).toEqual(['admitted', 'admitted'])
  // What is on the screen when the notice comes: an answer, which stays as it is.
  const notice = (page: Page) => page.locator('.inside .new')
  for (const page of [first, second, head]) {
    await answerTo(page, codes.get(single) ?? '')
    await ask(page)
    await notice(page).getByText('1 conflict', { exact: true }).waitFor()
    expect(await page.locator('header [role=status]').textContent()).toBe('1 conflict')
    const now = await placesIn(page)
    await notice(page).evaluate((element) => {
      element.removeAttribute('class')
      element.textContent = 'inside'
    })
    expect(await placesIn(page)).toEqual(now)
  }
  await ask(third)
  expect(await notice(third).count()).toBe(0)

  for (const page of [first, second, head]) await page.locator('button.inside').click()
  const row = (page: Page) => page.locator('.rows li').filter({ hasText: 'Already scanned' })
  const said = async (page: Page) => (await row(page).locator('p span').allTextContents()).filter((text) => text !== '')
  expect(await said(first)).toEqual([
    expect.stringMatching(/^At \d\d:\d\d by this device$/),
    expect.stringMatching(/^At \d\d:\d\d by Second door$/),
  ])
  expect(await said(second)).toEqual([
    expect.stringMatching(/^At \d\d:\d\d by First door, North$/),
    expect.stringMatching(/^At \d\d:\d\d by this device$/),
  ])
  expect(await row(first).getByRole('button').count()).toBe(0)
  await expectAccessible(first, 'a conflict, to a steward')
  const [number = ''] = await said(head)
  expect(number.replace('-', '')).toBe(shared.replaceAll('-', '').slice(-10).toUpperCase())
  await expectAccessible(head, 'a conflict, to a supervisor')
  // Somebody has seen it.
  for (const page of [first, second, head]) expect(await notice(page).count()).toBe(0)

  await row(head).getByRole('button', { name: 'Search' }).click()
  await head.getByText(/In again without network/).waitFor()
  await head.getByRole('button', { name: /^Undo/ }).last().click()
  await head.getByLabel('Reason').fill('The same family')
  await head.keyboard.press('Enter')
  await head.getByText('The scan was undone.').waitFor()
  await head.getByRole('button', { name: 'Back to the door' }).click()
  await head.locator('button.inside').click()
  await row(head).waitFor({ state: 'detached' })
})

/** While a new version takes the place of the one before, a page of the one may ask the other. */
it('is not missed in the answer of a service that does not tell it', async () => {
  const page = await atTheDoor('Door of an upgrade')
  const before = { success: true, inside: 3, expected: 9, gates: [], devices: [] }
  await page.route('**/scan/stats/**', (route) => route.fulfill({ json: before }))
  await ask(page)
  await page.locator('button.inside').click()
  await page.getByText('Nobody is in yet.').waitFor()
  await page.unroute('**/scan/stats/**')
})
