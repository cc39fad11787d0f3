import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printable } from '../../src/integrations/documents/fonts.ts'
import { fitText, widthOf } from '../../src/integrations/documents/typeset.ts'

const box = { width: 220, weight: 700, size: 16, smallest: 9, mostLines: 3 } as const

/** Seen red without breakWord: one long word leaves the box. */
it('never leaves its box, whatever the text', () => {
  const letters = fc.constantFrom(...'aWiłé Жω محمד-.,', ' ', 'Extraordinairement')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 200 }), (parts) => {
      const { lines, size, weight } = fitText(parts.join(''), box)
      expect(lines.length).toBeLessThanOrEqual(box.mostLines)
      for (const line of lines) expect(widthOf(line, weight) * size).toBeLessThanOrEqual(box.width + 0.01)
    }),
  )
})

it('is as large as it can be, and loses nothing before it has to', () => {
  expect(fitText('Ada Lovelace', box)).toMatchObject({ size: 16, lines: ['Ada Lovelace'] })
  expect(fitText('Ada '.repeat(25).trim(), box).lines.join(' ')).toBe('Ada '.repeat(25).trim())
  expect(fitText('Ada '.repeat(200).trim(), box).lines.at(-1)).toMatch(/…$/)
})

it('has every letter of the languages around us, or says that it has not', () => {
  for (const text of [
    'Łódź Đặng Ễ Șț Ğı Ħħ Ŵŷ Þð ẞ “”„«»‹›–—…€£',
    'Ελένη Ώρα',
    'Ёжик Ђорђе Київ',
    'محمد علي',
    'דוד בן־גוריון',
    '© ® ™ № ½',
  ])
    expect(printable(text)).toBe(text.normalize('NFC'))
  expect(printable('A\u0301da\u202Fx')).toBe('Áda\u00A0x')
  expect(printable('Night 🦉👩‍👩‍👧 fever')).toBe('Night fever')
  expect(printable(`Zoe${'\u0308'.repeat(90)} ${'x\u0301\u0323'.repeat(9)}`)).toBe(
    `Zo\u00EB${'\u0308'.repeat(4)} ${'x\u0323\u0301'.repeat(9)}`,
  )
  for (const text of ['田中さくら', 'ไทย', 'देवनागरी', 'ქართული']) expect(printable(text)).toBeNull()
})
