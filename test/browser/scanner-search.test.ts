import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import {
  answerTo,
  atTheEvent,
  calls,
  cut,
  later,
  mend,
  scanInto,
  signOf,
  untilListed,
  untilTold,
} from '../harness/scanner.ts'

/** What a supervisor finds, and what may be done about it. */
const { server, client, hall, ticket, logOf, here, browser } = await openScannerDoors()

async function supervisor(): Promise<Page> {
  const { page } = await here.pairedBy(browser, await here.token('Head of the door', '--supervisor'))
  await atTheEvent(page, 'The Hall live')
  // Loaded after the door is open: until then a number is no more than a code.
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  return page
}

const printed = (id: string) => id.replaceAll('-', '').slice(-10).toUpperCase().replace(/^.{5}/, '$&-')

/** What the list says of the one ticket with that number. */
async function find(page: Page, id: string): Promise<string> {
  const search = page.getByRole('button', { name: 'Search', exact: true })
  if (!(await page.getByLabel('Name or number').isVisible())) await search.click()
  const answered = page.waitForResponse((response) => response.url().endsWith('/scan/search_ticket/'))
  await page.getByLabel('Name or number').fill(id.replaceAll('-', '').slice(-10))
  await page.keyboard.press('Enter')
  await answered
  // What was found before stands there until the answer has been read.
  await page.locator('.rows > li', { hasText: printed(id) }).waitFor()
  return (await page.locator('.rows > li').textContent()) ?? ''
}

/** Seen red with the letter of free seating shown as a seat. */
it('names a seat where there is a number on it, and none where people sit where they like', async () => {
  const [free = '', numbered = ''] = await insertTickets(client, hall, { count: 2 })
  await client.query("update ticket set seat = 'B12' where id = $1", [numbered])
  const page = await supervisor()
  expect(await find(page, free)).toBe(`Ada LovelaceFull price · Friday night${printed(free)}Not in yetLet in`)
  expect(await find(page, numbered)).toContain('Seat B12')
})

/** Whether a button is in sight, to its lower edge. */
const isSeen = (button: Element) => {
  const { left, bottom } = button.getBoundingClientRect()
  return document.elementFromPoint(left + 20, bottom - 2) === button
}

/** Seen red with an admission at the first press, and without the scrolling. */
it('lets in by name, asked first, with the answer of a scan', async () => {
  const [id = '', gone = ''] = await insertTickets(client, hall, { count: 2 })
  await client.query('update ticket set cancelled_at = now() where id = $1', [gone])
  const page = await supervisor()
  expect(await find(page, gone)).toMatch(/Cancelled$/)
  await find(page, id)
  const letIn = page.getByRole('button', { name: 'Let in Ada Lovelace' })
  await page.setViewportSize({ width: 360, height: 640 })
  await letIn.click()
  await page.getByText(`Let in Ada Lovelace, ticket ${printed(id)}?`).waitFor()
  // Both answers are in sight on the smallest phone, to their lower edges.
  for (const answer of await page.locator('.rows form button').all()) {
    await expect.poll(() => answer.evaluate(isSeen)).toBe(true)
  }
  await page.getByRole('button', { name: 'Not now' }).click()
  await letIn.click()
  expect(await logOf(id)).toEqual([])
  await page.getByRole('button', { name: 'Let in', exact: true }).click()
  await page.locator('.door[data-sign=welcome] .holder').getByText('Ada Lovelace').waitFor()
  expect(await logOf(id)).toMatchObject([{ result: 'admitted', by_name: true }])
  expect(await find(page, id)).toMatch(/Let in, \d\d:\d\dUndo$/)
})

/** Seen red with an admission that does not wait for what the phone has to tell: the ticket was let in twice. */
it('lets nobody in by name without network, and tells first whom it let in without', async () => {
  const { id, qr } = await ticket()
  const page = await supervisor()
  await untilListed(page)
  await find(page, id)
  await page.getByRole('button', { name: 'Let in Ada Lovelace' }).click()
  await cut(page)
  await page.getByRole('button', { name: 'Let in', exact: true }).click()
  await page.locator('.door[data-sign=silence] .advice').getByText('Letting in by name needs the network').waitFor()
  expect(await logOf(id)).toEqual([])
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByLabel('Name or number').fill('lovelace')
  await page.keyboard.press('Enter')
  await page.getByText('No answer. Try again with network').waitFor()
  await page.getByRole('button', { name: 'Back to the door' }).click()
  expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
  await page.getByRole('button', { name: 'Last scans' }).click()
  // What waits does not get through, and what lets in would.
  // In this order: the phone looks for the network by itself, and would tell it in between.
  await page.route('**/scan/batch/', (route) => route.abort())
  await page.unroute(calls)
  const again = page.getByRole('button', { name: 'Ask again' })
  await again.click()
  await page.locator('.door[data-sign=silence]').waitFor()
  expect(await logOf(id)).toEqual([])
  await page.unroute('**/scan/batch/')
  await again.click()
  await page.locator('.door[data-sign=already]').waitFor()
  expect((await logOf(id)).map(({ result }) => result)).toEqual(['admitted', 'already_scanned'])
})

async function typed(page: Page, code: string): Promise<void> {
  await page.locator('input[name=code]').fill(code)
  await page.keyboard.press('Enter')
}

/** Seen red with the number sent as a code: a supervisor read that it was none. */
it('finds a ticket by its number typed as a code, for a supervisor alone', async () => {
  const { id } = await ticket()
  const page = await supervisor()
  for (const number of [printed(id), printed(id).toLowerCase().replace('-', ' ')]) {
    await typed(page, number)
    await page.getByText('1 ticket', { exact: true }).waitFor()
    expect(await page.locator('.rows > li').textContent()).toContain(`${printed(id)}Not in yetLet in`)
    await page.getByRole('button', { name: 'Back to the door' }).click()
  }
  const { page: steward } = await here.pairedBy(browser, await here.token('Steward'))
  await atTheEvent(steward, 'The Hall live')
  await typed(steward, printed(id))
  await steward.locator('.door[data-sign=refused] .advice').getByText('This is the number of a ticket.').waitFor()
  expect(await logOf(id)).toEqual([])
})

/** Seen red with what is pasted taken for a reader that is held over the ticket. */
it('answers again to a code that somebody types again', async () => {
  const { id, qr } = await ticket()
  const page = await supervisor()
  await typed(page, qr)
  await page.locator('.door[data-sign=welcome]').waitFor()
  await page.getByRole('button', { name: 'Next ticket' }).click()
  await typed(page, qr)
  await page.locator('.door[data-sign=already]').waitFor()
  expect((await logOf(id)).map(({ result }) => result)).toEqual(['admitted', 'already_scanned'])
})

/** Seen red in the order they were made, and with a ticket that was given away called cancelled. */
it('shows what is good before what is not, and says what that is', async () => {
  const ids = await insertTickets(client, hall, { count: 3 })
  const [given = '', cancelled = '', good = ''] = ids.toSorted()
  for (const id of ids) {
    await client.query("update ticket set last_name = 'Zuse' where id = $1", [id])
    await client.query("insert into ticket_name_word (tenant_id, ticket_id, word) values ($1, $2, 'zuse')", [
      hall.tenantId,
      id,
    ])
  }
  const away = "update ticket set status = 'not_active', cancelled_at = now(), superseded_by = $2 where id = $1"
  await client.query(away, [given, good])
  await client.query('update ticket set cancelled_at = now() where id = $1', [cancelled])
  const page = await supervisor()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByLabel('Name or number').fill('zuse')
  await page.keyboard.press('Enter')
  await page.getByText('3 tickets').waitFor()
  const rows = await page.locator('.rows > li').allTextContents()
  expect(rows.map((row) => row.slice(row.indexOf('-') + 6))).toEqual([
    'Not in yetLet in',
    'Given to somebody else',
    'Cancelled',
  ])
})

/** Seen red with a button on an amber screen that lets people in at one press. */
it('asks before it lets in the rest of a group with a ticket that is in already', async () => {
  const [first = '', second = ''] = await insertTickets(client, hall, { count: 2 })
  const code = (await qrCodesOf(server, hall.slug, [first])).get(first) ?? ''
  const page = await supervisor()
  await answerTo(page, code)
  await page.getByRole('button', { name: 'Next ticket' }).click()
  await later(page)
  await answerTo(page, code)
  const rest = page.getByRole('button', { name: 'Rest of the group' })
  await rest.click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await rest.click()
  expect(await logOf(second)).toEqual([])
  await page.getByRole('button', { name: 'Let the other one in' }).click()
  await page.getByRole('heading', { name: '1 more let in' }).waitFor()
  expect(await logOf(second)).toMatchObject([{ result: 'admitted' }])
})

/** The clock of the telephone jumps. */
async function jump(page: Page, byMs: number): Promise<void> {
  await page.evaluate((by) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + by
  }, byMs)
}

const undoScan = (page: Page) => page.getByRole('button', { name: 'Undo the scan of Ada Lovelace' })
const tooLate = 'Over 15 minutes ago: undo it in the administration.'

/** Seen red with a scan that can be undone for ever. */
it('offers to undo a scan for as long as the service does it, and says who can later', async () => {
  const [young, old] = [await ticket(), await ticket()]
  const page = await supervisor()
  // No time passes but what is let pass: of the last minute below, a slow machine would use some.
  const now = Date.now()
  await page.clock.setFixedTime(now)
  await answerTo(page, young.qr)
  await answerTo(page, old.qr)
  await client.query("update ticket set scanned_at = scanned_at - interval '16 minutes' where id = $1", [old.id])
  expect(await find(page, old.id)).toContain(tooLate)
  expect(await undoScan(page).count()).toBe(0)
  await find(page, young.id)
  await undoScan(page).waitFor()
  await page.clock.setFixedTime(now + 14 * 60_000)
  await find(page, young.id)
  await undoScan(page).waitFor()
  // It goes by itself, once the time is over.
  await page.clock.setFixedTime(now + 20 * 60_000)
  await page.getByText(tooLate).waitFor()
  expect(await undoScan(page).count()).toBe(0)
})

/** Seen red without the scan named: the ticket itself was taken for not in. */
it('undoes whom another telephone let in as well, and leaves the ticket as it is', async () => {
  const { id, qr } = await ticket()
  const page = await supervisor()
  const { page: second } = await here.pairedBy(browser, await here.token('Second'))
  await atTheEvent(second, 'The Hall live')
  await untilListed(second)
  await cut(second)
  expect(await answerTo(page, qr)).toMatch(/^Welcome/)
  expect(await answerTo(second, qr)).toMatch(/^Welcome, offline/)
  await mend(second)
  await untilTold(second)
  expect(await find(page, id)).toMatch(/In again without network: \d\d:\d\d/)
  await undoScan(page).last().click()
  await page.getByLabel('Reason').fill('Both are the same person')
  await page.keyboard.press('Enter')
  await page.getByText('The scan was undone.').waitFor()
  // The list is asked for again as soon as it is undone: what is seen first may be the one before.
  await expect.poll(() => find(page, id)).toMatch(/Let in, \d\d:\d\dUndo$/)
})

/** Seen red with the green answer of the scan behind it, and without the scrolling. */
it('shows leave to enter no longer once the scan was undone', async () => {
  const { id, qr } = await ticket()
  const page = await supervisor()
  await page.setViewportSize({ width: 360, height: 640 })
  await answerTo(page, qr)
  await find(page, id)
  await undoScan(page).click()
  await page.getByLabel('Reason').waitFor()
  for (const answer of await page.locator('.rows form button').all())
    await expect.poll(() => answer.evaluate(isSeen)).toBe(true)
  await page.keyboard.type('Went out again')
  await page.keyboard.press('Enter')
  await page.getByText('The scan was undone.').waitFor()
  await page.getByRole('button', { name: 'Back to the door' }).click()
  await page.getByRole('heading', { name: 'Ready' }).waitFor()
  expect(await signOf(page)).toBeNull()
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Welcome Ada/)
})

it('says clearly that it is too late, where the time ran out while the reason was typed', async () => {
  const { id, qr } = await ticket()
  const page = await supervisor()
  await answerTo(page, qr)
  await find(page, id)
  await undoScan(page).click()
  await client.query("update ticket set scanned_at = scanned_at - interval '15 minutes' where id = $1", [id])
  await jump(page, 15 * 60_000)
  await page.getByLabel('Reason').fill('Went out again')
  await page.keyboard.press('Enter')
  const problem = page.getByRole('alert')
  await problem.waitFor()
  expect(await problem.textContent()).toBe(
    'A scan can be undone at the door for 15 minutes; after that, in the administration.',
  )
  expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
})

/** Seen red with a live code as the reason, in the log for good, and with one typed behind other words. */
it('scans what a reader types while the reason has the focus, and undoes nothing', async () => {
  const [noted, next] = [await ticket(), await ticket()]
  const page = await supervisor()
  // What was read lately stays so.
  await page.clock.setFixedTime(Date.now())
  await answerTo(page, noted.qr)
  await find(page, noted.id)
  await undoScan(page).click()
  const reason = page.getByLabel('Reason')
  const atDoor = page.getByRole('heading', { name: 'Welcome' })
  for (const [before, behind] of [
    ['', ''],
    ['Went out', ''],
    ['Went', ' out'],
  ] as const) {
    await reason.fill(before + behind)
    for (const _ of behind) await page.keyboard.press('ArrowLeft')
    await scanInto(page, noted.qr)
    await expect.poll(() => reason.inputValue()).toBe(before + behind)
  }
  await scanInto(page, next.qr)
  await atDoor.waitFor()
  expect(await logOf(next.id)).toMatchObject([{ result: 'admitted' }])
  expect(await logOf(noted.id)).toMatchObject([{ result: 'admitted' }])
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const third = await ticket()
  await page.keyboard.type('lovelace')
  await scanInto(page, third.qr)
  await atDoor.waitFor()
  expect(await logOf(third.id)).toMatchObject([{ result: 'admitted' }])
})

/** Seen red with the words for everybody else. */
it('is not told to ask the supervisor, who holds the telephone', async () => {
  const page = await supervisor()
  await untilListed(page)
  await cut(page)
  const { qr } = await ticket()
  expect(await answerTo(page, qr)).toMatch(/^It is up to you The code is genuine/)
})
