import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import {
  answerTo,
  atTheEvent,
  calls,
  cut,
  keepList,
  keptBy,
  mend,
  notNow,
  scanInto,
  scannerAt,
  signOf,
  untilIdle,
  untilKept,
  untilListed,
  waitLonger,
} from '../harness/scanner.ts'
import { insertTickets, openDoor, qrCodesOf } from '../harness/door.ts'
import { lookupOf } from '../harness/holder.ts'
import { staffOf } from '../harness/staff.ts'

/**
 * A device whose time is over while it has no network (ADR 0182). Seen red with an end that the telephone does not know, one that is
 * looked at by the clock of the telephone alone, and one that only a timer looks at.
 */
const { server, client, hall, ticket, logOf, here, browser } = await openScannerDoors()

const hourMs = 3_600_000

/** By the clock of the service; null: without end. */
async function endAt(name: string, fromNowMs: number | null): Promise<void> {
  const at = fromNowMs === null ? null : new Date(Date.now() + fromNowMs)
  await client.query('update device set ends_at = $3 where tenant_id = $1 and name = $2', [hall.tenantId, name, at])
}

/** Paired, with an end, and with the whole list. */
async function atTheDoor(name: string, endsInMs: number | null) {
  const token = await here.token(name)
  await endAt(name, endsInMs)
  const opened = await here.pairedBy(browser, token)
  await atTheEvent(opened.page, 'The Hall live')
  await untilListed(opened.page)
  return opened
}

/** The same for an hour; the telephone does not look by itself whether that is over, and an answer stands. */
async function asleepAtTheDoor(name: string): Promise<Page> {
  const token = await here.token(name)
  await endAt(name, hourMs)
  const { page } = await browser.open({ width: 390, locale: 'en' })
  await waitLonger(page)
  await page.addInitScript(() => {
    const start = globalThis.setInterval.bind(globalThis)
    const never = (work: TimerHandler, ms?: number) => (ms === 1000 ? 0 : start(work, ms))
    Object.assign(globalThis, { setInterval: never })
  })
  await page.goto(`${here.origin}/scanner/#pair=${token}`)
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  return page
}

/** The clock of the telephone jumps. */
async function jump(page: Page, byMs: number): Promise<void> {
  await page.evaluate((by) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + by
  }, byMs)
}

const isOver = (page: Page) => page.getByRole('heading', { name: 'This device has expired' })

it('lets nobody in after its end, says so, and tells the rest and forgets everything once there is network', async () => {
  const [early, late] = [await ticket(), await ticket()]
  const { page } = await atTheDoor('Until midnight', hourMs)
  await cut(page)
  expect(await answerTo(page, early.qr)).toMatch(/^Welcome, offline/)
  await jump(page, hourMs + 60_000)
  await isOver(page).waitFor()
  await expectAccessible(page, 'over')
  await expect.poll(() => page.locator('main').textContent()).toMatch(/with or without network.*1 scan to send/)
  await scanInto(page, late.qr)
  expect(await page.locator('.door').count()).toBe(0)
  await endAt('Until midnight', 0)
  await mend(page)
  await page.getByRole('heading', { name: 'This device is no longer paired' }).waitFor()
  expect(await logOf(early.id)).toMatchObject([{ result: 'admitted', conflict: null }])
  expect(await logOf(late.id)).toEqual([])
  expect(await keptBy(page)).not.toContain('sealed')
})

it('goes by the clock of the service, and goes on when staff gives it a later end', async () => {
  const { qr } = await ticket()
  const { page } = await atTheDoor('Slow clock', hourMs)
  await page.addInitScript((by) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() - by
  }, hourMs)
  const heard = page.waitForResponse((response) => response.url().endsWith('/scan/events/'))
  await page.reload()
  await (await heard).finished()
  // Read, and written down: what is asked before the clock jumps and read afterwards says nothing of the time.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await untilKept(page)
  await untilListed(page)
  await cut(page)
  await jump(page, hourMs / 2)
  expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
  // Over by the clock of the service alone: the telephone's own is an hour behind.
  await jump(page, (3 * hourMs) / 4)
  await isOver(page).waitFor()
  await endAt('Slow clock', 3 * hourMs)
  await mend(page)
  await page.locator('.door').waitFor()
  expect(await isOver(page).count()).toBe(0)
})

it('refuses whoever is scanned before the telephone has woken up', async () => {
  const { qr, id } = await ticket()
  const page = await asleepAtTheDoor('Asleep')
  await cut(page)
  await jump(page, hourMs + 60_000)
  expect(await answerTo(page, qr)).toMatch(/^Refused .*This device has expired/)
  expect(await signOf(page)).toBe('refused')
  await mend(page)
  // A refusal is told as any other, in the one word that the interface has for it.
  await expect.poll(() => logOf(id)).toMatchObject([{ result: 'wrong_event', offline: true }])
})

/** Seen red with a refusal that nobody notes: inside for the service, and refused at every other door. */
it('lets in elsewhere whom the service had let in by an answer that came after the end', async () => {
  const { qr, id } = await ticket()
  const page = await asleepAtTheDoor('A second late')
  await page.route('**/scan/ticket/', async (route) => {
    await jump(page, hourMs + 60_000)
    await here.lose(route)
  })
  expect(await answerTo(page, qr)).toMatch(/^Refused .*This device has expired/)
  await page.unroute('**/scan/ticket/')
  await mend(page)
  await expect
    .poll(async () => (await logOf(id)).map(({ result }) => result).toSorted())
    .toEqual(['admitted', 'undone', 'wrong_event'])
  const { page: another } = await atTheDoor('Beside it', null)
  expect(await answerTo(another, qr)).toMatch(/^Welcome Ada Lovelace/)
})

/** Seen red with a key that has ended taken for silence: the telephone said welcome, and wrote it down after it had forgotten all. */
it('lets nobody in by itself when the service says that it is over', async () => {
  const { qr, id } = await ticket()
  const { page } = await atTheDoor('Shelved', null)
  for (const other of ['stats', 'events']) await page.route(`**/scan/${other}/**`, notNow)
  await keepList(page)
  await page.evaluate(() => {
    const signs: (string | null)[] = []
    const note = () => signs.push(document.querySelector('.door')?.getAttribute('data-sign') ?? null)
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true })
    Object.assign(globalThis, { signs })
  })
  await client.query('update device set archived_at = now() where tenant_id = $1 and name = $2', [
    hall.tenantId,
    'Shelved',
  ])
  await scanInto(page, qr)
  await page.getByRole('heading', { name: 'This device is no longer paired' }).waitFor()
  expect(await page.evaluate(() => (globalThis as unknown as { signs: unknown[] }).signs)).not.toContain('welcome')
  expect(await logOf(id)).toEqual([])
  // Once nothing is under way any more.
  await untilIdle(page)
  expect(await keptBy(page)).not.toContain(lookupOf(qr))
})

it('is heard with what it let in after an end that it was not told of, and staff is shown who', async () => {
  const { id, qr } = await ticket()
  const { page } = await atTheDoor('Ended meanwhile', null)
  await cut(page)
  // The telephone knows the clock of the service as well as an answer comes: not to the second.
  await endAt('Ended meanwhile', -60_000)
  expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
  await mend(page)
  await page.getByRole('heading', { name: 'This device is no longer paired' }).waitFor()
  expect(await logOf(id)).toMatchObject([{ result: 'admitted', conflict: 'device_ended', ticket_status: 'scanned' }])
  const staff = await staffOf(server, hall)
  expect((await staff.show('/admin/')).text).toContain('after the device expired')
})

/** Seen red with a host that is unknown to its devices too, and with a worker that shows whatever the service answers. */
it.each(['open', 'closed'])(
  'forgets everything when the organisation is archived, the page %s meanwhile',
  async (state) => {
    const door = await openDoor(server, client, `Gone while ${state}`)
    const [id = ''] = await insertTickets(client, door)
    const qr = (await qrCodesOf(server, door.slug, [id])).get(id) ?? ''
    const there = scannerAt(server, door.slug)
    const { page } = await there.pairedBy(browser, await there.token('Last'))
    await atTheEvent(page, `Gone while ${state} live`)
    await untilListed(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await cut(page)
    expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
    await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', door.slug)
    if (state === 'closed') {
      await page.goto('about:blank')
      await page.unroute(calls)
      await page.goto(`${there.origin}/scanner/`)
    } else await mend(page)
    await page.getByRole('heading', { name: 'This device is no longer paired' }).waitFor()
    expect(await logOf(id)).toMatchObject([{ result: 'admitted', conflict: null }])
    expect(await keptBy(page)).not.toContain('sealed')
  },
)
