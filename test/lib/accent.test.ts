import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentOn } from '../../src/lib/accent.ts'
import { contrast } from '../../src/lib/color.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const grounds = [
  { paper: '#faf9f6', sheet: '#ffffff' },
  { paper: '#16161a', sheet: '#1f1f25' },
]

/** Seen red with the colour itself as `text`, with one ground left out, and with `fillHover` moved towards its text. */
it('whatever colour an organisation chooses, its pages can be read in light and dark', () => {
  fc.assert(
    fc.property(color, fc.constantFrom(...grounds), (chosen, ground) => {
      const accent = accentOn(chosen, ground)
      for (const under of [ground.paper, ground.sheet]) {
        expect(contrast(accent.text, under)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(accent.textHover, under)).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast(accent.onFill, accent.fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent.onFill, accent.fillHover)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

it('wears a colour that can be read as it is', () => {
  expect(accentOn('#a3123a', { paper: '#faf9f6', sheet: '#ffffff' })).toMatchObject({
    text: '#a3123a',
    fill: '#a3123a',
    onFill: '#ffffff',
  })
})
