import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import {
  answerTo,
  atTheEvent,
  calls,
  cut,
  keepList,
  keptBy,
  later,
  line,
  lists,
  mend,
  refresh,
  takeNothing,
  untilListed,
  untilTold,
  waitLonger,
} from '../harness/scanner.ts'

/** What a device knows and the service does not, or the other way round, while the network is half there (ADR 0185). */
const { server, client, hall, ticket, logOf, here, browser } = await openScannerDoors()

async function atTheDoor(name: string) {
  const opened = await here.pairedBy(browser, await here.token(name), {})
  await atTheEvent(opened.page, 'The Hall live')
  await untilListed(opened.page)
  return opened
}

const admitted = async (id: string) => (await logOf(id)).filter(({ result }) => result === 'admitted')
const up = (page: Page) => expect.poll(() => line(page).getAttribute('data-network')).toBe('up')

/** Seen red with the service asked whatever this device knows: it let the same ticket in again. */
it('refuses whom it let in, while the service is back and was not told yet', async () => {
  const { id, qr } = await ticket()
  const { page } = await atTheDoor('Untold')
  await cut(page)
  expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
  // The service answers again, and takes nothing of what waits yet.
  await page.route('**/scan/batch/', takeNothing)
  await mend(page)
  await up(page)
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Already scanned Ada Lovelace At \d\d:\d\d by this device/)
  await page.unroute('**/scan/batch/')
  await mend(page)
  await untilTold(page)
  expect(await admitted(id)).toMatchObject([{ conflict: null }])
})

/** Seen red with the admission of the service left standing: the person was told that they were in already. */
it('lets in later whom it turned away while the service had let them in', async () => {
  const { id, qr } = await ticket({ reservationStatus: 'unpaid', status: 'created' })
  const { page } = await atTheDoor('Behind the times')
  await keepList(page)
  await client.query(
    `update reservation set status = 'valid' where id = (select reservation_id from ticket where id = $1)`,
    [id],
  )
  await client.query("update ticket set status = 'not_scanned' where id = $1", [id])
  await page.route('**/scan/ticket/', here.lose)
  expect(await answerTo(page, qr)).toMatch(/^Refused Ada Lovelace This ticket is not paid/)
  for (const path of ['**/scan/ticket/', lists]) await page.unroute(path)
  await mend(page)
  await untilTold(page)
  expect((await logOf(id)).map(({ result }) => result).toSorted()).toEqual(['admitted', 'undone', 'unpaid'])
  await up(page)
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Welcome Ada Lovelace/)
  expect(await admitted(id)).toHaveLength(2)
})

/** Seen red where the no is heard by nobody but the person: they were noted as inside, and refused later. */
it('lets in later whom a supervisor turned away while the service had let them in', async () => {
  const { page } = await atTheDoor('Said no')
  await keepList(page)
  const { id, qr } = await ticket()
  await page.route('**/scan/ticket/', here.lose)
  expect(await answerTo(page, qr)).toMatch(/^Ask the supervisor/)
  await page.getByRole('button', { name: 'Do not let in' }).click()
  await page.getByRole('heading', { name: 'Refused' }).waitFor()
  for (const path of ['**/scan/ticket/', lists]) await page.unroute(path)
  await mend(page)
  await untilTold(page)
  const noted = (await logOf(id)).map(({ result }) => result).toSorted()
  expect(noted).toEqual(['admitted', 'ticket_not_found', 'undone'])
  await up(page)
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Welcome Ada Lovelace/)
})

/** The service has heard it, and its answer waits until it is let through; what lies within the patience of a door is a tenth of it. */
async function answerLate(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds === 2000 ? 200 : milliseconds)
  })
  const through = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await page.route('**/scan/ticket/', async (route) => {
    const { status, json } = await here.ask(route)
    await through.promise
    await route.fulfill({ status, json })
    arrived.resolve()
  })
  return () => {
    through.resolve()
    return arrived.promise
  }
}

const placesOfButtons = (page: Page) =>
  page
    .locator('.door footer button')
    .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))

/** Seen red without the late answer taken, and with a group offered where "Let in" was. */
it('ends a question to the supervisor when the service says yes after all, and moves no button', async () => {
  const { page } = await atTheDoor('Late')
  await keepList(page)
  const ids = await insertTickets(client, hall, { count: 2 })
  const qr = (await qrCodesOf(server, hall.slug, ids)).get(ids[0] ?? '') ?? ''
  const letThrough = await answerLate(page)
  expect(await answerTo(page, qr)).toMatch(/^Ask the supervisor/)
  const before = await placesOfButtons(page)
  await letThrough()
  await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor()
  expect(await placesOfButtons(page)).toEqual(before)
  expect(await page.locator('.actions').getByRole('button').allTextContents()).toEqual(['Next ticket'])
  expect(await admitted(ids[0] ?? '')).toMatchObject([{ conflict: null }])
  // This telephone knows them, also without network.
  await cut(page)
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Already scanned At \d\d:\d\d by this device/)
})

/** Seen red with a late answer that is noted whatever the supervisor said. */
it('leaves what the supervisor decided, when the service answers afterwards', async () => {
  const { page } = await atTheDoor('Too late')
  await keepList(page)
  const { qr } = await ticket()
  const letThrough = await answerLate(page)
  expect(await answerTo(page, qr)).toMatch(/^Ask the supervisor/)
  await page.getByRole('button', { name: 'Do not let in' }).click()
  const refused = page.getByRole('heading', { name: 'Refused' })
  await refused.waitFor()
  await letThrough()
  await up(page)
  expect(await refused.count()).toBe(1)
  // This telephone has let nobody in.
  await cut(page)
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Ask the supervisor/)
})

/** Seen red with everything wiped when the key ends. */
it('keeps what was not told when its device gets a new pairing code, and tells it once it is paired again', async () => {
  const { id, qr } = await ticket()
  const { page } = await atTheDoor('New code')
  await cut(page)
  expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
  const { rows } = await client.query("select id from device where tenant_id = $1 and name = 'New code'", [
    hall.tenantId,
  ])
  const { token } = await server.cli('device', 'pairing-code', '--tenant', hall.slug, String(rows[0].id))
  await mend(page)
  await page.getByText('1 scan has not been sent yet').waitFor()
  expect(await admitted(id)).toEqual([])
  await page.reload()
  await page.getByText('1 scan has not been sent yet').waitFor()
  await page.getByRole('textbox').fill(String(token))
  await page.keyboard.press('Enter')
  await atTheEvent(page, 'The Hall live')
  await untilTold(page)
  expect(await admitted(id)).toMatchObject([{ conflict: null, device_id: rows[0].id }])
})

/** Seen red with a reading that an allowance does not end. */
it('refuses the second time whom a supervisor allowed', async () => {
  const { page } = await atTheDoor('Allowed')
  await cut(page)
  const { id, qr } = await ticket()
  expect(await answerTo(page, qr)).toMatch(/^Ask the supervisor/)
  await page.locator('.actions').getByRole('button', { name: 'Let in', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome, offline' }).waitFor()
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Already scanned At \d\d:\d\d by this device/)
  await mend(page)
  await untilTold(page)
  await up(page)
  await later(page)
  expect(await answerTo(page, qr)).toMatch(/^Already scanned/)
  expect(await admitted(id)).toHaveLength(1)
})

/** Seen red with a failing database that ends the queue of questions. */
it('goes on with the service when the browser gives nothing of what it keeps', async () => {
  const { page } = await atTheDoor('Forgetful')
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    }
  })
  for (const one of [await ticket(), await ticket()]) {
    expect(await answerTo(page, one.qr)).toMatch(/^Welcome Ada Lovelace/)
    expect(await admitted(one.id)).toHaveLength(1)
  }
})

/** The service has heard it, and its answer never comes: the telephone stops waiting by itself. */
const silent = async (route: Route) => void (await here.ask(route))

/** Seen red with companions that are not kept: each of them was let in again. */
it('knows those of a group that the service let in, and those whose answer was lost, or never comes', async () => {
  const { page } = await atTheDoor('Groups')
  for (const way of [null, here.lose, silent]) {
    const ids = await insertTickets(client, hall, { count: 3 })
    const codes = await qrCodesOf(server, hall.slug, ids)
    const code = (place: number) => codes.get(ids[place] ?? '') ?? ''
    await refresh(page)
    expect(await answerTo(page, code(0))).toMatch(/^Welcome Ada/)
    if (way !== null) await page.route('**/scan/group/', way)
    await page.getByRole('button', { name: 'Let the rest of the group in' }).click()
    await page.getByRole('heading', { name: '2 more let in' }).waitFor()
    await cut(page)
    await later(page)
    expect(await answerTo(page, code(1))).toMatch(/^Already scanned/)
    await page.unroute('**/scan/group/')
    await mend(page)
    await untilTold(page)
    for (const id of ids) expect(await admitted(id)).toMatchObject([{ conflict: null }])
  }
})

/** Seen red with the service asked for a group of which it was not told all: it let one of them in twice, a conflict with itself. */
it('lets nobody of a group in twice whom it let in by themselves, and did not tell yet', async () => {
  const ids = await insertTickets(client, hall, { count: 3 })
  const codes = await qrCodesOf(server, hall.slug, ids)
  const code = (place: number) => codes.get(ids[place] ?? '') ?? ''
  const { page } = await atTheDoor('Ahead of their group')
  await cut(page)
  expect(await answerTo(page, code(1))).toMatch(/^Welcome, offline/)
  await page.route('**/scan/batch/', takeNothing)
  await mend(page)
  await up(page)
  expect(await answerTo(page, code(0))).toMatch(/^Welcome Ada/)
  await page.getByRole('button', { name: 'Let the rest of the group in' }).click()
  await page.getByRole('heading', { name: '1 more let in' }).waitFor()
  await page.unroute('**/scan/batch/')
  await mend(page)
  await untilTold(page)
  for (const id of ids) expect(await admitted(id)).toMatchObject([{ conflict: null }])
})

/** Seen red with a group that has one name while the service answers, and another while it does not. */
it('counts those of a group on, whether the network is there or not', async () => {
  const ids = await insertTickets(client, hall, { count: 3 })
  const codes = await qrCodesOf(server, hall.slug, ids)
  const { page } = await atTheDoor('On and off')
  for (const [place, id] of ids.entries()) {
    if (place === 1) await cut(page)
    if (place === 2) {
      await mend(page)
      await untilTold(page)
    }
    expect(await answerTo(page, codes.get(id) ?? '')).toContain(`${place + 1} of 3 of this booking`)
  }
})

/** Seen red with what waits told at an open door alone. */
it('tells what waits, and says how much, where no door is open', async () => {
  const { page } = await atTheDoor('Between doors')
  await insertEvent(client, hall.tenantId, { name: 'Another night' })
  await page.reload()
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  const { id, qr } = await ticket()
  await refresh(page)
  await cut(page)
  expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
  await page.getByRole('button', { name: 'Change event' }).click()
  await page.getByRole('button', { name: /^Another night/ }).waitFor()
  await expect.poll(() => line(page).textContent()).toBe('1 scan to send')
  await page.unroute(calls)
  await expect.poll(() => line(page).textContent()).toBe('0 scans to send')
  expect(await admitted(id)).toHaveLength(1)
})

/** Seen red with a wipe that does not look whose key is kept. */
it('keeps what another tab paired anew, when the former key ends', async () => {
  const opened = await atTheDoor('Former')
  const { page } = opened
  const second = await page.context().newPage()
  await waitLonger(second)
  await second.goto(`${here.origin}/scanner/#pair=${await here.token('Later')}`)
  await second.getByRole('button', { name: 'Pair again' }).click()
  await atTheEvent(second, 'The Hall live')
  await untilListed(second)
  const { rows } = await client.query("select id from device where tenant_id = $1 and name = 'Former'", [hall.tenantId])
  await server.cli('device', 'archive', '--tenant', hall.slug, String(rows[0].id))
  const { qr } = await ticket()
  await page.bringToFront()
  await page.locator('input[name=code]').fill(qr)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.where').textContent()).toContain('Later')
  expect(await keptBy(second)).toContain('sealed')
  await second.reload()
  await expect.poll(() => second.locator('.where').textContent()).toContain('Later')
})
