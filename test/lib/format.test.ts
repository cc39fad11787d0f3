import { expect, it } from 'vitest'
import { amountText, dayText, languageName, momentText, withinSentence } from '../../src/lib/format.ts'

const at = new Date('2026-12-01T19:30:00Z')
const paris = { at, timeZone: 'Europe/Paris', now: new Date('2026-11-20T12:00:00Z') }

it('says days as people do', () => {
  expect(momentText({ ...paris, language: 'fr' })).toBe('Mardi 1er décembre, 20:30')
  expect(momentText({ ...paris, language: 'en' })).toBe('Tuesday 1 December, 20:30')
  expect(dayText({ ...paris, now: null, language: 'fr' })).toBe('Mardi 1er décembre 2026')
  expect(dayText({ ...paris, at: new Date('2027-01-11T12:00:00Z'), language: 'fr' })).toBe('Lundi 11 janvier 2027')
})

it('writes days small within a sentence, in French', () => {
  expect(withinSentence('Mardi 1er décembre', 'fr')).toBe('mardi 1er décembre')
  expect(withinSentence('Tuesday 1 December', 'en')).toBe('Tuesday 1 December')
})

it('calls a language as its reader does', () => {
  expect(languageName('fr', 'en')).toBe('French')
  expect(languageName('en', 'fr')).toBe('Anglais')
})

it('says amounts in the reader’s format', () => {
  expect(amountText(1200, 'EUR', 'en')).toBe('€12.00')
  expect(amountText(123_450, 'EUR', 'fr').replace(/\s/g, ' ')).toBe('1 234,50 €')
})
