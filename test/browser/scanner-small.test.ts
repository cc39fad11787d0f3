import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors, startFilmingBrowser } from '../harness/scanner-doors.ts'
import { atTheEvent, cut, later, mend, refresh, scanInto, untilListed } from '../harness/scanner.ts'

/** The answer on telephones that are small, or held sideways: all of it can be read, and all there is to press is in sight. */
const { server, client, hall, here, browser } = await openScannerDoors()
const filming = await startFilmingBrowser()

const note = 'Give the blue wristband and a voucher for a drink.'

/**
 * What is wrong with an answer. Its word and what is to be pressed are in sight before anything is scrolled; each of its
 * lines is, once it is scrolled to; and nothing stands on anything else.
 */
function misplacedIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wrong: string[] = []
    const texts = [...document.querySelectorAll<HTMLElement>('.door main :is(h1, p, li)')]
    const buttons = [...document.querySelectorAll<HTMLElement>('.door .wide')]
    const seen = (element: HTMLElement, what: string) => {
      const box = element.getBoundingClientRect()
      if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth)
        wrong.push(`${what} is out of sight: ${element.textContent}`)
      for (const y of [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2]) {
        const there = document.elementFromPoint((box.left + box.right) / 2, y)
        if (!element.contains(there))
          wrong.push(`${what} is covered by ${there?.outerHTML.slice(0, 60)}: ${element.textContent}`)
      }
    }
    for (const word of document.querySelectorAll<HTMLElement>('.door main h1')) seen(word, 'the word')
    for (const button of buttons) seen(button, 'a button')
    for (const button of buttons) {
      for (const { 0: word, index } of button.textContent.matchAll(/[^\s-]+/g)) {
        const range = document.createRange()
        range.setStart(button.firstChild ?? button, index)
        range.setEnd(button.firstChild ?? button, index + word.length)
        if (range.getClientRects().length > 1) wrong.push(`a word is broken: ${button.textContent}`)
      }
    }
    for (const text of texts) {
      text.scrollIntoView({ block: 'nearest' })
      seen(text, 'a line')
      const box = text.getBoundingClientRect()
      for (const button of buttons) {
        const other = button.getBoundingClientRect()
        if (box.top < other.bottom && other.top < box.bottom && box.left < other.right && other.left < box.right)
          wrong.push(`a line lies under a button: ${text.textContent}`)
      }
    }
    return wrong
  })
}

/** Those of the last row of buttons whose lower edge is not in sight. */
const cutOff = (page: Page) =>
  page.locator('.door nav .button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { bottom, left, right } = button.getBoundingClientRect()
        return document.elementFromPoint((left + right) / 2, bottom - 2)?.closest('.button') !== button
      })
      .map(({ textContent }) => textContent),
  )

/** Seen red with words of buttons that broke at 320 pixels, and with a button that stuck to the lower edge of the answer, and lay on its note. */
it.each([
  ['en', 390, 664],
  ['fr', 390, 664],
  ['en', 320, 568],
  ['fr', 320, 568],
  ['fr', 664, 390],
] as const)('shows all of an answer: %s, %i by %i', async (locale, width, height) => {
  const elsewhere = await insertEvent(client, hall.tenantId, { name: `Les Nuits sur la rivière ${width}` })
  const token = await here.token(`Small ${locale} ${width}`, '--gate', 'North')
  const { page } = await here.pairedBy(browser, token, { width, locale })
  await page.setViewportSize({ width, height })
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  const look = async (name: string) => expect(await misplacedIn(page), name).toEqual([])
  await look('ready')

  const group = await insertTickets(client, hall, { count: 4 })
  const [foreign = ''] = await insertTickets(client, hall, { eventId: elsewhere })
  const codes = await qrCodesOf(server, hall.slug, [...group, foreign])
  const [first = ''] = group
  const read = async (id: string, sign: string) => {
    await scanInto(page, codes.get(id) ?? id)
    await page.locator(`.door[data-sign=${sign}] h1`).waitFor()
  }
  await client.query('update price set scan_note = $1', [note])
  await read(first, 'attention')
  expect(await page.locator('main').textContent()).toContain(note)
  await page.locator('.wide', { hasText: /group/ }).waitFor()
  await look('attention, with a group')
  await client.query('update price set scan_note = null')
  await later(page)
  await read(first, 'already')
  const rest = page.locator('.wide', { hasText: /group/ })
  await rest.waitFor()
  await look('already scanned, with a group')
  await rest.click()
  await page.locator('.wide', { hasText: /Not now|Pas maintenant/ }).waitFor()
  await look('already scanned, the rest asked about')
  await read(foreign, 'refused')
  await look('refused')

  await cut(page)
  const sold = await insertTickets(client, hall, { count: 2 })
  const [asked = ''] = sold
  const soldCodes = await qrCodesOf(server, hall.slug, sold)
  await scanInto(page, soldCodes.get(asked) ?? '')
  await page.locator('.wide', { hasText: /Let in|Faire entrer/ }).waitFor()
  await look('ask the supervisor')
  await page.locator('.wide', { hasText: /Let in|Faire entrer/ }).click()
  await page.locator('.door[data-offline][data-sign=welcome]').waitFor()
  await look('welcome, offline')
  await mend(page)
})

/** Seen red with buttons that make room before the names do: the last row was cut. */
it.each([
  ['en', 320, 568],
  ['fr', 320, 568],
  ['de', 320, 568],
  ['es', 320, 568],
  ['de', 360, 640],
  ['de', 390, 844],
] as const)('shows a whole group beside the picture of the camera: %s, %i by %i', async (locale, width, height) => {
  const token = await here.token(`Group ${locale} ${width}`, '--gate', 'North')
  const { page } = await here.pairedBy(filming, token, { width, locale })
  await page.setViewportSize({ width, height })
  await atTheEvent(page, 'The Hall live')
  await page.locator('.wide').click()
  await page.locator('.viewfinder video').waitFor()
  const groups = [await insertTickets(client, hall, { count: 16 }), await insertTickets(client, hall, { count: 16 })]
  await client.query("update ticket set last_name = 'Lovelace-' || left(id::text, 4) where id = any($1)", [groups[0]])
  await refresh(page)
  const codes = await qrCodesOf(server, hall.slug, groups.flat())
  const read = async (id: string, sign: string) => {
    await scanInto(page, codes.get(id) ?? id)
    await page.locator(`.door[data-sign=${sign}] h1`).waitFor()
    expect(await page.locator('.viewfinder').isVisible()).toBe(true)
  }
  for (const [[first = ''] = [], name] of [
    [groups[0], 'group'],
    [groups[1], 'group, offline'],
  ] as const) {
    if (name === 'group, offline') await cut(page)
    await read(first, 'welcome')
    expect(await misplacedIn(page), `${name}, the first`).toEqual([])
    await page.locator('.wide').first().click()
    await page.locator('h1').getByText(/^15 /).waitFor()
    expect(await page.locator('.viewfinder').isVisible()).toBe(true)
    expect(await cutOff(page), name).toEqual([])
    expect(await misplacedIn(page), name).toEqual([])
  }
  await mend(page)
})

/** Seen red with the distances of a larger screen: in German the row ended below it. */
it.each(['fr', 'de'] as const)('cuts no row of buttons of a supervisor’s phone at 360 by 640: %s', async (locale) => {
  const elsewhere = await insertEvent(client, hall.tenantId, { name: `Orchestre des Pas Perdus ${locale}` })
  const token = await here.token(`Entrance ${locale}`, '--supervisor')
  const { page } = await here.pairedBy(browser, token, { width: 360, locale })
  await page.setViewportSize({ width: 360, height: 640 })
  await atTheEvent(page, 'The Hall live')
  await untilListed(page)
  const [first = ''] = await insertTickets(client, hall, { count: 3 })
  const [foreign = ''] = await insertTickets(client, hall, { eventId: elsewhere })
  const codes = await qrCodesOf(server, hall.slug, [first, foreign])
  // The search comes after the door is open.
  await expect.poll(() => page.locator('.door nav .button').count()).toBe(3)
  for (const [id, sign] of [
    [first, 'welcome'],
    [first, 'already'],
    [foreign, 'refused'],
  ] as const) {
    await later(page)
    await scanInto(page, codes.get(id) ?? '')
    await page.locator(`.door[data-sign=${sign}] h1`).waitFor()
    expect([sign, await cutOff(page)]).toEqual([sign, []])
  }
})

/** Seen red with a list that pushed it out of the screen, as far as it was long. */
it.each([
  ['fr', 390, 664],
  ['fr', 360, 640],
  ['en', 390, 844],
  ['fr', 664, 390],
] as const)('has the way back in sight beside a long list: %s, %i by %i', async (locale, width, height) => {
  const [first = ''] = await insertTickets(client, hall, { count: 20 })
  const { rows } = await client.query('select reservation_id from ticket where id = $1', [first])
  const booking = String(rows[0]?.['reservation_id'])
  const token = await here.token(`Back ${width} ${height}`, '--supervisor')
  const { page } = await here.pairedBy(browser, token, { width, locale })
  await page.setViewportSize({ width, height })
  await atTheEvent(page, 'The Hall live')
  await page.getByRole('button', { name: /^(Search|Chercher)$/ }).click()
  await page.keyboard.type(booking.replaceAll('-', '').slice(-10))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.rows > li').count()).toBe(20)
  const back = page.getByRole('button', { name: /^(Back to the door|Retour à l’entrée)$/ })
  const edges = await back.evaluate((button) => {
    const { top, bottom, left, right } = button.getBoundingClientRect()
    const middle = (left + right) / 2
    return [top + 2, bottom - 2].map((y) => document.elementFromPoint(middle, y) === button)
  })
  expect(edges).toEqual([true, true])
})
