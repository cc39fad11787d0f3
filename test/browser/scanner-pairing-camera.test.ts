import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../harness/accessible.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { codeBefore, held, openFakeCamera } from '../harness/fake-camera.ts'
import { scannerAt, waitLonger } from '../harness/scanner.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** An installed scanner knows no other way to a pairing code than its own camera: a link opens the browser beside it. */
const { server, hall, other } = await twoDoors()
const here = scannerAt(server, hall.slug)
const elsewhere = scannerAt(server, other.slug)
const camera = await openFakeCamera()
let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser(camera.words())
})
afterAll(async () => {
  await browser?.close()
  await camera.close()
})

const link = (office: typeof here, token: string) => `${office.origin}/scan/${token}/pair`

async function filming(code: string) {
  await camera.film([await held(await codeBefore(code)), 5])
  const opened = await browser.open({ width: 390, locale: 'en', colorScheme: 'dark' })
  await waitLonger(opened.page)
  const asked: string[] = []
  opened.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/pair')) asked.push(pathname)
  })
  await opened.page.goto(`${here.origin}/scanner/`)
  await opened.page.getByRole('button', { name: 'Scan with the camera' }).click()
  return { ...opened, asked }
}

it('is paired by the code of its device, and comes to its door', async () => {
  const { page, complaints } = await filming(link(here, await here.token('Filmed')))
  await page.locator('.door').waitFor()
  expect(complaints).toEqual([])
})

/** Seen red with a camera that goes on: the same code was asked about again and again. */
it('says why a code is refused, asks about it once, and takes the next press', async () => {
  const token = await here.token('Used')
  const first = await here.pairedBy(browser, token)
  await first.page.locator('.door').waitFor()
  const { page, asked } = await filming(link(here, token))
  await page.getByText(/^Not paired\. /).waitFor()
  await expectAccessible(page, 'a code that is used')
  const again = page.getByRole('button', { name: 'Scan with the camera', pressed: false })
  await again.click()
  await page.getByText(/^Not paired\. /).waitFor()
  await again.waitFor()
  expect(asked).toHaveLength(2)
})

it('says whose a code of another organisation is, and goes on looking', async () => {
  const { page, asked } = await filming(link(elsewhere, await elsewhere.token('Theirs')))
  await page.getByText(`This link is for ${new URL(elsewhere.origin).host}. Open it there.`).waitFor()
  await expectAccessible(page, 'the camera of the pairing')
  expect(await page.locator('.screen .viewfinder').isVisible()).toBe(true)
  expect(asked).toEqual([])
})
