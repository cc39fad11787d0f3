import { expect, it } from 'vitest'
import { accentOn } from '../../src/lib/accent.ts'

it('wears a colour that can be read as it is', () => {
  expect(accentOn('#a3123a', { paper: '#faf9f6', sheet: '#ffffff' })).toMatchObject({
    text: '#a3123a',
    fill: '#a3123a',
    onFill: '#ffffff',
  })
})
