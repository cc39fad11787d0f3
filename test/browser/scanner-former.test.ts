import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { codeBefore, held, openFakeCamera } from '../harness/fake-camera.ts'
import { type FormerKey, makeFormerKey } from '../harness/former-key.ts'
import { holderName } from '../harness/holder.ts'
import {
  answerTo,
  atTheEvent,
  cut,
  keptBy,
  line,
  mend,
  scannerAt,
  takeNothing,
  untilListed,
  untilTold,
} from '../harness/scanner.ts'
import { scanningAt } from '../harness/scanning.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** Tickets that another server sold, before the camera and without network (ADR 0277). */
const doors = await twoDoors()
const { server, client, hall } = doors
const { ticket, logOf } = scanningAt(doors)
const here = scannerAt(server, hall.slug)
const camera = await openFakeCamera()
const [former, elsewhere] = [makeFormerKey(), makeFormerKey()]
const key = await createKey(server, hall.slug, ['--permission', 'ticket:secret'])
let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser(camera.words())
})
afterAll(async () => {
  await browser?.close()
  await camera.close()
})

/** Waits until the list has so many rows: one for each code that a ticket may have. */
async function untilCounted(page: Page, rows: number): Promise<void> {
  const counted = () =>
    page.evaluate(async () => {
      dispatchEvent(new Event('online'))
      const answerOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => {
          request.onsuccess = () => resolve(request.result)
        })
      const database = await answerOf(indexedDB.open('guichet-scanner'))
      const heads = await answerOf(database.transaction('snapshot').objectStore('snapshot').getAll())
      database.close()
      return heads.map(({ tickets }) => tickets)
    })
  await expect.poll(counted).toContain(rows)
}

let nights = 0
async function night(signer: FormerKey | null = former): Promise<{ readonly name: string; readonly event: string }> {
  const name = `Night ${++nights}`
  const event = await insertEvent(client, hall.tenantId, { name })
  if (signer) await add(signer, event)
  return { name, event }
}

async function add({ publicKey }: FormerKey, event: string): Promise<string> {
  const path = `/api/events/${event}/former-ticket-keys/`
  const answer = await server.send(hall.slug, 'POST', path, { key, body: { public_key: publicKey } })
  expect(answer.status).toBe(201)
  return answer.json.uuid
}

async function atTheDoor(name: string) {
  const opened = await here.pairedBy(browser, await here.token(name))
  await atTheEvent(opened.page, name)
  await untilListed(opened.page)
  return opened.page
}

it.each([2048, 4096])('reads a code of %d bits from the picture of the camera, and lets in', async (bits) => {
  const signer = makeFormerKey(bits)
  const { name, event } = await night(signer)
  const { id } = await ticket({ eventId: event })
  await camera.film([await held(await codeBefore(signer.codeOf(id))), 5])
  const page = await atTheDoor(name)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor()
  expect((await logOf(id)).map(({ result }) => result)).toEqual(['admitted'])
  await page.context().close()
})

/** Seen red with a lookup of the whole code, with the hash of what was signed as it came, and without the keys of the list. */
it('lets in once without network, by an old code or a new one, and tells it', async () => {
  const { name, event } = await night()
  const both = [await ticket({ eventId: event }), await ticket({ eventId: event })]
  const page = await atTheDoor(name)
  // The file that reads such codes is kept with the others, though none was read yet.
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await cut(page)
  for (const [at, { id, qr }] of both.entries()) {
    const [first, second] = at === 0 ? [former.codeOf(id), qr] : [qr, former.codeOf(id)]
    expect(await answerTo(page, first)).toMatch(/^Welcome, offline Ada Lovelace Full price · Friday night/)
    expect(await answerTo(page, second)).toMatch(/^Already scanned Ada Lovelace At \d\d:\d\d by this device/)
    // Another signature of the same ticket.
    expect(await answerTo(page, former.codeOf(id))).toMatch(/^Already scanned Ada Lovelace/)
  }
  await page.context().setOffline(false)
  await mend(page)
  await untilTold(page)
  for (const { id } of both) {
    const log = await logOf(id)
    expect(log.map(({ result }) => result)).toEqual(['admitted', 'already_scanned', 'already_scanned'])
    expect(log[0]).toMatchObject({ offline: true, conflict: null })
  }
  await page.context().close()
})

/** Seen red with the keys of all lists for the ticket of this one, and with the first list alone whose keys signed it. */
it('refuses without network what the service refuses', async () => {
  const [{ name, event }, other, sameKey] = [await night(), await night(elsewhere), await night()]
  const [one, two] = [await ticket({ eventId: event }), await ticket({ eventId: other.event })]
  const cancelled = await ticket({ eventId: event, cancelled: true, status: 'not_active' })
  const third = await ticket({ eventId: sameKey.event })
  const page = await atTheDoor(other.name)
  for (const next of [sameKey.name, name]) {
    await page.getByRole('button', { name: 'Change event' }).click()
    await page.getByRole('button', { name: new RegExp(`^${next}`) }).click()
    await untilListed(page)
  }
  await cut(page)
  const [data = ''] = former.codeOf(one.id).split(':')
  for (const [code, said] of [
    [makeFormerKey().codeOf(one.id), /^Refused This code was not issued here/],
    [`${data}:${former.codeOf(two.id).split(':')[1]}`, /^Refused This code was not issued here/],
    [former.sign({ uuid: one.id }, 32), /^Refused This code was not issued here/],
    [`${data}:${'A'.repeat(342)}`, /^Refused This code was not issued here/],
    [former.codeOf(cancelled.id), /^Refused Ada Lovelace This ticket was cancelled/],
    // Genuine, and of another event, whatever ticket it names.
    [elsewhere.codeOf(two.id), /^Refused Ada Lovelace .*another event/],
    [elsewhere.codeOf(one.id), /^Refused .*another event/],
    // The same key at two events.
    [former.codeOf(third.id), /^Refused Ada Lovelace .*another event/],
    // Genuine, and not in the list: the event says what is done.
    [former.codeOf(two.id), /^Ask the supervisor The code is genuine/],
  ] as const)
    expect(await answerTo(page, code), code.slice(0, 80)).toMatch(said)
  await page.context().close()
})

it('lets a group in without network, each once, and says of nobody who they are without the ticket', async () => {
  const { name, event } = await night()
  const ids = await insertTickets(client, hall, { eventId: event, count: 3 })
  const [first = '', second = '', third = ''] = ids
  const codes = await qrCodesOf(server, hall.slug, ids)
  const page = await atTheDoor(name)
  const kept = await keptBy(page)
  for (const secret of ['Lovelace', ...ids]) expect(kept).not.toContain(secret)
  expect(kept).not.toMatch(holderName)
  await cut(page)
  expect(await answerTo(page, former.codeOf(first))).toContain('1 of 3 of this booking')
  await page.getByRole('button', { name: 'Let the rest of the group in' }).click()
  await page.getByRole('heading', { name: '2 more let in' }).waitFor()
  expect(await answerTo(page, former.codeOf(second))).toMatch(/^Already scanned/)
  // Seen red without `ticketHash` of the rows.
  expect(await answerTo(page, codes.get(third) ?? '')).toMatch(/^Already scanned/)
  await mend(page)
  await untilTold(page)
  for (const id of ids) expect((await logOf(id)).filter(({ result }) => result === 'admitted')).toHaveLength(1)
  await page.context().close()
})

/** Seen red without `ticketHash` of companions: by the group of this device, and by that which the service let in. */
it.each([false, true])(
  'lets nobody in who came with a group by a code of ours and then shows an old one (by the service: %s)',
  async (isUp) => {
    const { name, event } = await night()
    const ids = await insertTickets(client, hall, { eventId: event, count: 2 })
    const [first = '', second = ''] = ids
    const codes = await qrCodesOf(server, hall.slug, ids)
    const page = await atTheDoor(name)
    if (!isUp) await cut(page)
    expect(await answerTo(page, codes.get(first) ?? '')).toMatch(/^Welcome/)
    await page.getByRole('button', { name: 'Let the rest of the group in' }).click()
    await page.getByRole('heading', { name: '1 more let in' }).waitFor()
    if (isUp) {
      await page.route('**/scan/snapshot/**', (route) => route.abort())
      await cut(page)
    }
    expect(await answerTo(page, former.codeOf(second))).toMatch(/^Already scanned/)
    await page.unroute('**/scan/snapshot/**')
    await mend(page)
    await untilTold(page)
    expect((await logOf(second)).map(({ result }) => result)).toEqual(['admitted', 'already_scanned'])
    await page.context().close()
  },
)

/** Seen red without `isOfUnlisted`, and with its keys for whatever ticket they name. */
it('says of an old code of an event without a list what it says of one of ours', async () => {
  const signer = makeFormerKey()
  const [{ name, event }, unlisted] = [await night(), await night(signer)]
  const [one, two] = [await ticket({ eventId: event }), await ticket({ eventId: unlisted.event })]
  const page = await atTheDoor(name)
  await cut(page)
  expect(await answerTo(page, two.qr)).toMatch(/^Ask the supervisor The code is genuine/)
  expect(await answerTo(page, signer.codeOf(two.id))).toMatch(/^Ask the supervisor The code is genuine/)
  for (const forged of [
    makeFormerKey().codeOf(two.id),
    signer.codeOf(one.id),
    former.codeOf(two.id).replace(':', ':AAAA'),
  ])
    expect(await answerTo(page, forged)).toMatch(/^Refused This code was not issued here/)
  await page.context().close()
})

/** Seen red with companions who are known by their lookups alone, without network and for the question whether to ask the service. */
it.each([false, true])(
  'lets nobody in twice by a new code and the old one of their group (network back: %s)',
  async (isBack) => {
    const { name, event } = await night()
    const ids = await insertTickets(client, hall, { eventId: event, count: 3 })
    const [first = '', second = ''] = ids
    const codes = await qrCodesOf(server, hall.slug, ids)
    const page = await atTheDoor(name)
    await cut(page)
    expect(await answerTo(page, codes.get(first) ?? '')).toMatch(/^Welcome, offline/)
    expect(await answerTo(page, former.codeOf(second))).toMatch(/^Welcome, offline/)
    // The service answers again, and takes nothing of what waits yet.
    await page.route('**/scan/batch/', takeNothing)
    if (isBack) {
      await mend(page)
      await expect.poll(() => line(page).getAttribute('data-network')).toBe('up')
    }
    await page.getByRole('button', { name: 'Let the rest of the group in' }).click()
    await page.getByRole('heading', { name: '1 more let in' }).waitFor()
    await page.unroute('**/scan/batch/')
    await mend(page)
    await untilTold(page)
    for (const id of ids) expect((await logOf(id)).map(({ result }) => result)).toEqual(['admitted'])
    await page.context().close()
  },
)

it('reads the list anew when its event gets a key, and forgets one that is removed', async () => {
  const { name, event } = await night(null)
  const signer = makeFormerKey()
  const [one, two] = [await ticket({ eventId: event }), await ticket({ eventId: event })]
  const page = await atTheDoor(name)
  await cut(page)
  expect(await answerTo(page, signer.codeOf(one.id))).toMatch(/^Refused This code was not issued here/)
  await mend(page)
  await untilTold(page)
  const uuid = await add(signer, event)
  await untilCounted(page, 4)
  await cut(page)
  expect(await answerTo(page, signer.codeOf(one.id))).toMatch(/^Welcome, offline Ada/)
  await mend(page)
  await untilTold(page)
  await server.send(hall.slug, 'DELETE', `/api/events/${event}/former-ticket-keys/${uuid}/`, { key })
  await untilCounted(page, 2)
  await cut(page)
  expect(await answerTo(page, signer.codeOf(two.id))).toMatch(/^Refused This code was not issued here/)
  expect(await answerTo(page, two.qr)).toMatch(/^Welcome, offline Ada/)
  await expect.poll(() => line(page).textContent()).toMatch(/1 scan to send/)
  await page.context().close()
})

/** Seen red with keys that are believed as soon as a page has them: whoever's ticket was cancelled came in. */
it('believes a new key once the rows of its codes were read, and lets nobody in before', async () => {
  const { name, event } = await night(null)
  await client.query("update event set offline_policy = 'accept' where id = $1", [event])
  const cancelled = await ticket({ eventId: event, cancelled: true, status: 'not_active' })
  const page = await atTheDoor(name)
  await add(former, event)
  // The network is lost between what changed and the list that is read anew.
  const lost = page.waitForEvent('requestfailed', (request) => isAnew(request.url()))
  await page.route('**/scan/snapshot/**', (route) => (isAnew(route.request().url()) ? route.abort() : route.continue()))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await lost
  await cut(page)
  expect(await answerTo(page, former.codeOf(cancelled.id))).toMatch(/^Refused This code was not issued here/)
  await page.unroute('**/scan/snapshot/**')
  await mend(page)
  await untilTold(page)
  await untilCounted(page, 2)
  await cut(page)
  expect(await answerTo(page, former.codeOf(cancelled.id))).toMatch(/^Refused Ada Lovelace This ticket was cancelled/)
  await page.context().close()
})

/** Seen red with the keys of every page believed: whoever's ticket was cancelled came in. */
it('believes a new key of ours once the rows of its codes were read', async () => {
  const { name, event } = await night(null)
  await client.query("update event set offline_policy = 'accept' where id = $1", [event])
  const refund = { eventId: event, cancelled: true, status: 'not_active' } as const
  const ids = [(await ticket(refund)).id, (await ticket(refund)).id]
  const page = await atTheDoor(name)
  await server.cli('signing-key', 'rotate', '--tenant', hall.slug)
  const codes = await qrCodesOf(server, hall.slug, ids)
  const [before = '', after = ''] = ids.map((id) => codes.get(id))
  const lost = page.waitForEvent('requestfailed', (request) => isAnew(request.url()))
  await page.route('**/scan/snapshot/**', (route) => (isAnew(route.request().url()) ? route.abort() : route.continue()))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await lost
  await cut(page)
  expect(await answerTo(page, before)).toMatch(/^Refused This code was not issued here/)
  await page.unroute('**/scan/snapshot/**')
  await mend(page)
  await untilTold(page)
  await untilCounted(page, 4)
  await cut(page)
  expect(await answerTo(page, after)).toMatch(/^Refused Ada Lovelace This ticket was cancelled/)
  await page.context().close()
})

/** Whether a list is asked for from its beginning. */
const isAnew = (url: string) => url.includes('/scan/snapshot/') && !url.includes('cursor=')
