import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import {
  answerTo,
  atTheEvent,
  keptBy,
  lists,
  notNow,
  refresh,
  scanInto,
  scannerAt,
  signOf,
  untilListed,
  waitLonger,
} from '../harness/scanner.ts'

/** The scanner in a browser, as a volunteer at the door has it. */
const { server, client, hall, other, ticket, scan, logOf, here, browser } = await openScannerDoors()
const elsewhere = scannerAt(server, other.slug)

/** Paired, and set to the event of the hall. */
async function atTheDoor(opening: Parameters<typeof here.pairedBy>[2] = {}, ...words: string[]) {
  const opened = await here.pairedBy(browser, await here.token('Great gate', ...words), opening)
  await atTheEvent(opened.page, 'The Hall live')
  return opened
}

/** The same, of a device that has no list of tickets, and so can decide nothing by itself. */
async function atTheDoorWithoutList() {
  const opened = await browser.open({ width: 390, locale: 'en' })
  await waitLonger(opened.page)
  await opened.page.route(lists, notNow)
  await opened.page.goto(`${here.origin}/scanner/#pair=${await here.token('Great gate')}`)
  await atTheEvent(opened.page, 'The Hall live')
  return opened
}

/** Scans arrive at the service, and what it says does not come back. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/scan/ticket/', async (route) => {
    const key = String(route.request().headers()['authorization']).replace('Api-Key ', '')
    const body: unknown = route.request().postDataJSON()
    await server.send(hall.slug, 'POST', '/scan/ticket/', { key, body })
    // The page may have stopped waiting.
    await route.abort().catch(() => undefined)
  })
}

/** The page's clock stands still, that much later: a slow machine reads no slower. */
async function stopClock(page: Page, later: number): Promise<void> {
  await page.evaluate((ms) => {
    const at = Date.now() + ms
    Date.now = () => at
  }, later)
}

describe('pairing', () => {
  it('follows the link of the pairing page, and shows whose scanner it is', async () => {
    const token = await here.token('Great gate', '--gate', 'North')
    const { page, complaints } = await browser.open({ width: 390, locale: 'en' })
    await waitLonger(page)
    await page.goto(`${here.origin}/scan/${token}/pair`)
    await page.getByRole('link', { name: 'Pair this device' }).click()
    await page.getByRole('heading', { name: 'Ready' }).waitFor()
    const head = await page.locator('header').textContent()
    for (const name of ['The Hall', 'Great gate', 'North', 'The Hall live']) expect(head).toContain(name)
    expect(page.url()).toBe(`${here.origin}/scanner/`)
    expect(complaints).toEqual([])
  })

  /** Seen red with the host of the link not looked at. */
  it('takes the link or the code as it is typed, and refuses one of another organisation without asking', async () => {
    const token = await here.token('Typed')
    const foreign = await elsewhere.token('Foreign')
    const { page } = await browser.open({ width: 320, locale: 'fr' })
    await waitLonger(page)
    await page.goto(`${here.origin}/scanner/`)
    const field = page.getByLabel('Lien ou code d’appairage')
    const problem = page.getByRole('alert')
    for (const [typed, said] of [
      ['rien', /pas un lien d’appairage/],
      [`${elsewhere.origin}/scan/${foreign}/pair`, new RegExp(`fait pour ${other.slug}\\.localhost`)],
      ['x'.repeat(43), /non appairé/],
    ] as const) {
      await field.fill(typed)
      await page.keyboard.press('Enter')
      await expect.poll(() => problem.textContent()).toMatch(said)
    }
    await field.fill(` ${here.origin}/scan/${token}/pair `)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Prêt' }).waitFor()
    expect((await server.send(other.slug, 'GET', `/scan/${foreign}/pair`)).status).toBe(200)
  })

  /** Seen red with the plain text in the place of the sealed one, and with a wrapping key that may be exported. */
  it('leaves nothing readable behind: no key, no token, no name', async () => {
    const token = await here.token('Great gate')
    const { page } = await here.pairedBy(browser, token)
    await page.locator('.door').waitFor()
    const bearer = page.waitForRequest((request) => request.url().endsWith('/scan/ticket/'))
    await answerTo(page, (await ticket()).qr)
    const key = String((await bearer).headers()['authorization']).replace('Api-Key ', '')
    expect(key).toMatch(/^\w{8}\.\w{40}$/)
    await page.evaluate(() => navigator.serviceWorker.ready)
    const kept = await keptBy(page)
    expect(kept).toContain('sealed')
    expect(kept).toContain('/scanner/assets/')
    for (const secret of [key, key.slice(9), token, 'Lovelace', 'EXPORTABLE']) expect(kept).not.toContain(secret)
    await page.reload()
    await page.getByRole('heading', { name: 'Ready' }).waitFor()
  })

  /** Seen red with `onUnpaired` not called, and with a vault that is not wiped. */
  it('ends at once when the device is archived, keeps nothing, and says whom to ask', async () => {
    const { page } = await atTheDoor()
    const { rows } = await client.query(
      'select max(id::text)::uuid as id from device where tenant_id = $1 and name = $2',
      [hall.tenantId, 'Great gate'],
    )
    await server.cli('device', 'archive', '--tenant', hall.slug, String(rows[0].id))
    await scanInto(page, (await ticket()).qr)
    await page.getByRole('heading', { name: 'This device is no longer paired' }).waitFor()
    expect(await page.locator('main').textContent()).toContain('in charge of the door at The Hall')
    await expect.poll(() => keptBy(page)).not.toContain('sealed')
    await page.reload()
    await page.getByRole('heading', { name: 'Pair this device' }).waitFor()
  })

  /** Seen red with `onUnpaired` called by each of the calls that are refused. */
  it('ends once, although a call that was under way is refused later', async () => {
    const token = await here.token('Ended gate')
    const { page } = await here.pairedBy(browser, token)
    await page.locator('.door').waitFor()
    await untilListed(page)
    let refuse = () => {}
    const isOver = new Promise<void>((go) => {
      refuse = go
    })
    await page.route('**/scan/snapshot/**', async (route) => {
      await isOver
      await route.continue().catch(() => undefined)
    })
    const { rows } = await client.query('select id from device where tenant_id = $1 and name = $2', [
      hall.tenantId,
      'Ended gate',
    ])
    const asked = page.waitForRequest('**/scan/snapshot/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await asked
    await server.cli('device', 'archive', '--tenant', hall.slug, String(rows[0].id))
    await scanInto(page, (await ticket()).qr)
    const heading = page.getByRole('heading', { name: 'This device is no longer paired' })
    const node = await heading.elementHandle()
    const refused = page.waitForResponse('**/scan/snapshot/**')
    refuse()
    expect((await refused).status()).toBe(403)
    await page.evaluate(() => new Promise((go) => setTimeout(go, 300)))
    expect(await node?.evaluate((shown) => shown.isConnected)).toBe(true)
  })

  it('asks before a second link takes the place of the first', async () => {
    const { page } = await atTheDoor()
    const [second, third] = [await here.token('Second gate'), await here.token('Third gate')]
    await page.goto(`${here.origin}/scanner/#pair=${second}`)
    await page.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect.poll(() => page.locator('.where').textContent()).toContain('Great gate')
    await page.goto(`${here.origin}/scanner/#pair=${third}`)
    await page.getByRole('button', { name: 'Pair again' }).click()
    await expect.poll(() => page.locator('.where').textContent()).toContain('Third gate')
  })
})

describe('the answer', () => {
  it('says welcome with holder, price and product, then who scanned it before and when', async () => {
    const { page, complaints } = await atTheDoor({ locale: 'fr' })
    const { qr } = await ticket()
    expect(await answerTo(page, qr)).toMatch(/Bienvenue Ada Lovelace Full price · Friday night/)
    expect(await signOf(page)).toBe('welcome')
    const inside = page.locator('.inside strong')
    await expect.poll(() => inside.textContent()).toMatch(/^\d+ sur \d+$/)
    const earlier = await ticket()
    await scan({ qrcode_data: earlier.qr })
    expect(await answerTo(page, earlier.qr)).toMatch(/Déjà scanné Ada Lovelace/)
    await expect.poll(() => page.locator('.advice').first().textContent()).toMatch(/^À \d\d:\d\d par Door 1$/)
    expect(await signOf(page)).toBe('already')
    expect(complaints).toEqual([])
  })

  it('says why somebody is refused and what to do', async () => {
    const { page } = await atTheDoor()
    const eventId = await insertEvent(client, hall.tenantId, { name: 'Quite another night' })
    const foreign = await ticket({}, other)
    for (const [code, said] of [
      [(await ticket({ cancelled: true })).qr, /Refused Ada Lovelace This ticket was cancelled\. Do not admit/],
      [(await ticket({ eventId })).qr, /for another event.*Quite another night/],
      [(await ticket({ reservationStatus: 'unpaid', status: 'created' })).qr, /Refused.*paid/],
      [foreign.qr, /^Refused/],
      ['nothing like a ticket', /^Refused This is not a ticket code/],
    ] as const) {
      expect(await answerTo(page, code)).toMatch(said)
      expect(await signOf(page)).toBe('refused')
    }
    expect((await logOf(foreign.id)).length).toBe(0)
  })

  it('asks for attention where the door has something to do', async () => {
    const { page } = await atTheDoor()
    const { id, qr } = await ticket()
    await client.query(`update price set scan_note = 'Give the blue wristband.' where tenant_id = $1`, [hall.tenantId])
    expect(await answerTo(page, qr)).toMatch(/^Check, then let in Ada Lovelace Give the blue wristband\. Full price/)
    expect(await signOf(page)).toBe('attention')
    await client.query('update price set scan_note = null where tenant_id = $1', [hall.tenantId])
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
  })

  it('lets the rest of a group in by one press, and counts them', async () => {
    const { page } = await atTheDoor()
    const ids = await insertTickets(client, hall, { count: 4 })
    const codes = await qrCodesOf(server, hall.slug, ids)
    expect(await answerTo(page, codes.get(ids[0] ?? '') ?? '')).toContain('1 of 4 of this booking')
    await page.getByRole('button', { name: 'Let the rest of the group in' }).click()
    await page.getByRole('heading', { name: '3 more let in' }).waitFor()
    for (const id of ids) expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
    // The reader goes on where the button was.
    expect(await answerTo(page, codes.get(ids[1] ?? '') ?? '')).toContain('4 of 4 of this booking')
    expect(await page.getByRole('button', { name: 'Let the rest of the group in' }).count()).toBe(0)
  })

  /** Seen red with the name of the list alone: "1 of 3". */
  it('counts a group as one though the list of tickets came in between', async () => {
    const { page } = await atTheDoorWithoutList()
    const ids = await insertTickets(client, hall, { count: 3 })
    const codes = await qrCodesOf(server, hall.slug, ids)
    expect(await answerTo(page, codes.get(ids[0] ?? '') ?? '')).toContain('1 of 3 of this booking')
    await page.unroute(lists)
    await refresh(page)
    expect(await answerTo(page, codes.get(ids[1] ?? '') ?? '')).toContain('2 of 3 of this booking')
  })

  it('checks without letting in', async () => {
    const { page } = await atTheDoor()
    const { id, qr } = await ticket()
    const mode = page.getByRole('switch', { name: 'Check only' })
    await mode.click()
    await page.getByRole('heading', { name: 'Ready to check' }).waitFor()
    expect(await answerTo(page, qr)).toMatch(/^Valid and not scanned Ada Lovelace/)
    expect(await signOf(page)).toBe('information')
    expect(await logOf(id)).toEqual([])
    expect(await mode.count()).toBe(0)
    await page.getByRole('button', { name: 'Next ticket' }).click()
    await mode.click()
    expect(await answerTo(page, qr)).toMatch(/^Welcome/)
  })

  /** Seen red with what the ticket is as the headline: one for next week was "Valid and not scanned". */
  it('checks a ticket for another event as one', async () => {
    const { page } = await atTheDoor()
    const eventId = await insertEvent(client, hall.tenantId, { name: 'A night of next week' })
    const { id, qr } = await ticket({ eventId })
    await page.getByRole('switch', { name: 'Check only' }).click()
    await page.getByRole('heading', { name: 'Ready to check' }).waitFor()
    expect(await answerTo(page, qr)).toMatch(/^Another event(?!.*Valid).*A night of next week/)
    expect(await logOf(id)).toEqual([])
  })

  /** Seen red with a new nonce for each question: the person is "already scanned". */
  it('says that nothing is known when no answer comes, and asks again in the same words', async () => {
    const { page } = await atTheDoorWithoutList()
    const { id, qr } = await ticket()
    // The question arrives and the answer is lost.
    await loseAnswers(page)
    expect(await answerTo(page, qr)).toMatch(/^No answer The scan may or may not have been recorded/)
    expect(await signOf(page)).toBe('silence')
    await page.unroute('**/scan/ticket/')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
    // By a reader instead of the button, it is the same question too.
    const second = await ticket()
    await loseAnswers(page)
    await answerTo(page, second.qr)
    await page.unroute('**/scan/ticket/')
    expect(await answerTo(page, second.qr)).toMatch(/^Welcome/)
  })

  /** Seen red without the time limit of a scan, and with any JSON taken for an answer of the service. */
  it('waits for two seconds, and takes what another answers for no answer', async () => {
    const { page } = await atTheDoorWithoutList()
    await page.route('**/scan/ticket/', () => undefined)
    expect(await answerTo(page, (await ticket()).qr)).toMatch(/^No answer/)
    await page.unroute('**/scan/ticket/')
    for (const body of ['<p>Sign in to the network</p>', '{"welcome":true}']) {
      await page.route('**/scan/ticket/', (route) => route.fulfill({ status: 401, body }))
      expect(await answerTo(page, (await ticket()).qr)).toMatch(/^No answer/)
      await page.unroute('**/scan/ticket/')
    }
  })

  /** Seen red with every reading asked about: "Already scanned" stands where "Welcome" was. */
  it('takes the same code, read twice at once, for one reading', async () => {
    const { page } = await atTheDoor()
    const { id, qr } = await ticket()
    await stopClock(page, 0)
    expect(await answerTo(page, qr)).toMatch(/^Welcome/)
    await scanInto(page, qr)
    await page.getByRole('button', { name: 'Last scans' }).click()
    expect(await page.locator('.rows li').count()).toBe(1)
    expect(await logOf(id)).toHaveLength(1)
    await stopClock(page, 3000)
    await scanInto(page, qr)
    await page.getByRole('heading', { name: 'Already scanned' }).waitFor()
  })

  /** Seen red with the last code alone remembered: the first was asked about again. */
  it('takes codes that are read by turns for one reading each', async () => {
    const { page } = await atTheDoor()
    const [one, another] = [await ticket(), await ticket()]
    await stopClock(page, 0)
    for (const { qr } of [one, another]) expect(await answerTo(page, qr)).toMatch(/^Welcome/)
    for (const { qr } of [one, another, one]) await scanInto(page, qr)
    await page.getByRole('button', { name: 'Last scans' }).click()
    expect(await page.locator('.rows li').count()).toBe(2)
    for (const { id } of [one, another]) expect(await logOf(id)).toHaveLength(1)
  })
})

describe('the people inside', () => {
  it('are counted for the event, by gate and by device', async () => {
    const eventId = await insertEvent(client, hall.tenantId, { name: 'Counted night' })
    const north = await here.pairedBy(browser, await here.token('North door', '--gate', 'North'))
    const plain = await here.pairedBy(browser, await here.token('Side door'))
    for (const { page } of [north, plain]) await atTheEvent(page, 'Counted night')
    for (const { page } of [north, north, plain])
      expect(await answerTo(page, (await ticket({ eventId })).qr)).toMatch(/^Welcome/)
    await expect.poll(() => plain.page.locator('.inside strong').textContent()).toBe('3 of 3')
    await plain.page.locator('button.inside').click()
    await plain.page.getByRole('heading', { name: 'People inside' }).waitFor()
    const rows = await plain.page.locator('.counts li').allTextContents()
    expect(rows.toSorted()).toEqual(['North door2', 'North2', 'Side door1', 'Without a gate1'])
    // A code that is read brings the answer back.
    expect(await answerTo(plain.page, (await ticket({ eventId })).qr)).toMatch(/^Welcome/)
  })
})

describe('the event', () => {
  /** Seen red with scans that do not say which event the door is for. */
  it('is chosen among several and remembered', async () => {
    const token = await elsewhere.token('Side door')
    const eventId = await insertEvent(client, other.tenantId, { name: 'The other night' })
    const { page } = await elsewhere.pairedBy(browser, token)
    const choices = page.getByRole('button', { name: /The other night/ })
    await choices.waitFor()
    // Seen red with a door that opens before it is kept: a page reloaded at once asked for the event again.
    const release = await page.evaluateHandle(
      () =>
        new Promise<{ now(): void }>((held) => {
          void navigator.locks.request('guichet-kept', () => new Promise<void>((release) => held({ now: release })))
        }),
    )
    await choices.click()
    const drawn = () => page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))))
    for (const _ of [1, 2, 3]) await drawn()
    expect(await page.getByRole('heading', { name: 'Ready' }).count()).toBe(0)
    await release.evaluate((held) => held.now())
    await page.getByRole('heading', { name: 'Ready' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Ready' }).waitFor()
    expect(await page.locator('.event').textContent()).toBe('The other night')
    expect(await answerTo(page, (await ticket({ eventId }, other)).qr)).toMatch(/^Welcome/)
    await page.getByRole('button', { name: 'Change event' }).click()
    await page.getByRole('button', { name: /The Other live/ }).click()
    await page.locator('.event', { hasText: 'The Other live' }).waitFor()
    expect(await answerTo(page, (await ticket({ eventId }, other)).qr)).toMatch(/^Refused/)
  })

  /** Seen red where only a device with one event opened by itself. */
  it('opens by itself when it is the only one of tonight, and can be changed', async () => {
    await client.query("update event set starts_at = now() + interval '20 hours' where name = 'The other night'")
    await client.query("update event set starts_at = now() where name = 'The Other live'")
    const { page } = await elsewhere.pairedBy(browser, await elsewhere.token('Tonight'))
    await page.getByRole('heading', { name: 'Ready' }).waitFor()
    expect(await page.locator('.event').textContent()).toBe('The Other live')
    await page.getByRole('button', { name: 'Change event' }).click()
    await page.getByRole('button', { name: /The other night/ }).click()
    // Behind its name, when it is.
    await expect.poll(() => page.locator('.event').textContent()).toMatch(/^The other night/)
  })
})

describe('a supervisor', () => {
  it('finds somebody by number and undoes a scan with a reason', async () => {
    const { page } = await atTheDoor({}, '--supervisor')
    const { id, qr } = await ticket()
    await answerTo(page, qr)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.keyboard.type('zz')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.page [role=status]').textContent()).toContain('Three letters')
    await page.getByLabel('Name or number').fill(id.replaceAll('-', '').slice(-10))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo the scan of Ada Lovelace' }).click()
    await page.keyboard.type('Went out again')
    await page.keyboard.press('Enter')
    await page.getByText('The scan was undone.').waitFor()
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }, { result: 'undone' }])
    await expect.poll(() => page.locator('.rows').textContent()).toContain('Not in yet')
    // What a reader types into the search is a ticket all the same.
    await page.getByLabel('Name or number').fill('')
    await page.getByLabel('Name or number').focus()
    const next = await ticket()
    await scanInto(page, next.qr)
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  })

  /** Seen red with every 403 taken for the end of the key. */
  it('is who the service says: a steward has no search, and one who was demoted stays paired', async () => {
    const { page } = await atTheDoor()
    expect(await page.getByRole('button', { name: 'Search' }).count()).toBe(0)
    const demoted = await atTheDoor({}, '--supervisor')
    await client.query("update device set role = 'steward' where tenant_id = $1", [hall.tenantId])
    await demoted.page.getByRole('button', { name: 'Search' }).click()
    await demoted.page.keyboard.type('lovelace')
    await demoted.page.keyboard.press('Enter')
    await expect.poll(() => demoted.page.locator('.page [role=status]').textContent()).not.toBe('')
    expect(await demoted.page.locator('.rows').count()).toBe(0)
    await demoted.page.getByRole('button', { name: 'Back to the door' }).click()
    expect(await answerTo(demoted.page, (await ticket()).qr)).toMatch(/^Welcome/)
  })
})
