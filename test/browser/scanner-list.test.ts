import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { lookupOf } from '../harness/holder.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import {
  answerTo,
  atTheEvent,
  calls,
  cut,
  later,
  line,
  mend,
  refresh,
  untilListed,
  untilTold,
  waitLonger,
} from '../harness/scanner.ts'

/**
 * The list of tickets on a telephone, of more than one page, and what becomes of it (ADR 0196). Seen red with a former page that
 * wins, with changes that stand beside what they change, with lists of a former reading that stay, and with an old list that
 * takes what waits along when it goes.
 */
const { server, client, hall, ticket, scan, logOf, here, browser } = await openScannerDoors()

const snapshots = '**/scan/snapshot/**'
/** Which of a list's questions began anew. */
function countBeginnings(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/scan/snapshot/' && !url.searchParams.has('cursor')) count++
  })
  return () => count
}

/** What the service says to a question of the page, in our hands first. */
async function answered(route: Route) {
  const { pathname, search } = new URL(route.request().url())
  const key = String(route.request().headers()['authorization']).replace('Api-Key ', '')
  const { json } = await server.send(hall.slug, 'GET', `${pathname}${search}`, { key })
  return json
}

/** Two pages and a bit, ten tickets a booking. */
async function bigEvent(name: string): Promise<{ eventId: string; codes: readonly string[] }> {
  const eventId = await insertEvent(client, hall.tenantId, { name })
  const ids: string[] = []
  while (ids.length < 4100) ids.push(...(await insertTickets(client, hall, { eventId, count: 10 })))
  const codes = await qrCodesOf(server, hall.slug, ids)
  return { eventId, codes: [...codes.values()] }
}

describe('a list of several pages', () => {
  it('goes on where it broke off, and has what changed meanwhile', async () => {
    const { codes } = await bigEvent('Three pages')
    const byLookup = new Map(codes.map((code) => [lookupOf(code), code]))
    const opened = await browser.open({ width: 390, locale: 'en' })
    const { page } = opened
    await waitLonger(page)
    const beginnings = countBeginnings(page)
    const firstPage = Promise.withResolvers<readonly { lookup: string }[]>()
    const nextAsked = Promise.withResolvers<void>()
    let pages = 0
    await page.route(snapshots, async (route: Route) => {
      if (++pages > 1) {
        nextAsked.resolve()
        return route.abort()
      }
      const json = await answered(route)
      await route.fulfill({ json })
      firstPage.resolve(json.tickets)
    })
    await page.goto(`${here.origin}/scanner/#pair=${await here.token('Broken off')}`)
    await atTheEvent(page, 'Three pages')
    const first = (await firstPage.promise).map(({ lookup }) => byLookup.get(lookup) ?? '')
    const [changed = '', , , quiet = ''] = first
    const behind = codes.find((code) => !first.includes(code)) ?? ''
    expect((await scan({ qrcode_data: changed })).json.success).toBe(true)
    // Asked for once the first is kept.
    await nextAsked.promise
    await page.reload()
    await page.locator('.door').waitFor()
    await page.unroute(snapshots)
    await untilListed(page)
    await refresh(page)
    expect(beginnings()).toBe(1)
    await cut(page)
    expect(await answerTo(page, changed)).toMatch(/^Already scanned Ada Lovelace/)
    expect(await answerTo(page, quiet)).toMatch(/^Welcome, offline Ada/)
    expect(await answerTo(page, behind)).toMatch(/^Welcome, offline Ada/)
    await mend(page)
    await untilTold(page)
    await page.close()
  })

  it('takes changes and new tickets in without beginning anew, and begins anew when tickets are gone', async () => {
    const { eventId, codes } = await bigEvent('Busy night')
    await client.query("update event set offline_policy = 'refuse' where id = $1", [eventId])
    const { page } = await here.pairedBy(browser, await here.token('Busy door'))
    await atTheEvent(page, 'Busy night')
    await untilListed(page)
    const beginnings = countBeginnings(page)
    const some = codes.filter((_, index) => index % 40 === 0)
    const { qr: sold } = await ticket({ eventId })
    for (const qrcode_data of some) expect((await scan({ qrcode_data })).json.success).toBe(true)
    await refresh(page)
    await refresh(page)
    expect(beginnings()).toBe(0)
    await cut(page)
    for (const code of some.slice(0, 5)) expect(await answerTo(page, code)).toMatch(/^Already scanned/)
    expect(await answerTo(page, sold)).toMatch(/^Welcome, offline/)
    await page.unroute(calls)
    await mend(page)
    await untilTold(page)
    const [, gone = ''] = codes
    const { rows } = await client.query('select id from ticket where event_id = $1', [eventId])
    const ofCode = await qrCodesOf(
      server,
      hall.slug,
      rows.map(({ id }) => String(id)),
    )
    const goneId = [...ofCode].find(([, code]) => code === gone)?.[0]
    await client.query('delete from ticket where id = $1', [goneId])
    await refresh(page)
    await refresh(page)
    expect(beginnings()).toBe(1)
    await cut(page)
    expect(await answerTo(page, gone)).toMatch(/^Refused This phone’s list does not have this ticket/)
    await later(page)
    expect(await answerTo(page, some[7] ?? '')).toMatch(/^Already scanned/)
    await mend(page)
    await untilTold(page)
    await page.close()
  })
})

it('believes the reading that is under way before the former one', async () => {
  const { eventId, codes } = await bigEvent('Read twice')
  const byLookup = new Map(codes.map((code) => [lookupOf(code), code]))
  const { page } = await here.pairedBy(browser, await here.token('Reads twice'))
  await atTheEvent(page, 'Read twice')
  await untilListed(page)
  const [gone] = await insertTickets(client, hall, { eventId })
  await refresh(page)
  await client.query('delete from ticket where id = $1', [gone])
  const brokenOff = Promise.withResolvers<string>()
  let fromBeginning: string | null = null
  await page.route(snapshots, async (route: Route) => {
    if (fromBeginning !== null) {
      brokenOff.resolve(fromBeginning)
      return route.abort()
    }
    const isBeginning = !new URL(route.request().url()).searchParams.has('cursor')
    if (isBeginning) {
      const [first] = (await answered(route)).tickets
      fromBeginning = byLookup.get(first.lookup) ?? ''
      await scan({ qrcode_data: fromBeginning })
    }
    await route.fulfill({ json: await answered(route) })
  })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const changed = await brokenOff.promise
  await cut(page)
  expect(await answerTo(page, changed)).toMatch(/^Already scanned Ada Lovelace/)
  await page.close()
})

describe('a telephone that has the list of an older scanner', () => {
  it('reads it anew, knows whom it let in, and tells what waits', async () => {
    const { id, qr } = await ticket()
    const lookup = lookupOf(qr)
    const { page } = await browser.open({ width: 390, locale: 'en' })
    await waitLonger(page)
    await page.goto(`${here.origin}/manifest.webmanifest`)
    await page.evaluate(
      async ({ of, eventId, nonce }) => {
        const at = new Date().toISOString()
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open('guichet-scanner', 2)
          request.onupgradeneeded = () => {
            const made = request.result
            made.createObjectStore('kept')
            made.createObjectStore('snapshot', { keyPath: 'event.uuid' })
            made.createObjectStore('ticket', { keyPath: ['eventId', 'lookup'] })
            made.createObjectStore('admission', { keyPath: 'lookup' }).createIndex('ticketHash', 'ticketHash')
            const queue = made.createObjectStore('queue', { autoIncrement: true })
            queue.createIndex('nonce', 'nonce', { unique: true })
            made.createObjectStore('scan', { autoIncrement: true })
          }
          request.onsuccess = () => resolve(request.result)
        })
        const transaction = database.transaction(['admission', 'queue', 'ticket', 'snapshot'], 'readwrite')
        transaction.objectStore('ticket').put({ eventId, lookup: of, state: 'not_scanned' })
        transaction.objectStore('snapshot').put({ event: { uuid: eventId }, cursor: 'old' })
        const admission = { lookup: of, ticketHash: null, eventId, nonce, at, settledAt: null }
        transaction.objectStore('admission').put(admission)
        const waiting = { lookup: of, event_uuid: eventId, nonce, scanned_at: at, result: 'admitted' }
        transaction.objectStore('queue').add(waiting)
        await new Promise((resolve) => {
          transaction.oncomplete = resolve
        })
        database.close()
      },
      { of: lookup, eventId: hall.eventId, nonce: crypto.randomUUID() },
    )
    await page.route('**/scan/batch/', (route) => route.abort())
    await page.goto(`${here.origin}/scanner/#pair=${await here.token('Old scanner')}`)
    await atTheEvent(page, 'The Hall live')
    await expect.poll(() => line(page).textContent()).toMatch(/ 1 scan to send$/)
    expect(await answerTo(page, qr)).toMatch(/^Already scanned/)
    await page.unroute('**/scan/batch/')
    await mend(page)
    await untilTold(page)
    await untilListed(page)
    expect(await logOf(id)).toMatchObject([{ result: 'admitted' }, { result: 'already_scanned' }])
    await page.close()
  })
})
