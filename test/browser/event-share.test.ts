import { expect, it } from 'vitest'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** The button that hands the page of an event on. */
const { server, browser, hall } = await openVisitedOffice('The Hall')

async function night(name: string): Promise<string> {
  const { product } = await hall.price('B')
  const event = await hall.event([product], { name })
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  return `${originOf(server, hall.slug)}/events/${slug}/`
}

/** What the page of the test notes of the browser's sharing. */
type Sharing = { readonly shared?: unknown }

/** Seen red with the address that the visitor came by. */
it('asks the browser to share it, without what a newsletter added, and bears that somebody changes their mind', async () => {
  const { page, complaints } = await browser.open({ width: 390, locale: 'fr' })
  await page.addInitScript(() => {
    const share = async (given: unknown) => {
      Object.assign(globalThis, { shared: given })
      throw new DOMException('changed their mind', 'AbortError')
    }
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  })
  const url = await night('La fanfare')
  await page.goto(`${url}?utm_source=letter`)
  await page.getByRole('button', { name: 'Partager' }).click()
  await expect.poll(() => page.evaluate(() => (globalThis as Sharing).shared)).toMatchObject({ url })
  expect(await page.getByText('Lien copié.').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Seen red without saying it. */
it('copies the address where the browser shares nothing, and says so', async () => {
  const { page, complaints } = await browser.open({ width: 1200, locale: 'en' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  const url = await night('The brass band')
  await page.goto(url)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('Link copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Seen red with a refusal that nobody caught. */
it('shows the address where the browser does not let it be copied', async () => {
  const { page, complaints } = await browser.open({ width: 390, locale: 'en' })
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    navigator.clipboard.writeText = async () => {
      throw new DOMException('not allowed', 'NotAllowedError')
    }
  })
  const url = await night('The locked organ')
  await page.goto(url)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText(url, { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Seen red without `hidden`. */
it('is not there without script', async () => {
  const { page } = await browser.open({ width: 390, locale: 'en', javaScriptEnabled: false })
  await page.goto(await night('The quiet night'))
  await page.getByRole('heading', { name: 'The quiet night' }).waitFor()
  expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0)
  await page.context().close()
})

/** Seen red with the button that is not among the ways on, and with the way to the address shown beside it. */
it('is among the ways on of the overview, and the way to the address without script', async () => {
  const url = await night('The ways on')
  const events: { name: string; uuid: string }[] = (await hall.get('/api/events/')).json
  const { uuid } = events.find((event) => event.name === 'The ways on') ?? { uuid: '' }
  const [name = '', value = ''] = (await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')).split('=')
  for (const javaScriptEnabled of [true, false]) {
    const { page, complaints } = await browser.open({ width: 390, locale: 'en', javaScriptEnabled })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.context().addCookies([{ name, value, url: originOf(server, hall.slug) }])
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await page.goto(`${originOf(server, hall.slug)}/admin/events/${uuid}/`)
    const ways = page.getByRole('list').filter({ has: page.getByRole('link', { name: 'See its public page' }) })
    const [button, link] = [
      ways.getByRole('button', { name: 'Share', exact: true }),
      ways.getByRole('link', { name: 'Share', exact: true }),
    ]
    expect(await button.isVisible()).toBe(javaScriptEnabled)
    expect(await link.isVisible()).toBe(!javaScriptEnabled)
    if (javaScriptEnabled) {
      await button.click()
      await ways.getByText('Copied').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    } else {
      await link.click()
      expect(await page.getByRole('textbox', { name: 'Address of the public page' }).inputValue()).toBe(url)
    }
    expect(complaints).toEqual([])
    await page.context().close()
  }
})
