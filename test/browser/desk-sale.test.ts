import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/** The desk on a telephone: nothing is sold but by the button that says how it is paid, and for no sum that nobody saw. */
let server: TestServer
let browser: TestBrowser
let at: string
let cookie: string

beforeAll(async () => {
  server = await startServer()
  browser = await startBrowser()
  const hall = await openBoxOffice(server, 'La Verrière')
  const full = await hall.price('B', { name: 'Plein tarif', prix: 22 })
  const gift = await hall.price('B', { name: 'Prix libre', prix: 5, free_price: true })
  await hall.create('promotional-codes', { code: 'AMIS', discount_rate: 20 })
  const event = await hall.event([full.product, gift.product])
  at = `${originOf(server, hall.slug)}/admin/sale/?event=${event}`
  const friend = await hall.price('A', { name: 'Ami', prix: 12, subscription_type: 'Y' })
  await hall.price('A', { name: 'Soutien', prix: 5, free_price: true })
  await hall.create('promotional-codes', { code: 'PORT', discount_rate: 25, products: [friend.product] })
  cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function atDesk(javaScriptEnabled: boolean, url = at): Promise<Page> {
  const { page } = await browser.open({ width: 390, locale: 'fr', javaScriptEnabled })
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url }])
  await page.goto(url)
  return page
}

const total = async (page: Page) => ((await page.locator('.total').textContent()) ?? '').replace(/\s+/g, ' ').trim()
const pay = (page: Page, how: string) => page.getByRole('button', { name: how, exact: true }).click()
const places = (page: Page, count: string) => page.getByLabel(/Plein tarif/).fill(count)

async function typeCode(page: Page): Promise<void> {
  await page.getByText('Code promotionnel').first().click()
  await page.getByLabel('Code promotionnel').fill('amis')
}

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  /** Seen red with "Cash" as the first button that sends. */
  it.each(['email', 'first_name', 'promotional_code', 'qty'])(
    'the Enter key in %s shows the total, and sells nothing',
    async (field) => {
      const page = await atDesk(javaScriptEnabled)
      await places(page, '2')
      for (const folded of await page.locator('details > summary').all()) await folded.click()
      await page.locator(`[name=${field}]`).first().press('Enter')
      await page.waitForURL(/\/admin\/sale\/$/)
      await expect.poll(() => page.locator('[name=seen]').getAttribute('value')).toBe('4400')
      await expect.poll(() => total(page)).toBe('2 places 44,00 €')
      expect(await page.getByText('Vendu').count()).toBe(0)
      await page.context().close()
    },
  )

  it('the sum with a code is seen before it is paid, and is what is paid', async () => {
    const page = await atDesk(javaScriptEnabled)
    await places(page, '2')
    await typeCode(page)
    if (javaScriptEnabled) expect(await total(page)).toBe('2 places 44,00 € sans le code')
    await pay(page, 'Carte')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('Rien n’est encore vendu')
    await expect.poll(() => total(page)).toBe('2 places · 8,80 € de moins avec le code 35,20 €')
    await pay(page, 'Carte')
    await page.getByText('Vendu').waitFor()
    expect(await page.getByRole('status').first().textContent()).toMatch(/35,20/)
    await page.context().close()
  })
})

/** Seen red with the total left as it was. */
it('the total stays until something is changed', async () => {
  const page = await atDesk(true)
  await places(page, '2')
  await typeCode(page)
  await pay(page, 'Vérifier le total')
  await expect.poll(() => total(page)).toBe('2 places · 8,80 € de moins avec le code 35,20 €')
  await places(page, '3')
  expect(await total(page)).toBe('3 places 66,00 € sans le code')
  await places(page, '2')
  expect(await total(page)).toBe('2 places · 8,80 € de moins avec le code 35,20 €')
  await page.getByLabel('Code promotionnel').fill('')
  expect(await total(page)).toBe('2 places 44,00 €')
  await page.context().close()
})

describe('a membership', () => {
  const open = (javaScriptEnabled: boolean) => atDesk(javaScriptEnabled, new URL('/admin/members/new/', at).href)
  const choose = async (page: Page, name: string) => {
    const option = page.locator('#price option', { hasText: name })
    await page.locator('#price').selectOption((await option.getAttribute('value')) ?? '')
  }

  /** Seen red without the options of the choice among what is counted: nothing is ever chosen. */
  it('says what it costs while it is chosen, with the amount that somebody gives', async () => {
    const page = await open(true)
    await expect.poll(() => total(page)).toBe('Aucune adhésion choisie')
    await choose(page, 'Ami')
    await expect.poll(() => total(page)).toBe('1 adhésion 12,00 €')
    await choose(page, 'Soutien')
    await expect.poll(() => total(page)).toBe('1 adhésion 5,00 €')
    await page.getByLabel(/Montant/).fill('7,50')
    await expect.poll(() => total(page)).toBe('1 adhésion 7,50 €')
    await page.locator('#email').fill('grace@example.org')
    await pay(page, 'Espèces')
    await page.waitForURL(/done=granted/)
  })

  it.each([true, false])('takes what the code leaves, once that was seen; with script: %s', async (hasScript) => {
    const page = await open(hasScript)
    await choose(page, 'Ami')
    await page.locator('#email').fill(`code-${hasScript}@example.org`)
    await page.getByText('Code promotionnel').first().click()
    await page.getByLabel('Code promotionnel').fill('port')
    if (hasScript) await expect.poll(() => total(page)).toBe('1 adhésion 12,00 € sans le code')
    await page.locator('#promotional_code').press('Enter')
    await expect.poll(() => total(page)).toBe('1 adhésion · 3,00 € de moins avec le code 9,00 €')
    await pay(page, 'Carte')
    await page.waitForURL(/done=granted/)
  })
})
