import fc from 'fast-check'
import { expect, it } from 'vitest'
import { colorSchemes, typePairs } from '../../src/features/tenant/theme.ts'
import { contrast } from '../../src/lib/color.ts'
import { stylesheetOf, stylesheetPath, styleNamed } from '../../src/pages/stylesheet.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
/** Those of the grounds and of what stands on them, where a colour is as hard to read as can be, and greys between light and dark. */
const hostile = [
  '#ffffff',
  '#000000',
  '#faf9f6',
  '#16161a',
  '#1f1f25',
  '#808080',
  '#767676',
  '#777777',
  '#ffe600',
  '#00ff00',
]

/** What stands on what, and how far apart both are at least: text 4.5 (WCAG 2.2, 1.4.3), what is drawn 3 (1.4.11). */
const pairs: readonly (readonly [string, readonly string[], number])[] = [
  ['ink', ['paper', 'sheet', 'accent-soft'], 4.5],
  ['muted', ['paper', 'sheet', 'accent-soft'], 4.5],
  ['accent', ['paper', 'sheet', 'accent-soft'], 4.5],
  ['accent-hover', ['paper', 'sheet'], 4.5],
  ['on-fill', ['fill', 'fill-hover'], 4.5],
  ['refused', ['paper', 'sheet'], 4.5],
  ['welcome', ['paper', 'sheet'], 4.5],
  ['already', ['paper', 'sheet'], 4.5],
  ['control', ['paper', 'sheet'], 3],
]

/** The colours that a stylesheet has, by the media that they hold for; what is dark only replaces what it names. */
function coloursIn(css: string): readonly ReadonlyMap<string, string>[] {
  const [byDay = '', dark] =
    css
      .split('@font-face')
      .at(-1)
      ?.split(/@media [^{]*(?:dark\)|screen) {\n:root/) ?? []
  const read = (text: string) =>
    new Map([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
  const day = read(byDay)
  return dark === undefined ? [day] : [day, new Map([...day, ...read(dark)])]
}

/** Seen red with the colour that is chosen as `text`, and with it not looked at on `soft` (lib/accent.ts). */
it.each(colorSchemes)('whatever colour an organisation chooses, its pages can be read in %s', (colorScheme) => {
  const examples = hostile.map((one): [string] => [one])
  fc.assert(
    fc.property(color, (accentColor) => {
      const schemes = coloursIn(stylesheetOf({ accentColor, typePair: 'system', colorScheme }))
      expect(schemes).toHaveLength(colorScheme === 'light' ? 1 : 2)
      for (const [index, colours] of schemes.entries())
        for (const [front, grounds, least] of pairs)
          for (const ground of grounds) {
            const said = `${accentColor} ${index}: ${front} on ${ground}`
            expect(contrast(colours.get(front) ?? '', colours.get(ground) ?? ''), said).toBeGreaterThanOrEqual(least)
          }
    }),
    { numRuns: 300, examples },
  )
})

/** The usual colour has derived ones of its own, chosen by hand. */
it.each(colorSchemes)('the usual colour can be read in %s', (colorScheme) => {
  for (const colours of coloursIn(stylesheetOf({ accentColor: '#2b3fd6', typePair: 'system', colorScheme })))
    for (const [front, grounds, least] of pairs)
      for (const ground of grounds)
        expect(
          contrast(colours.get(front) ?? '', colours.get(ground) ?? ''),
          `${front} on ${ground}`,
        ).toBeGreaterThanOrEqual(least)
})

it('a stylesheet is found by the name that pages link to, for each theme', () => {
  for (const typePair of typePairs)
    for (const colorScheme of colorSchemes) {
      const style = { accentColor: '#ffe600', typePair, colorScheme }
      const name = stylesheetPath(style).replace('/assets/', '')
      expect(styleNamed(name)).toEqual(style)
      expect(styleNamed(name.replace(typePair, 'comic'))).toBeNull()
    }
})
