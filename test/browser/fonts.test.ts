import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openVisitedOffice } from '../harness/visited-office.ts'

/** Of each font there is a small file, of the letters of our languages; what else is read is drawn by the whole ones (ADR 0104). */
const { server, browser, hall, addressOf } = await openVisitedOffice('The Hall')

type Face = { readonly family: string; readonly weight: string; readonly url: string; readonly range: string }

const { product } = await hall.price('B')
const plain = await addressOf(await hall.event([product], { name: 'La fanfare' }))

/** Opens a page, and tells which files of fonts it asked for. */
async function fontsOf(page: Page, address: string): Promise<readonly string[]> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.add(request.url())
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  // On a slow machine nothing may be under way for a while before the page is drawn, which asks for its fonts.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return [...asked]
}

/** The rules of the fonts of a page, those of a family one after the other: the whole file, its further letters, the small one. */
function facesOf(page: Page): Promise<readonly Face[]> {
  return page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style }) => ({
        family: style.getPropertyValue('font-family'),
        weight: style.getPropertyValue('font-weight'),
        url: new URL(/url\("([^"]+)"\)/.exec(style.getPropertyValue('src'))?.[1] ?? '', location.href).href,
        range: style.getPropertyValue('unicode-range'),
      })),
  )
}

function smallOf(faces: readonly Face[]): readonly Face[] {
  return faces.filter((_, place) => place % 3 === 2)
}

function lettersOf({ range }: Face): string {
  const spans = range.split(',').map((span) => span.trim().replace('U+', '').split('-'))
  const codes = spans.map(
    ([first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
  )
  return codes
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => first + place))
    .map((code) => String.fromCharCode(code))
    .join('')
}

/** Draws a text by one file; without one by what the machine has. */
async function drawn(page: Page, text: string, weight: number, face: Face | null): Promise<Buffer> {
  await page.evaluate(
    async ({ text, weight, face }) => {
      document.fonts.clear()
      if (face !== null)
        document.fonts.add(await new FontFace('Tried', `url("${face.url}")`, { weight: face.weight }).load())
      const figures = document.createElement('p')
      figures.textContent = 'Office, affiche, fjord: AVATAR To 1234567890'
      Object.assign(figures.style, { fontVariantNumeric: 'tabular-nums' })
      document.body.replaceChildren(text, figures)
      Object.assign(document.body.style, { font: `${weight} 40px/1.5 Tried`, display: 'block', background: 'white' })
    },
    { text, weight, face },
  )
  return page.screenshot({ fullPage: true })
}

/** Seen red with a letter left out when the files were cut, and with the figures of one width. */
it.each(['grotesque', 'serif', 'condensed', 'round'])(
  'the small files of %s draw each of their letters as the whole ones do, in every weight',
  async (pair) => {
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--type-pair', pair)
    const { page } = await browser.open({ width: 1200, locale: 'en' })
    await expect.poll(async () => (await page.goto(plain))?.text()).toContain(`-${pair}-`)
    const faces = await facesOf(page)
    expect(faces.length).toBeGreaterThanOrEqual(6)
    for (const [place, small] of smallOf(faces).entries()) {
      const whole = faces[place * 3] ?? null
      expect(whole).toMatchObject({ family: small.family, weight: small.weight })
      const letters = lettersOf(small)
      expect(letters).toContain('é')
      for (const weight of small.weight.includes(' ') ? [400, 500, 650, 700] : [Number(small.weight)]) {
        const bySmall = await drawn(page, letters, weight, small)
        expect(bySmall.equals(await drawn(page, letters, weight, whole)), `${small.family} ${weight}`).toBe(true)
        expect(bySmall.equals(await drawn(page, letters, weight, null))).toBe(false)
      }
    }
    await page.context().close()
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--type-pair', 'grotesque')
  },
)

describe('the page of an event', () => {
  /** Seen red with U+2000-206F among the letters of the whole files: each page with an e-mail was given them for a sign that is not seen. */
  it.each(['en', 'fr', 'de', 'es'] as const)('asks for the small files alone in %s', async (locale) => {
    const { page } = await browser.open({ width: 390, locale })
    const asked = await fontsOf(page, plain)
    expect(asked.toSorted()).toEqual(
      smallOf(await facesOf(page))
        .map(({ url }) => url)
        .toSorted(),
    )
    await page.context().close()
  })

  /** Seen red with further letters from U+0200 on alone: the machine's own font drew the Ł. */
  it('is drawn in our fonts, whatever the names in it are written with', async () => {
    const name = 'Łukasz Żółć, Bjørn Åse, Şerife Işık, Čapek'
    const { page } = await browser.open({ width: 390, locale: 'en' })
    const asked = await fontsOf(page, await addressOf(await hall.event([product], { name })))
    const headings = (await facesOf(page)).filter(({ family }) => family.includes('Bricolage'))
    expect(asked).toEqual(expect.arrayContaining(headings.map(({ url }) => url)))
    const inspector = await page.context().newCDPSession(page)
    await inspector.send('DOM.enable')
    await inspector.send('CSS.enable')
    const { root } = await inspector.send('DOM.getDocument')
    const { nodeId } = await inspector.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
    const { fonts } = await inspector.send('CSS.getPlatformFontsForNode', { nodeId })
    expect(
      new Set(fonts.map(({ isCustomFont, familyName }) => [isCustomFont, familyName.split(' ')[0]].join())),
    ).toEqual(new Set(['true,Bricolage']))
    await page.context().close()
  })
})
