import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { insertEvent, insertTickets, qrCodesOf } from '../harness/door.ts'
import { openScannerDoors } from '../harness/scanner-doors.ts'
import { cut, later, lists, mend, notNow, scanInto, untilKept, waitLonger } from '../harness/scanner.ts'

/** Each state of the scanner, looked at: by axe, for what is too wide, and for what a thumb in a glove would miss. */
const { server, client, hall, here, browser } = await openScannerDoors()
const long = 'Grande-porte-du-côté-de-la-rivière-et-du-vieux-moulin'

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name)
  const small = await page
    .locator('button, input, select')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 56).map(({ outerHTML }) => outerHTML),
    )
  expect(small, name).toEqual([])
}

/** Seen red with a muted text that is too pale on the ground of a sign, and with buttons of 40 pixels. */
it.each([
  ['en', 390, 'dark'],
  ['fr', 320, 'light'],
] as const)('can be used by everybody: %s, %i px, %s', async (locale, width, colorScheme) => {
  const { page } = await browser.open({ width, locale, colorScheme })
  await waitLonger(page)
  await page.goto(`${here.origin}/scanner/`)
  await page.getByRole('heading').waitFor()
  await look(page, 'pairing')
  await page.getByRole('textbox').fill('x')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await look(page, 'pairing, unreadable')

  const another = await insertEvent(client, hall.tenantId, { name: `${long} ${locale}` })
  const token = await here.token(`${long} ${locale}`, '--supervisor', '--gate', long)
  // A device without a list knows nothing by itself: only so is there a question without an answer.
  await page.route(lists, notNow)
  await page.goto(`${here.origin}/scan/${token}/pair`)
  await expectAccessible(page, 'the way to the scanner')
  await page.getByRole('link', { name: /Pair this|Appairer/ }).click()
  await page.locator('.choice', { hasText: 'The Hall live' }).waitFor()
  await look(page, 'events')
  await page.locator('.choice', { hasText: 'The Hall live' }).click()
  await page.locator('.inside').getByText(/\d/).waitFor()
  await look(page, 'ready')

  const group = await insertTickets(client, hall, { count: 3 })
  const [elsewhere = ''] = await insertTickets(client, hall, { eventId: another })
  const [noted = '', unread = ''] = await insertTickets(client, hall, { count: 2 })
  await client.query('update ticket set first_name = $2 where id = $1', [noted, long])
  const codes = await qrCodesOf(server, hall.slug, [...group, elsewhere, noted, unread])
  const read = async (id: string, sign: string) => {
    await scanInto(page, codes.get(id) ?? id)
    await page.locator(`.door[data-sign=${sign}] h1`).waitFor()
    await look(page, sign)
  }
  const [first = '', second = ''] = group
  await read(first, 'welcome')
  await page.locator('.wide').first().click()
  await page.getByRole('heading', { name: /^2 / }).waitFor()
  await look(page, 'group')
  await read(second, 'already')
  await read(elsewhere, 'refused')
  await client.query(`update price set scan_note = '${long}'`)
  await read(noted, 'attention')
  await client.query('update price set scan_note = null')
  await page.route('**/scan/ticket/', (route) => route.abort())
  await read(unread, 'silence')
  await page.unroute('**/scan/ticket/')
  await page.unroute(lists)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => page.locator('.network').textContent()).toMatch(/under 1 min|moins d’1 min/)

  await cut(page)
  const readOffline = async (id: string, heading: RegExp, state: string) => {
    await scanInto(page, codes.get(id) ?? id)
    const said = page.locator('.door[data-offline]').getByRole('heading')
    await expect.poll(async () => (await said.allTextContents()).join(' ')).toMatch(heading)
    await look(page, state)
  }
  await readOffline(unread, /offline|hors ligne/, 'welcome, offline')
  const sold = await insertTickets(client, hall)
  const soldCodes = await qrCodesOf(server, hall.slug, sold)
  await readOffline(soldCodes.get(sold[0] ?? '') ?? '', /up to you|À vous/, 'ask the supervisor')
  // On a fast machine it would be the same reading as the one above.
  await later(page)
  await readOffline(second, /Already|Déjà/, 'already scanned, offline')
  await readOffline('nothing', /Refus/, 'refused, offline')
  await mend(page)
  await expect.poll(() => page.locator('.network').textContent()).toMatch(/\b0 (scans to send|scan à envoyer)/)

  const press = (name: RegExp) => page.locator('nav').getByRole('button', { name }).click()
  await press(/^Lock|^Bloquer/)
  await look(page, 'locking')
  const pin = page.locator('#pin')
  await pin.fill('12')
  await pin.press('Enter')
  await page.getByRole('alert').waitFor()
  await look(page, 'locking, too short')
  for (const field of [pin, page.locator('#pin-again')]) await field.fill('4711')
  await pin.press('Enter')
  await press(/^Unlock|^Débloquer/)
  await look(page, 'unlocking')
  await pin.fill('4712')
  await pin.press('Enter')
  await page.getByRole('alert').waitFor()
  await look(page, 'unlocking, wrong')
  await pin.fill('4711')
  await pin.press('Enter')
  await page.locator('.wide', { hasText: /Next|suivant/ }).click()
  await page.getByRole('switch').click()
  await look(page, 'ready to check')
  await read(first, 'information')
  await page.locator('button.inside').click()
  await look(page, 'people inside')
  await press(/Back|Retour/)
  await press(/Last|Derniers/)
  await look(page, 'last scans')
  await press(/Back|Retour/)
  await press(/Search|Chercher/)
  await look(page, 'search')
  await page.getByRole('searchbox').fill(first.replaceAll('-', '').slice(-10))
  await page.keyboard.press('Enter')
  await page.locator('.rows button').click()
  await look(page, 'undo')
  await server.cli('device', 'pairing-code', '--tenant', hall.slug, await deviceCalled(`${long} ${locale}`))
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /no longer|n’est plus/ }).waitFor()
  await look(page, 'revoked')
})

async function deviceCalled(name: string): Promise<string> {
  const { rows } = await client.query('select id from device where tenant_id = $1 and name = $2', [hall.tenantId, name])
  return String(rows[0].id)
}

/** Seen red with a field that refocuses when it loses the focus: Tab stayed in it. */
it('is used without a mouse, and a reader is heard wherever the focus is', async () => {
  const { page, complaints } = await here.pairedBy(browser, await here.token('Keys'), { locale: 'fr' })
  const chosen = page.getByRole('button', { name: /^The Hall live/ })
  await page.locator('.door').or(chosen).waitFor()
  if (await chosen.isVisible()) {
    await chosen.focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { name: 'Prêt' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  const stops: string[] = []
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab')
    stops.push(await focused())
  }
  expect(stops).toEqual(['Clavier', 'Envoyer', 'Derniers scans', 'Bloquer'])
  const [id = ''] = await insertTickets(client, hall)
  await scanInto(page, (await qrCodesOf(server, hall.slug, [id])).get(id) ?? '')
  await page.getByRole('heading', { name: 'Bienvenue' }).waitFor()
  expect(await page.locator('[aria-live=assertive]').textContent()).toMatch(/^Bienvenue\. Ada Lovelace\. /)
  expect(complaints).toEqual([])
})

/** Seen red without a worker: the browser has nothing to show. */
it('opens without network, says that the service is silent, and goes on when it is back', async () => {
  const { page } = await here.pairedBy(browser, await here.token('Cellar'))
  await page.locator('.door, .choice').first().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await untilKept(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.locator('.door, .choice').first().waitFor()
  // Paired in the second before the network went: nothing is known of the events yet.
  const [token, early] = [await here.token('Cellar, later'), await browser.open({ width: 390, locale: 'en' })]
  await waitLonger(early.page)
  await early.page.route('**/scan/events/', (route) => route.abort())
  await early.page.goto(`${here.origin}/scanner/#pair=${token}`)
  await early.page.getByText('The service is not responding. Check the network.').waitFor()
  await early.page.unroute('**/scan/events/')
  await early.page.getByRole('button', { name: 'Look again' }).click()
  await early.page.locator('.door, .choice').first().waitFor()
})
