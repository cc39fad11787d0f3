import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { insertEvent } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import { scanInto } from '../harness/scanner.ts'

/** A device that is left with somebody who shall scan and nothing else. */
const { client, hall, other, ticket, logOf, here, browser } = await openScannerDoors()
await insertEvent(client, hall.tenantId, { name: 'Quite another night' })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const fill = (page: Page, label: string, pin: string) => page.getByLabel(label).fill(pin)

/** A supervisor's device at an event of several. */
async function paired() {
  const { page } = await here.pairedBy(browser, await here.token('Gate', '--supervisor'))
  await page.getByRole('button', { name: /^The Hall live/ }).click()
  return page
}

/** The same, locked. */
async function locked() {
  const page = await paired()
  await press(page, 'Lock')
  for (const [pin, again, problem] of [
    ['123', '123', 'A PIN is four to eight digits.'],
    ['4711', '4712', 'The two PINs do not match.'],
  ] as const) {
    await fill(page, 'PIN of four to eight digits', pin)
    await fill(page, 'Repeat the PIN', again)
    await press(page, 'Lock this device')
    await page.getByRole('alert').getByText(problem).waitFor()
  }
  await fill(page, 'Repeat the PIN', '4711')
  await press(page, 'Lock this device')
  await heading(page, 'Ready').waitFor()
  return { page }
}

async function tryPin(page: Page, pin: string): Promise<void> {
  await fill(page, 'PIN of four to eight digits', pin)
  await page.getByLabel('PIN of four to eight digits').press('Enter')
}

/** Seen red with a lock that is not kept: after the page was loaded anew everything was open. */
it('scans and checks, and neither searches nor changes its event, until the PIN is given', async () => {
  const { page } = await locked()
  for (const load of ['before', 'after'] as const) {
    if (load === 'after') await page.reload()
    await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor()
    for (const name of ['Search', 'Change event', 'Lock'])
      expect([load, name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([load, name, 0])
    const { id, qr } = await ticket()
    await scanInto(page, qr)
    await heading(page, 'Welcome').waitFor()
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
    await scanInto(page, (await ticket({}, other)).qr)
    await heading(page, 'Refused').waitFor()
  }
  await press(page, 'Unlock')
  await tryPin(page, '4711')
  for (const name of ['Search', 'Change event', 'Lock']) await page.getByRole('button', { name, exact: true }).waitFor()
})

/** Seen red with failures that are counted in the page alone, and with the PIN looked at while it waits. */
it('looks at no PIN for a while after three wrong ones, also when the page is loaded anew', async () => {
  const { page } = await locked()
  // The wait begins with the third wrong one, and lasts until the clock is moved.
  const now = Date.now()
  await page.clock.setFixedTime(now)
  await press(page, 'Unlock')
  const problem = page.getByRole('alert')
  await tryPin(page, 'abcd')
  await problem.getByText('A PIN is four to eight digits').waitFor()
  for (const wrong of ['0000', '1111', '2222']) {
    await tryPin(page, wrong)
    await problem.getByText('Wrong PIN.').waitFor()
  }
  await problem.getByText(/Wait \d+ seconds/).waitFor()
  await page.reload()
  await press(page, 'Unlock')
  await tryPin(page, '4711')
  await problem.getByText(/^Wait \d+ seconds/).waitFor()
  await page.clock.setFixedTime(now + 31_000)
  await tryPin(page, '4711')
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
})

it('whose PIN is forgotten is paired anew, which ends the lock', async () => {
  const { page } = await locked()
  await press(page, 'Unlock')
  await page.getByText(/the person in charge of the door can issue a new pairing link for this device/).waitFor()
  await page.goto(`${here.origin}/scanner/#pair=${await here.token('Gate again', '--supervisor')}`)
  await press(page, 'Pair again')
  await page.getByRole('button', { name: /^The Hall live/ }).click()
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()
})

/** A page of the same device in another tab, as it stood before anything was locked. */
async function otherTab(page: Page): Promise<Page> {
  await heading(page, 'Ready').waitFor()
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await heading(tab, 'Ready').waitFor()
  return tab
}

async function lockWith(page: Page, pin: string): Promise<void> {
  await press(page, 'Lock')
  await fill(page, 'PIN of four to eight digits', pin)
  await fill(page, 'Repeat the PIN', pin)
  await press(page, 'Lock this device')
}

const comeBackTo = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
const unlock = (page: Page) => page.getByRole('button', { name: 'Unlock', exact: true })

/** Seen red with the second tab open for good, and its first write the end of the lock in both. */
it('is locked in every tab: what another one does takes no lock away, and whoever comes to it finds it', async () => {
  const page = await paired()
  const [searching, choosing, writing] = [await otherTab(page), await otherTab(page), await otherTab(page)]
  await press(searching, 'Search')
  await press(choosing, 'Change event')
  // That it left its event is written down before the lock is.
  await choosing.getByRole('button', { name: /^The Hall live/ }).waitFor()
  await lockWith(page, '4711')
  await unlock(page).waitFor()
  for (const tab of [searching, choosing]) {
    await comeBackTo(tab)
    await unlock(tab).waitFor()
    expect(await tab.locator('.event').textContent()).toBe('The Hall live')
    expect(await tab.getByLabel('Name or number').count()).toBe(0)
  }
  await press(writing, 'Change event')
  await unlock(writing).waitFor()
  expect(await writing.locator('.event').textContent()).toBe('The Hall live')
  await page.reload()
  await unlock(page).waitFor()
})

/** Seen red with the PIN of the second tab in the place of the first, and with wrong ones counted by each tab alone. */
it('has one PIN and counts wrong ones in all tabs together', async () => {
  const page = await paired()
  const tab = await otherTab(page)
  await press(tab, 'Lock')
  await lockWith(page, '4711')
  await unlock(page).waitFor()
  await fill(tab, 'PIN of four to eight digits', '9999')
  await fill(tab, 'Repeat the PIN', '9999')
  await press(tab, 'Lock this device')
  const now = Date.now()
  await page.clock.setFixedTime(now)
  for (const one of [tab, page]) await press(one, 'Unlock')
  for (const [one, wrong] of [
    [tab, '9999'],
    [page, '0000'],
    [tab, '1111'],
  ] as const) {
    await tryPin(one, wrong)
    await one.getByRole('alert').getByText('Wrong PIN.').waitFor()
  }
  await tryPin(page, '4711')
  await page
    .getByRole('alert')
    .getByText(/^Wait \d+ seconds/)
    .waitFor()
  await page.clock.setFixedTime(now + 31_000)
  await tryPin(page, '4711')
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await tryPin(tab, '0000')
  await tab.getByRole('button', { name: 'Search', exact: true }).waitFor()
})
