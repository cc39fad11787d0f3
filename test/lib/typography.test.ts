import { describe, expect, it } from 'vitest'
import { frenchSpaces, setForPages, wholeWords } from '../../src/lib/typography.ts'

const nbsp = '\u00a0'
const joiner = '\u2060'

describe('French sentences', () => {
  it('keep their signs with the word beside them', () => {
    expect(frenchSpaces('Il dit : « Complet ! » ; vraiment ?')).toBe(
      `Il dit${nbsp}: «${nbsp}Complet${nbsp}!${nbsp}»${nbsp}; vraiment${nbsp}?`,
    )
  })

  it('keep numbers with what they count', () => {
    expect(frenchSpaces('Avoir n° {number} : {rate} % de 2 000 €, no 12')).toBe(
      `Avoir n°${nbsp}{number}${nbsp}: {rate}${nbsp}% de 2${nbsp}000${nbsp}€, no 12`,
    )
  })

  it.each(['https://a.test/?q=1', 'de 20:30 à 22:00', 'Bien sûr, à demain.', 'Taux de TVA %', '12 34'])(
    'leave %s as it is',
    (text) => {
      expect(frenchSpaces(text)).toBe(text)
    },
  )
})

/** Seen red without the look at what stands before and behind: addresses could not be copied any more. */
describe('the word e-mail', () => {
  it.each([
    ['E-mail', `E-${joiner}mail`],
    ['E-Mail-Adresse', `E-${joiner}Mail-Adresse`],
    ['par e-mail.', `par e-${joiner}mail.`],
    ['tickets e-mailed', `tickets e-${joiner}mailed`],
    ['l’e-mail (deux e-mails)', `l’e-${joiner}mail (deux e-${joiner}mails)`],
  ])('stays on one line in %s, and is set once', (text, set) => {
    expect([wholeWords(text), wholeWords(set)]).toEqual([set, set])
  })

  it.each([
    'e-mail@example.org',
    'ada+e-mail@example.org',
    'ada@e-mail.example',
    'https://e-mail.example/e-mail',
    'some-e-mail-slug',
    'the-mail',
  ])('is not looked for in %s', (text) => {
    expect(wholeWords(text)).toBe(text)
  })

  it('is set on pages in both languages', () => {
    expect(setForPages('E-mail : Ada', 'en')).toBe(`E-${joiner}mail : Ada`)
    expect(setForPages('E-mail : Ada', 'fr')).toBe(`E-${joiner}mail${nbsp}: Ada`)
  })
})
