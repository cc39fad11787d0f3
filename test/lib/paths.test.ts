import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at, paths } from '../../src/lib/paths.ts'

describe('an address of the administration', () => {
  it('encodes what stands in it, and leaves out what is empty of its query', () => {
    expect(at(paths.card, { tag_id: 'a/b ?' }, { done: 'lost' })).toBe('/admin/cards/a%2Fb%20%3F/?done=lost')
    expect(at(paths.reservations, {}, { q: 'Ada & Co', event: null, state: '' })).toBe(
      '/admin/reservations/?q=Ada+%26+Co',
    )
    // @ts-expect-error No page has this address.
    at('/admin/nowhere/', {})
    // @ts-expect-error Of which reservation?
    at(paths.reservation, {})
  })

  /** Seen red with a literal put back in kit/areas.ts. */
  it('is written in lib/paths.ts alone', () => {
    const files = globSync('src/**/*.{ts,tsx}')
    expect(files.length).toBeGreaterThan(800)
    expect(files.filter((file) => /['"`]\/admin\//.test(readFileSync(file, 'utf8')))).toEqual(['src/lib/paths.ts'])
  })
})
