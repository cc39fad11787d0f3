import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { insertTickets } from '../harness/door.ts'
import { emptyTable, held, openFakeCamera, sideBySide, spoilt, ticketBefore } from '../harness/fake-camera.ts'
import { later, scanInto, scannerAt } from '../harness/scanner.ts'
import { scanningAt } from '../harness/scanning.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** Tickets as the service prints them, filmed, and read by the scanner: from pairing to the answer. */
const doors = await twoDoors()
const { server, client, hall, other } = doors
const { logOf, ticket: newTicket } = scanningAt(doors)
const here = scannerAt(server, hall.slug)
const staff = { hall: await staffOf(server, hall), other: await staffOf(server, other) }
const camera = await openFakeCamera()
let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser(camera.words())
})
afterAll(async () => {
  await browser?.close()
  await camera.close()
})

/** One that is still open goes on with its film. */
const opened: Page[] = []
afterEach(() => Promise.all(opened.splice(0).map((page) => page.context().close())))

/** A ticket, and what the office prints of it: the line says what was booked. */
async function printed(whose: 'hall' | 'other' = 'hall') {
  const [id = ''] = await insertTickets(client, doors[whose])
  const { rows } = await client.query(
    `insert into reservation_line (tenant_id, id, reservation_id, product_id, price_id, counted_event_id,
       makes_tickets, quantity, unit_amount_minor)
     select ticket.tenant_id, ticket.id, reservation_id, product_id, price_id, event_id, true, 1, 1000
     from ticket join price on price.tenant_id = ticket.tenant_id and price.id = price_id
     where ticket.id = $1 returning reservation_id`,
    [id],
  )
  const path = `/admin/reservations/${rows[0].reservation_id}/tickets.pdf`
  const { bytes } = await staff[whose].show(path)
  return { id, ticket: await ticketBefore(new Uint8Array(bytes)) }
}

/** Paired, and at the door. */
async function atTheDoor(opening: Parameters<typeof here.pairedBy>[2] = {}) {
  const paired = await here.pairedBy(browser, await here.token('Camera'), opening)
  opened.push(paired.page)
  await paired.page.locator('.door').waitFor()
  return paired
}

/** The camera is pressed on. */
async function filming(opening: Parameters<typeof atTheDoor>[0] = {}) {
  const paired = await atTheDoor(opening)
  await paired.page.getByRole('button', { name: /Scan with the camera|Scanner avec la caméra/ }).click()
  return paired
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

describe('a ticket before the camera', () => {
  it('is welcome, once', async () => {
    const { id, ticket } = await printed()
    await camera.film([await held(ticket), 5])
    const { page, complaints } = await atTheDoor()
    // However long the page is looked at: what was read lately stays so.
    await page.clock.setFixedTime(Date.now())
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await heading(page, 'Welcome').waitFor()
    // It is seen on and on, and is the same reading.
    await page.locator('.outlines[data-kind=same] polygon').waitFor()
    await expectAccessible(page, 'an answer beside the picture')
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
    expect(complaints).toEqual([])
  })

  it.each(Object.keys(spoilt) as (keyof typeof spoilt)[])('is read when it is %s', async (how) => {
    const { id, ticket } = await printed()
    await camera.film([await spoilt[how](ticket), 5])
    const { page } = await filming()
    await heading(page, 'Welcome').waitFor()
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
  })

  /** Seen red with a camera that waits for a press after each answer. */
  it('goes on by itself after a welcome, and waits after a refusal until it was looked at', async () => {
    const [first, second] = [await printed(), await printed()]
    const nothing = await emptyTable()
    await camera.film([await held(first.ticket), 20], [nothing, 10], [await held(second.ticket), 30], [nothing, 10])
    const { page } = await filming()
    await heading(page, 'Already scanned').waitFor()
    expect(await page.locator('.viewfinder').isVisible()).toBe(false)
    for (const { id } of [first, second]) expect((await logOf(id))[0]).toMatchObject({ result: 'admitted' })
    await page.getByRole('button', { name: 'Last scans' }).click()
    const said = await page.locator('.rows strong').allTextContents()
    expect(said.slice(-2)).toEqual(['Welcome', 'Welcome'])
    await page.getByRole('button', { name: 'Back to the door' }).click()
    await page.getByRole('button', { name: 'Next ticket' }).click()
    await page.locator('.viewfinder').waitFor()
  })

  /** Seen red without `renew`: it was asked about again as soon as "next" was pressed. */
  it('of another organisation is refused, and leaves nothing behind', async () => {
    const { id, ticket } = await printed('other')
    await camera.film([await held(ticket), 5])
    const { page } = await filming({ locale: 'fr' })
    await heading(page, 'Refusé').waitFor()
    await page.setViewportSize({ width: 844, height: 390 })
    await expectAccessible(page, 'a refusal that holds the camera, sideways')
    expect(await page.locator('.advice').textContent()).not.toBe('')
    expect(await logOf(id)).toEqual([])
    // It is still there after a while of talking: the same reading, until it has been out of sight.
    await page.evaluate(() => {
      const later = Date.now() + 60_000
      Date.now = () => later
    })
    await page.getByRole('button', { name: 'Billet suivant' }).click()
    await page.getByText('Déjà lu à l’instant : présentez le suivant.').waitFor()
  })

  /** Seen red with the first of the codes taken. */
  it('is taken beside another one only when it is in the middle', async () => {
    const [left, right] = [await printed(), await printed()]
    await camera.film([await sideBySide(left.ticket, right.ticket, 'neither'), 5])
    const { page } = await filming()
    await page.getByText('Several codes: centre one.').waitFor()
    expect(await page.locator('.outlines polygon').count()).toBe(2)
    await expectAccessible(page, 'several codes')
    expect(await heading(page, 'Ready').count()).toBe(1)
    // Another film is seen when the camera is opened again.
    await page.getByRole('button', { name: 'Camera', exact: true }).click()
    await camera.film([await sideBySide(left.ticket, right.ticket, 'left'), 5])
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await heading(page, 'Welcome').waitFor()
    expect([await logOf(left.id), await logOf(right.id)]).toMatchObject([[{ result: 'admitted' }], []])
  })
})

describe('the camera', () => {
  it('that is refused is explained, and is asked for again', async () => {
    const refusing = await startBrowser(camera.words(false))
    try {
      const { page } = await here.pairedBy(refusing, await here.token('Shy'))
      const lead = page.getByText(
        'The browser will ask for access to the camera: allow it. No images leave this phone.',
      )
      await lead.waitFor()
      await page.getByRole('button', { name: 'Scan with the camera' }).click()
      await page.getByRole('alert').getByText('The camera is not allowed for this page.').waitFor()
      await expectAccessible(page, 'a camera that is not allowed')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('alert').getByText('The camera is not allowed for this page.').waitFor()
      await page.getByRole('button', { name: 'Camera', exact: true }).click()
      await lead.waitFor()
    } finally {
      await refusing.close()
    }
  })

  it('comes back by itself where it was on and nobody would be asked, and is forgotten with the key', async () => {
    await camera.film([await emptyTable(), 5])
    const { page } = await filming()
    await page.getByText('Point the camera at a code.').waitFor()
    await page.context().grantPermissions(['camera'])
    await page.reload()
    await page.getByText('Point the camera at a code.').waitFor()
    await page.getByRole('button', { name: 'Camera', exact: true }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Scan with the camera' }).waitFor()
    expect(await page.evaluate(() => localStorage.length)).toBe(1)
    const key = { headers: { authorization: '' } }
    await page.route('**/scan/events/', (route) => route.continue(key))
    await page.reload()
    await heading(page, 'This device is no longer paired').waitFor()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  /** The browser of the tests has no light and one lens: these are said to be there. */
  it('has its light and its lenses, and remembers which', async () => {
    await camera.film([await emptyTable(), 5])
    const { page } = await atTheDoor()
    await page.addInitScript(() => {
      const asked: unknown[] = []
      Object.assign(globalThis, { asked })
      const capabilities = MediaStreamTrack.prototype.getCapabilities
      MediaStreamTrack.prototype.getCapabilities = function (this: MediaStreamTrack) {
        return { ...capabilities.call(this), torch: true }
      }
      MediaStreamTrack.prototype.applyConstraints = async (constraints) => void asked.push(constraints)
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = (wanted) => {
        asked.push(wanted?.video)
        return open({ video: true })
      }
      const list = mediaDevices.enumerateDevices.bind(mediaDevices)
      mediaDevices.enumerateDevices = async () => {
        const found = (await list()).filter(({ kind }) => kind === 'videoinput')
        const wide = { kind: 'videoinput', deviceId: 'wide', label: 'Wide', groupId: '', toJSON: () => ({}) }
        return [...found, wide as MediaDeviceInfo]
      }
    })
    await page.reload()
    const lastAsked = () => page.evaluate<unknown>('asked.at(-1)')
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    const light = page.getByRole('button', { name: 'Light' })
    await light.click()
    await expect.poll(() => light.getAttribute('aria-pressed')).toBe('true')
    expect(await lastAsked()).toEqual({ advanced: [{ torch: true }] })
    await expectAccessible(page, 'light and lenses')
    await page.getByLabel('Which camera').selectOption('Wide')
    await expect.poll(lastAsked).toMatchObject({ deviceId: { exact: 'wide' } })
    await page.reload()
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect.poll(lastAsked).toMatchObject({ deviceId: { exact: 'wide' } })
  })

  it('reads without network, since its parts are kept with the rest', async () => {
    const { page } = await atTheDoor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    const kept = await page.evaluate(async () => {
      const caching = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      const requests = await Promise.all(caching.map((cache) => cache.keys()))
      return requests.flat().map(({ url }) => url)
    })
    expect(kept.filter((url) => /(decoder-\w+\.js|zxing_reader-\w+\.wasm)$/.test(url))).toHaveLength(2)
  })
})

/** Seen red without the rule for four buttons: the last stood alone in a row of its own, below the screen at 320 by 568. */
it.each([
  ['fr', 360, 640],
  ['en', 320, 568],
  ['fr', 320, 568],
  ['de', 320, 568],
  ['es', 320, 568],
] as const)('is a fourth button in one row on a supervisor’s phone: %s, %i by %i', async (locale, width, height) => {
  await camera.film([await emptyTable(), 5])
  const token = await here.token(`Four ${locale} ${width}`, '--supervisor')
  const { page } = await here.pairedBy(browser, token, { width, locale })
  opened.push(page)
  await page.setViewportSize({ width, height })
  await page.locator('.door .actions .button').click()
  await page.locator('.viewfinder').waitFor()
  const buttons = page.locator('.door nav .button')
  await expect.poll(() => buttons.count()).toBe(4)
  const misplaced = () =>
    buttons.evaluateAll((all) => {
      const top = all[0]?.getBoundingClientRect().top
      return all
        .filter((button) => {
          const box = button.getBoundingClientRect()
          const seen = document.elementFromPoint((box.left + box.right) / 2, box.bottom - 2)
          return box.top !== top || button.scrollWidth > button.clientWidth || seen?.closest('.button') !== button
        })
        .map(({ textContent }) => textContent)
    })
  expect(await misplaced()).toEqual([])
  const { qr } = await newTicket()
  for (const sign of ['welcome', 'already']) {
    await later(page)
    await scanInto(page, qr)
    await page.locator(`.door[data-sign=${sign}] h1`).waitFor()
    expect([sign, await misplaced()]).toEqual([sign, []])
  }
})

it('keeps the screen awake, also after the page was out of sight', async () => {
  const { page } = await atTheDoor()
  await page.addInitScript(() => {
    const held: string[] = []
    Object.assign(globalThis, { held })
    navigator.wakeLock.request = async (type = 'screen') => {
      held.push(type)
      return Object.assign(new EventTarget(), { type, released: false, onrelease: null, release: async () => {} })
    }
  })
  await page.reload()
  await heading(page, 'Ready').waitFor()
  const held = () => page.evaluate<string[]>('held')
  await expect.poll(held).toEqual(['screen'])
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(held).toEqual(['screen', 'screen'])
})
