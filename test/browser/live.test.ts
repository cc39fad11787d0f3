import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { scanningAt } from '../harness/scanning.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** The page of tonight in a browser that is left open on the desk. */
const doors = await twoDoors()
const { server, hall, phone } = doors
const { ticket, scan } = scanningAt(doors)
let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.close())

/** Seen red with tables that close when the figures change. */
it('counts who comes in by itself, and leaves open what was opened', async () => {
  const { page, complaints } = await browser.open({ width: 390, locale: 'fr' })
  const url = `http://${hall.slug}.localhost:${server.port}/admin/`
  const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await page.context().addCookies([{ name, value, url }])
  const [first, second] = [await ticket(), await ticket()]
  await scan({ qrcode_data: first.qr }, { key: phone.key })
  await page.goto(url)
  const inside = page.locator('.tile', { hasText: 'Présents' }).locator('b').first()
  const before = Number(await inside.textContent())
  await page.getByText('Ces chiffres se mettent à jour tout seuls.').waitFor()
  const table = page
    .locator('details')
    .filter({ has: page.getByText('tableau') })
    .first()
  await table.locator('summary').click()
  await page.locator('h1').click()
  await scan({ qrcode_data: second.qr }, { key: phone.key })
  await expect.poll(async () => Number(await inside.textContent())).toBe(before + 1)
  expect(await table.getAttribute('open')).not.toBeNull()
  expect(complaints).toEqual([])
})
