import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, readableOn, readableText } from '../../src/lib/color.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('computes contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  // The grey that just passes on white, and its neighbour that does not.
  expect(contrast('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})

/** Seen red with `readableOn` answering white whatever the colour, and with `readableText` answering the colour itself. */
it('whatever colour an organisation chooses, text on it and in it can be read', () => {
  fc.assert(
    fc.property(color, color, (chosen, background) => {
      expect(contrast(readableOn(chosen), chosen)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(readableText(chosen, background), background)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('leaves a colour alone that can be read', () => {
  expect(readableText('#2b3fd6', '#ffffff')).toBe('#2b3fd6')
})
