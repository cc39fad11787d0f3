import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { scanningAt } from '../harness/scanning.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** The page of tonight in a browser that is left open on the desk. */
const doors = await twoDoors()
const { server, client, hall, phone } = doors
const { ticket, scan } = scanningAt(doors)
let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.close())

async function open(locale: 'en' | 'fr') {
  const { page, complaints } = await browser.open({ width: 390, locale })
  const url = `http://${hall.slug}.localhost:${server.port}/admin/`
  const [name = '', value = ''] = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  await page.context().addCookies([{ name, value, url }])
  const inside = page
    .locator('.tile', { hasText: /Présents|Inside/ })
    .locator('b')
    .first()
  return { page, complaints, url, inside, countInside: async () => Number(await inside.textContent()) }
}

/** Seen red with tables that close when the figures change. */
it('counts who comes in by itself, and leaves open what was opened', async () => {
  const { page, complaints, url, countInside } = await open('fr')
  const [first, second] = [await ticket(), await ticket()]
  await scan({ qrcode_data: first.qr }, { key: phone.key })
  await page.goto(url)
  const before = await countInside()
  await page.getByText('Ces chiffres se mettent à jour tout seuls.').waitFor()
  const table = page
    .locator('details')
    .filter({ has: page.getByText('tableau') })
    .first()
  await table.locator('summary').click()
  await page.locator('h1').click()
  await scan({ qrcode_data: second.qr }, { key: phone.key })
  await expect.poll(countInside).toBe(before + 1)
  expect(await table.getAttribute('open')).not.toBeNull()
  // What waits is there by itself too, and is said once: whoever comes in is not.
  const status = page.locator('main [role=status][data-live-status]')
  expect(await status.textContent()).toBe('')
  await client.query(
    `with made as (
       insert into event (tenant_id, id, slug, name, starts_at, published, capacity, created_at, updated_at)
       values ($1, gen_random_uuid(), 'soon', 'Bientôt', now() + interval '9 days', true, 20, now(), now()) returning tenant_id, id)
     insert into event_counter (tenant_id, event_id, held) select tenant_id, id, 19 from made`,
    [hall.tenantId],
  )
  await page.locator('a', { hasText: 'Bientôt' }).waitFor()
  await expect.poll(() => status.textContent()).toMatch(/^À faire\s:\s1\. Entrées hors ligne à vérifier\s:\s0\.$/)
  expect(complaints).toEqual([])
})

/** Seen red without the second look at the focus: the link was made again under the finger, and Enter led nowhere. */
it('leaves a link to whoever came to it while the new figures were on their way', async () => {
  const { page, url, countInside } = await open('en')
  const one = await ticket()
  await page.goto(url)
  await page.locator('[data-live-note]').waitFor()
  const before = await countInside()
  const release = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    isAsked.resolve()
    await release.promise
    await route.continue()
  })
  await scan({ qrcode_data: one.qr }, { key: phone.key })
  await isAsked.promise
  const link = page.locator('[data-live] a').first()
  const there = await link.getAttribute('href')
  await link.focus()
  const answered = page.waitForResponse(url)
  release.resolve()
  await (await answered).finished()
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(there)
  await page.locator('h1').click()
  await expect.poll(countInside).toBe(before + 1)
})
