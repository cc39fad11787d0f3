import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type LastingBrowser, startLastingBrowser } from '../harness/browser.ts'
import {
  answerTo,
  atTheEvent,
  calls,
  cut,
  line,
  mend,
  scannerAt,
  untilKept,
  untilListed,
  untilTold,
  waitLonger,
} from '../harness/scanner.ts'
import { scanningAt } from '../harness/scanning.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * A telephone that dies at the door: its browser is killed, all processes at once, and opened again (ADR 0185).
 * Seen red with a queue that is written later, and with the admission and the queue in two transactions.
 */
const doors = await twoDoors()
const { server, client, hall } = doors
const { ticket, logOf } = scanningAt(doors)
const here = scannerAt(server, hall.slug)
let telephone: LastingBrowser | undefined
let page: Page
afterEach(() => telephone?.close())

/** A telephone with the whole list. */
async function atTheDoor(): Promise<LastingBrowser> {
  const opened = await startLastingBrowser()
  telephone = opened
  page = await opened.open()
  await waitLonger(page)
  await page.goto(`${here.origin}/scanner/#pair=${await here.token('Old phone')}`)
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await untilKept(page)
  return opened
}

/** Opened again where there is no network: everything comes from the telephone. */
async function openAgain(phone: LastingBrowser): Promise<void> {
  page = await phone.open()
  await page.context().setOffline(true)
  await waitLonger(page)
  await cut(page)
  await page.goto(`${here.origin}/scanner/`)
  await page.locator('.door').waitFor()
}

async function networkIsBack(): Promise<void> {
  await page.context().setOffline(false)
  await mend(page)
}

async function waits(count: number): Promise<void> {
  await expect.poll(() => line(page).textContent()).toMatch(new RegExp(` ${count} scans? to send$`))
}

describe('a telephone that dies', () => {
  it('after "welcome, offline" knows the ticket when it is opened again, and tells the service once', async () => {
    const { id, qr } = await ticket()
    const phone = await atTheDoor()
    await page.context().setOffline(true)
    await cut(page)
    expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
    await phone.die()
    await openAgain(phone)
    await waits(1)
    expect(await answerTo(page, qr)).toMatch(/^Already scanned Ada Lovelace At \d\d:\d\d by this device/)
    await networkIsBack()
    await untilTold(page)
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }, { result: 'already_scanned' }])
  })

  it('while it writes has let in nobody, and can let them in when it is opened again', async () => {
    const { id, qr } = await ticket()
    const phone = await atTheDoor()
    await page.context().setOffline(true)
    await cut(page)
    const middle = page.waitForEvent('console', (message) => message.text() === 'in the middle')
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (value, key) {
        const request = put.call(this, value, key)
        // One question after the other keeps the transaction open, so that it is never at its end.
        const goOn = () => this.count().addEventListener('success', goOn)
        if (this.name === 'admission') {
          goOn()
          request.addEventListener('success', () => console.info('in the middle'))
        }
        return request
      }
    })
    await page.keyboard.type(qr)
    await page.keyboard.press('Enter')
    await middle
    await phone.die()
    await openAgain(phone)
    await waits(0)
    expect(await answerTo(page, qr)).toMatch(/^Welcome, offline/)
    await waits(1)
    await networkIsBack()
    await untilTold(page)
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
  })

  it('when the service has heard it, but has not answered, tells it again: it counts once', async () => {
    const { id, qr } = await ticket()
    const phone = await atTheDoor()
    await cut(page)
    await answerTo(page, qr)
    const heard = Promise.withResolvers<void>()
    await page.route('**/scan/batch/', async (route) => {
      await here.ask(route)
      heard.resolve()
    })
    await page.unroute(calls)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await heard.promise
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
    await phone.die()
    await openAgain(phone)
    await waits(1)
    await networkIsBack()
    await untilTold(page)
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }])
    const { rows } = await client.query('select count(*)::int as count from scan_log where ticket_id = $1', [id])
    expect(rows).toEqual([{ count: 1 }])
  })
})
