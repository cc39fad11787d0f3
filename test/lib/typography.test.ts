import { describe, expect, it } from 'vitest'
import { frenchSpaces, withFrenchSpaces } from '../../src/lib/typography.ts'

const nbsp = '\u00a0'

describe('French sentences', () => {
  it('keep their signs with the word beside them', () => {
    expect(frenchSpaces('Il dit : « Complet ! » ; vraiment ?')).toBe(
      `Il dit${nbsp}: «${nbsp}Complet${nbsp}!${nbsp}»${nbsp}; vraiment${nbsp}?`,
    )
  })

  it.each(['https://a.test/?q=1', 'de 20:30 à 22:00', 'Bien sûr, à demain.'])('leave %s as it is', (text) => {
    expect(frenchSpaces(text)).toBe(text)
  })

  it('are set wherever they stand, and where they are made', () => {
    const texts = withFrenchSpaces({
      title: 'Fini !',
      list: ['Un :', { deep: 'Deux ?' }],
      made: (name: string) => `Pour « ${name} »`,
      count: 3,
      nothing: null,
    })
    expect(texts).toMatchObject({
      title: `Fini${nbsp}!`,
      list: [`Un${nbsp}:`, { deep: `Deux${nbsp}?` }],
      count: 3,
      nothing: null,
    })
    expect(texts.made('Ada')).toBe(`Pour «${nbsp}Ada${nbsp}»`)
  })
})
