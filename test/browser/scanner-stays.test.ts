import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { insertEvent } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import { answerTo, untilListed, waitLonger } from '../harness/scanner.ts'

/** The door that somebody stands at, while staff changes what is on. */
const { client, hall, ticket, here, browser } = await openScannerDoors()

/** A telephone that asks what it is for all the time instead of every five minutes. */
async function atTheOnlyDoor(): Promise<Page> {
  const { page } = await browser.open({ width: 390, locale: 'en' })
  await waitLonger(page)
  await page.addInitScript(() => {
    const start = globalThis.setInterval.bind(globalThis)
    Object.assign(globalThis, {
      setInterval: (work: TimerHandler, ms?: number) => start(work, ms === 300_000 ? 300 : ms),
    })
  })
  await page.goto(`${here.origin}/scanner/#pair=${await here.token('Only door')}`)
  await page.locator('.door').waitFor()
  await untilListed(page)
  return page
}

const asked = (page: Page) => page.waitForResponse((response) => new URL(response.url()).pathname === '/scan/events/')

/** Seen red with the choice of events put in its place, and with a refusal that takes it away. */
it('stays when another event is published, when its own goes, and when the service refuses for a while', async () => {
  const page = await atTheOnlyDoor()
  const title = page.locator('.door header')
  await insertEvent(client, hall.tenantId, { name: 'Next month' })
  await page.getByRole('button', { name: 'Change event' }).waitFor()
  expect(await title.textContent()).toContain('The Hall live')
  expect(await answerTo(page, (await ticket()).qr)).toMatch(/^Welcome Ada Lovelace/)

  const { qr } = await ticket()
  await client.query('update event set cancelled_at = now(), published = false where id = $1', [hall.eventId])
  for (const _ of ['first', 'second']) await asked(page)
  expect(await title.textContent()).toContain('The Hall live')
  expect(await answerTo(page, qr)).toMatch(/^Refused/)

  await page.route('**/scan/events/', (route) =>
    route.fulfill({ status: 404, json: { success: false, code: 'unknown_host', detail: 'Nobody is here.' } }),
  )
  for (const _ of ['first', 'second']) await asked(page)
  expect(await title.textContent()).toContain('The Hall live')
  await page.unroute('**/scan/events/')

  // Opened again it is at whatever there is.
  await page.reload()
  await expect.poll(() => title.textContent()).toContain('Next month')
})
