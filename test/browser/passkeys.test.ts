import { mkdirSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'

/** A sign-in with a passkey, as a real browser makes and shows one: by an authenticator of Chromium's own (ADR 0240). */
let server: TestServer
let browser: TestBrowser

beforeAll(async () => {
  server = await startServer({ environment: { SECOND_FACTOR: 'required' } })
  browser = await startBrowser()
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const shots = process.env['SHOTS']
const shot = async (page: Page, name: string) => {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

async function withAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

async function signInByMail(page: Page): Promise<void> {
  const { url } = await server.cli('sign-in-link', '--email', 'sue@server.test', '--tenant', 'root')
  await page.goto(String(url))
  await page.locator('main form button').click()
}

// Seen red with a script that sends no answer.
it.each([
  { locale: 'en', words: ['Add a passkey', 'I have saved them; continue', 'Use my passkey'] },
  { locale: 'fr', words: ['Ajouter une clé d’accès', 'Je les ai notés ; continuer', 'Utiliser ma clé d’accès'] },
] as const)(
  'is led to make a passkey after the mail, and shows it at the next sign-in, in $locale',
  async ({ locale, words: [add, goOn, use] }) => {
    const { page, complaints } = await browser.open({ width: 390, locale })
    await withAuthenticator(page)
    await signInByMail(page)
    await page.waitForURL('**/account/passkeys/?next=%2Fadmin%2F')
    await shot(page, `${locale}-make`)
    await page.getByRole('button', { name: add }).click()
    await page.getByRole('link', { name: goOn }).waitFor()
    expect(await page.locator('main code').count()).toBe(10)
    const code = (await page.locator('main code').first().textContent()) ?? ''
    await shot(page, `${locale}-codes`)
    await page.getByRole('link', { name: goOn }).click()
    await page.waitForURL('**/admin/')
    await page.goto(`${originOf(server, '')}/account/passkeys/`)
    await shot(page, `${locale}-list`)

    await page.context().clearCookies()
    await signInByMail(page)
    await page.waitForURL('**/sign-in/passkey/?next=%2Fadmin%2F')
    await shot(page, `${locale}-ask`)
    await page.getByRole('button', { name: use }).click()
    await page.waitForURL('**/admin/')
    expect(await page.locator('h1').count()).toBe(1)

    await page.context().clearCookies()
    await signInByMail(page)
    await page.locator('summary:has(~ form [name=code])').click()
    await page.locator('[name=code]').fill(code)
    await shot(page, `${locale}-code`)
    await page.locator('[name=code]').press('Enter')
    await page.waitForURL('**/admin/')
    expect(complaints).toEqual([])
    await page.context().close()
    await server.cli('passkey', 'reset', '--email', 'sue@server.test')
  },
)

// Seen red without the words of the form.
it.each(['en', 'fr'] as const)(
  'says what to do where the browser cannot, and where nothing comes of it, in %s',
  async (locale) => {
    const without = await browser.open({ width: 390, locale, javaScriptEnabled: false })
    await signInByMail(without.page)
    await without.page.waitForURL('**/account/passkeys/?next=%2Fadmin%2F')
    expect(await without.page.locator('noscript').textContent()).toMatch(/https:\/\//)
    expect(await without.page.locator('main').textContent()).toContain('SECOND_FACTOR=optional')
    await shot(without.page, `${locale}-without-script`)
    await without.page.context().close()

    const { page } = await browser.open({ width: 390, locale })
    const session = await withAuthenticator(page)
    await signInByMail(page)
    await page.waitForURL('**/account/passkeys/?next=%2Fadmin%2F')
    await session.send('WebAuthn.disable')
    await page.evaluate(() => {
      navigator.credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await page.locator('form[data-passkey] button').click()
    await page.locator('[data-passkey-failed]').waitFor()
    expect(await page.locator('form[data-passkey] button').isEnabled()).toBe(true)
    await shot(page, `${locale}-failed`)
    await page.context().close()
  },
)
