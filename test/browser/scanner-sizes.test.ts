import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Spoken, TestBrowser } from '../harness/browser.ts'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors, startFilmingBrowser } from '../harness/scanner-doors.ts'
import { answerTo, atTheEvent, cut, later, refresh, untilListed } from '../harness/scanner.ts'

/** The answers without network on the telephones of today, in the four languages: nothing of them has to be scrolled to. */
const { server, client, hall, here, browser } = await openScannerDoors()
const filming = await startFilmingBrowser()
/** As long as a name with its day is: two lines of the head. */
const tonight = 'Hélène Farrand Quartet, Monday 30 November at 20:30'
await client.query('update event set name = $1 where id = $2', [tonight, hall.eventId])

const sizes = [
  [360, 640],
  [360, 740],
  [360, 800],
  [375, 667],
  [375, 812],
  [390, 664],
  [390, 844],
  [393, 852],
  [412, 915],
  [430, 932],
] as const

/** What of the answer, and of what is to be pressed for it, is cut or covered. */
function clippedIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const frame = document.querySelector('main')?.getBoundingClientRect()
    const lines = [...document.querySelectorAll<HTMLElement>('.door main :is(h1, p, li)')]
    const all = [...lines, ...document.querySelectorAll<HTMLElement>('.door .wide, .door footer button')]
    return all.flatMap((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const isLine = lines.includes(element)
      const isOut = isLine && frame !== undefined && (top < frame.top || bottom > frame.bottom)
      const isWide = element.scrollWidth > element.clientWidth + 1 || left < 0 || right > innerWidth
      const isCovered = [top + 2, (top + bottom) / 2, bottom - 2].some(
        (y) => !element.contains(document.elementFromPoint((left + right) / 2, y)),
      )
      return isOut || isWide || isCovered ? [`${element.textContent}`] : []
    })
  })
}

/** What of the line about the network is broken at the end of a line, as a number apart from what it counts. */
async function brokenIn(page: Page): Promise<readonly string[]> {
  const parts = page.locator('.network span')
  expect(await parts.count()).toBeGreaterThan(1)
  return parts.evaluateAll((all) => {
    const linesOf = (part: Element) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    return all.filter((part) => linesOf(part) > 1).map((part) => part.textContent)
  })
}

/** Opens a telephone at the door, and looks at each of its answers without network, on telephones of all sizes. */
async function lookAtAll(telephones: TestBrowser, locale: Spoken, isFilming: boolean): Promise<void> {
  // Another event, so that the head has all that it may have.
  const nights = `Les Nuits sur la rivière ${locale} ${isFilming}`
  const elsewhere = await insertEvent(client, hall.tenantId, { name: nights })
  const [foreign = ''] = await insertTickets(client, hall, { eventId: elsewhere })
  const token = await here.token(`Phone 1 ${locale}`, '--gate', 'North', '--supervisor')
  const { page } = await here.pairedBy(telephones, token, { width: 390, locale })
  // Whose list is on this telephone as well.
  await atTheEvent(page, nights)
  await untilListed(page)
  await page.locator('.door header .link').click()
  await page.locator('.choices').waitFor()
  await atTheEvent(page, tonight)
  await untilListed(page)
  if (isFilming) {
    await page.locator('.wide').click()
    await page.locator('.viewfinder video').waitFor()
  }
  const group = await insertTickets(client, hall, { count: 3 })
  const [unpaid = ''] = await insertTickets(client, hall, { reservationStatus: 'unpaid', status: 'created' })
  await refresh(page)
  const codes = new Map(await qrCodesOf(server, hall.slug, [...group, unpaid, foreign]))
  const look = async (name: string, isFilmed = false) => {
    expect(await page.locator('.viewfinder').isVisible(), name).toBe(isFilming && isFilmed)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      expect(await clippedIn(page), `${name}, ${locale}, ${width} by ${height}`).toEqual([])
      expect(await brokenIn(page), `${name}, ${locale}, ${width} by ${height}`).toEqual([])
    }
  }
  const read = async (id: string, sign: string) => {
    await later(page)
    // Two that follow one another may have the same sign.
    await answerTo(page, codes.get(id) ?? id)
    await page.locator(`.door[data-offline][data-sign=${sign}] h1`).waitFor()
  }
  await look('ready', true)
  await cut(page)
  // What the list lacks is sold now: it is read anew every fifteen seconds while there is network.
  const [sold = ''] = await insertTickets(client, hall)
  for (const [id, code] of await qrCodesOf(server, hall.slug, [sold])) codes.set(id, code)
  const [first = '', second = ''] = group
  await read(first, 'welcome')
  await look('welcome', true)
  await read(first, 'already')
  await look('already scanned')
  await page.locator('.wide').first().click()
  // What was whole until it was pressed: the small print makes room for the question on the smallest.
  await page.locator('.wide').nth(1).click()
  await page.locator('.door[data-offline][data-sign=welcome] h1').waitFor()
  await look('group', true)
  await read(second, 'already')
  await look('already scanned, of a group')
  await read(unpaid, 'refused')
  await look('not paid')
  await read(foreign, 'refused')
  await look('another event')
  await read('nothing', 'refused')
  await look('no code of a ticket')
  await read(sold, 'attention')
  await look('ask the supervisor')
}

/** Seen red with the sign above its word, with parts of the line about the network that may break, and with all of the head beside an answer. */
it.each(['en', 'fr', 'de', 'es'] as const)('shows an answer without network whole on every telephone: %s', (locale) =>
  lookAtAll(browser, locale, false),
)

/** Seen red with a picture twice as high on a small telephone. */
it.each(['fr', 'de'] as const)('shows it whole beside the picture of the camera: %s', (locale) =>
  lookAtAll(filming, locale, true),
)
