import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { startBrowser } from '../harness/browser.ts'
import { originOf } from '../harness/sign-in.ts'
import { serve } from '../harness/two-tenants.ts'

/** The creation form in a browser: while it is typed, pasted into, and without script. The clock is the page's own. */
const browser = await startBrowser()
afterAll(() => browser.close())
const { server } = await serve({}, async ({ server, client }) => {
  for (const organisation of ['Le Bikini', 'Le Rex'])
    await server.cli('tenant', 'create', '--organisation', organisation, '--category', 'S', '--email', 'ada@hall.test')
  return { server, client }
})

const checks = '/tenant/new/address/'
const answer = (page: Page) => page.locator('form p[role=status]')

/** The form on a phone, with what it asks the server while somebody types. */
async function open(query = '', locale: 'en' | 'fr' = 'en') {
  const { page, complaints } = await browser.open({ width: 390, locale })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === checks) asked.push(decodeURIComponent(search))
  })
  await page.clock.install({ time: '2026-01-01T12:00:00Z' })
  await page.goto(`${originOf(server, 'meta')}/tenant/new/${query}`)
  // From here on no time passes but what is let pass.
  await page.clock.pauseAt('2026-01-01T13:00:00Z')
  return { page, complaints, asked }
}

const slug = (page: Page) => page.locator('[name=slug]')
/** Longer than the pause after which the server is asked. */
const pause = (page: Page) => page.clock.runFor(1000)

describe('an address is looked at while it is typed', () => {
  /** Seen red with the timer left to run at each key, and with the question asked again that was just answered. */
  it('with one question for a word that is typed slowly, said politely, and none twice in a row', async () => {
    const { page, asked, complaints } = await open()
    // There from the beginning, or a screen reader would not tell what comes into it.
    expect(await answer(page).textContent()).toBe('')
    for (const letter of 'le-bikini') {
      await slug(page).pressSequentially(letter)
      await page.clock.runFor(300)
    }
    await pause(page)
    await expect.poll(() => answer(page).textContent()).toBe('le-bikini is taken. Choose another address.')
    await slug(page).pressSequentially('x')
    await slug(page).press('Backspace')
    await pause(page)
    expect(asked).toEqual(['?slug=le-bikini'])
    await slug(page).fill('le-zenith')
    await pause(page)
    await expect.poll(() => answer(page).textContent()).toContain('Available: your pages will be at http://le-zenith.')
    // The name makes the address as long as none is typed.
    await page.locator('[name=organisation]').fill('Something else')
    await pause(page)
    await slug(page).fill('')
    await pause(page)
    await expect.poll(() => answer(page).textContent()).toContain('http://something-else.')
    expect(asked).toEqual(['?slug=le-bikini', '?slug=le-zenith', '?name=Something+else'])
    await slug(page).fill('le-rex')
    await pause(page)
    await expect.poll(() => answer(page).textContent()).toContain('le-rex is taken')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  /** Seen red with the answer left as it was: it stands beside another address than it is about. */
  it('and nothing is said while the server cannot be asked, or has had enough', async () => {
    const { page } = await open('?name=Le%20Rex', 'fr')
    await expect.poll(() => answer(page).textContent()).toContain('le-rex est déjà prise')
    await page.route(`**${checks}*`, (route) => route.fulfill({ status: 429, body: '' }))
    await slug(page).fill('le-zenith')
    await pause(page)
    await expect.poll(() => answer(page).textContent()).toBe('')
    await page.unroute(`**${checks}*`)
    await page.route(`**${checks}*`, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await slug(page).fill('le-bikini')
    await pause(page)
    await failed
    await page.unroute(`**${checks}*`)
    // The same address again, once the server answers.
    await slug(page).press('Backspace')
    await slug(page).pressSequentially('i')
    await pause(page)
    await expect.poll(() => answer(page).textContent()).toContain('le-bikini est déjà prise')
    await page.context().close()
  })
})

describe('the creation form', () => {
  it('is prefilled but for the second address, into which the first may be pasted', async () => {
    const { page, complaints } = await open('?name=Caf%C3%A9%20%26%20Cie&email=lou%2Bx%40cafe.test')
    const value = (name: string) => page.locator(`[name=${name}]`).inputValue()
    expect([await value('organisation'), await value('email'), await value('email_again')]).toEqual([
      'Café & Cie',
      'lou+x@cafe.test',
      '',
    ])
    await page.locator('[name=email]').press('ControlOrMeta+a')
    await page.locator('[name=email]').press('ControlOrMeta+c')
    await page.locator('[name=email_again]').press('ControlOrMeta+v')
    expect(await value('email_again')).toBe('lou+x@cafe.test')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('is complete without script: a button says whether the address is free, and so does the answer', async () => {
    const { page } = await open()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(`${originOf(server, 'meta')}/tenant/new/`)
    const email = visitor()
    const fill = async (fields: Record<string, string>) => {
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
    }
    await fill({ organisation: 'Le Rex', city: 'Paris', email, email_again: email })
    // The whole of a choice is pressed, its picture too.
    await page.locator('label:has([value=project]) svg').click()
    await page.getByRole('button', { name: 'Check availability' }).click()
    await expect.poll(() => answer(page).textContent()).toContain('le-rex is taken')
    expect(await page.locator('[value=project]').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Send me the code' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'le-rex is taken' }).click()
    expect(await slug(page).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    await fill({ slug: 'le-rex-on-tour' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
    await page.context().close()
  })
})
