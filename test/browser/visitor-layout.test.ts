import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenWordsOf, expectFits } from '../harness/accessible.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import { startBrowser, type TestBrowser } from '../harness/browser.ts'
import { type PictureServer, startPictureServer } from '../harness/picture-server.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'

/** How much of a screen the visitors' pages take, and what of them stays in sight. */
let pictures: PictureServer
let server: TestServer
let browser: TestBrowser
let at: string
let event: string

const today = new Date()
/** A day of the next month, whose days all lie ahead. */
const evening = (day: number) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, day, 19))
const nights = 28

beforeAll(async () => {
  pictures = await startPictureServer()
  server = await startServer({ environment: { FETCH_ALLOW: pictures.host } })
  browser = await startBrowser()
  const hall = await openBoxOffice(server, 'La Verrière')
  const seats = [await hall.price('B', { name: 'Plein tarif' }), await hall.price('B', { name: 'Tarif réduit' })]
  const poster = await hall.price('T', { name: 'L’affiche' })
  await hall.price('A', { name: 'Carte d’adhérent', subscription_type: 'Y' })
  const products = [...seats, poster].map(({ product }) => product)
  const options = [await hall.create('optionticket', { name: 'Repas végétarien' })]
  const pictured = { name: 'Bal des Verriers', options, img_url: pictures.url('/picture.png') }
  const { slug } = (await hall.get(`/api/events/${await hall.event(products, pictured)}/`)).json
  for (let day = 1; day <= nights; day += 1) {
    const night = { name: `Hélène Farrand Quartet, soirée ${day}`, datetime: evening(day).toISOString() }
    await hall.event(products, { ...night, img_url: pictures.url('/picture.png') })
  }
  at = originOf(server, hall.slug)
  event = `/events/${slug}/`
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await pictures?.stop()
})

async function open(path: string, width: number, height: number): Promise<Page> {
  const { page } = await browser.open({ width, locale: 'fr' })
  await page.setViewportSize({ width, height })
  await page.goto(at + path)
  return page
}

/**
 * A full month, with what is around it, takes six screens of a phone at most: a stroke for each five evenings. Seen red with the picture
 * above each evening of the list, and with days of the month as high as on a desk.
 */
it.each([['the list', '/'] as const, ['the month', `/?month=${evening(1).toISOString().slice(0, 7)}`] as const])(
  'a full month is gone through on a phone with a few strokes: %s',
  async (_, path) => {
    const screen = 844
    const page = await open(path, 390, screen)
    expect(await page.getByRole('link', { name: /soirée/ }).count()).toBe(nights)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThan(6 * screen)
    await page.context().close()
  },
)

/** Seen red without `position: sticky`. */
it('the picture of an event stays in sight on a desk, beside the form', async () => {
  const height = 760
  const page = await open(event, 1280, height)
  await page.getByRole('button', { name: 'Réserver', exact: true }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(height / 2)
  const picture = await page.locator('.event > picture').boundingBox()
  expect(picture?.y).toBeGreaterThanOrEqual(0)
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(height)
  await page.context().close()
})

/** Seen red with the scripts asked for at once, and with a template that is left where it is. */
it('the scripts of an event’s page wait for its picture, and have run once the page is loaded', async () => {
  const { page } = await browser.open({ width: 390, locale: 'fr' })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const shown = Promise.withResolvers<void>()
  await page.route('**/media/**', (route) => shown.promise.then(() => route.continue()))
  const read = page.waitForEvent('domcontentloaded')
  const loaded = page.goto(at + event)
  await read
  expect(scripts).toHaveLength(1)
  shown.resolve()
  await loaded
  expect(scripts).toHaveLength(4)
  expect(await page.getByRole('button', { name: 'Partager' }).isVisible()).toBe(true)
  expect(await page.locator('.total').isVisible()).toBe(true)
  await page.context().close()
})

/** Lists texts that are cut: by what they stand in, or by the edge of the page. */
function cutTextsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isSeen = (box: Element) => box.checkVisibility() && box.clientWidth > 1
    const isCut = (box: Element) =>
      /hidden|clip/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1
    const leaves = ({ left, right }: DOMRect) => left < 0 || right > document.documentElement.clientWidth + 1
    const texts = [...document.querySelectorAll('body *')].filter((box) => isSeen(box) && box.textContent?.trim())
    return texts
      .filter((box) => isCut(box) || (box.closest('.skip') === null && leaves(box.getBoundingClientRect())))
      .map((box) => `${box.tagName}.${box.className} ${box.textContent?.slice(0, 40)}`)
  })
}

/** As WCAG 1.4.4 asks. Seen red with a panel of 44rem at least, at both. */
it.each([
  ['zoomed to 200 %', 640, '100%'],
  ['with text of 200 %', 1280, '200%'],
] as const)('nothing is cut and nothing scrolls sideways, %s', async (_, width, text) => {
  for (const path of ['/', event, `${event}waiting-list/`, '/membership/', '/legal/', '/sign-in/', `/embed${event}`]) {
    const page = await open(path, width, 400)
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, text)
    await expectFits(page, path)
    expect(await brokenWordsOf(page), path).toEqual([])
    expect(await cutTextsOf(page), path).toEqual([])
    await page.context().close()
  }
})
