import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/** A session that ends while a form is filled in, as somebody meets it, with and without script. */
let server: TestServer
let browser: TestBrowser
let hall: BoxOffice

beforeAll(async () => {
  server = await startServer()
  hall = await openBoxOffice(server, 'The Hall')
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

it.each([true, false])('keeps what was typed until it is sent again, script: %s', async (javaScriptEnabled) => {
  const { page } = await browser.open({ width: 390, locale: 'fr', javaScriptEnabled })
  const url = `${originOf(server, hall.slug)}/admin/artists/new/?like=x`
  const name = `Chœur "des" <quais> ${javaScriptEnabled}`
  const signInHere = async () => {
    const cookie = (await signIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
    await page.context().addCookies([{ name: cookie[0] ?? '', value: cookie[1] ?? '', url: new URL('/', url).href }])
  }
  await signInHere()
  await page.goto(url)
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=long_description]').fill('Une ligne\n\nune autre')
  await page.context().clearCookies()
  await page.locator('[name=name]').press('Enter')
  await page.getByRole('heading', { name: 'Votre session est terminée' }).waitFor()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Se connecter, dans un nouvel onglet' }).click()
  const beside = await opened
  await beside.locator('[name=email]').waitFor()
  expect(await beside.locator('[name=next]').inputValue()).toBe('/admin/artists/new/?like=x')
  await signInHere()
  await page.getByRole('button', { name: 'Envoyer à nouveau' }).click()
  await page.waitForURL(/admin\/artists\/[0-9a-f-]{36}\//)
  expect(await page.locator('[name=name]').inputValue()).toBe(name)
  expect(await page.locator('[name=long_description]').inputValue()).toBe('Une ligne\n\nune autre')
  await page.context().close()
})
