import { describe, expect, it } from 'vitest'
import { markdownHtml, plainText } from '../../src/lib/markdown.ts'

const shown = (text: string) => markdownHtml(text)

describe('a text that was written before there were marks', () => {
  it.each([
    ['keeps its lines', 'Doors at seven.\nBar until two.', '<p>Doors at seven.<br>Bar until two.</p>'],
    [
      'keeps what looks like a heading',
      '#jazz\n#1 of the year\nNight\n=====',
      '<p>#jazz<br>#1 of the year<br>Night<br>=====</p>',
    ],
    ['keeps its indents no code', 'Menu\n    Soup\n\tBread', '<p>Menu<br>Soup<br>Bread</p>'],
    ['keeps what is no quote', '> 18 years\n>> here', '<p>&gt; 18 years<br>&gt;&gt; here</p>'],
    ['keeps what is no list', '+ support\n1) doors\n-26 ans', '<p>+ support<br>1) doors<br>-26 ans</p>'],
    ['keeps its days', '1. Mai: A\n3. Mai: B', '<ol><li value="1">Mai: A</li><li value="3">Mai: B</li></ol>'],
    [
      'keeps its footnotes',
      'Seats 10 €* or 5 €*\n\n* while they last',
      '<p>Seats 10 €* or 5 €*</p><p>* while they last</p>',
    ],
    ['keeps what stands within words', 'a_b_c@x 5 * 3 * 2 12 h_20', '<p>a_b_c@x 5 * 3 * 2 12 h_20</p>'],
    [
      'keeps code, entities and struck words',
      '`l`été` ~~x~~ &amp; &eacute; ```',
      '<p>`l`été` ~~x~~ &amp;amp; &amp;eacute; ```</p>',
    ],
    ['keeps brackets', '[sold out] [x]: y\n[1]: z', '<p>[sold out] [x]: y<br>[1]: z</p>'],
    ['keeps words that look like a host', 'l’entrée.Le bar www.x.fr //y', '<p>l’entrée.Le bar www.x.fr //y</p>'],
  ])('%s', (_what, text, html) => expect(shown(text)).toBe(html))
})

describe('a mark', () => {
  it.each([
    ['**a** *b* __c__ _d_', '<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em></p>', 'a b c d'],
    ['### A\ntext\n##### B', '<h2>A</h2><p>text</p><h3>B</h3>', 'A\n\ntext\n\nB'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '– a\n– b\n\n– c'],
    ['a\n\n---\n\nb', '<p>a</p><hr><p>b</p>', 'a\n\nb'],
    ['[x](https://a.test/_b_)', '<p><a href="https://a.test/_b_">x</a></p>', 'x (https://a.test/_b_)'],
    [
      'See https://v.test/w?v=a_b&c.',
      '<p>See <a href="https://v.test/w?v=a_b&amp;c">https://v.test/w?v=a_b&amp;c</a>.</p>',
      'See https://v.test/w?v=a_b&c.',
    ],
    ['a@b.test', '<p><a href="mailto:a@b.test">a@b.test</a></p>', 'a@b.test'],
    [
      '![A *hall*](https://a.test/i.png)',
      '<p><a href="https://a.test/i.png">A *hall*</a></p>',
      'A *hall* (https://a.test/i.png)',
    ],
    [
      '[![](https://a.test/i.png)](https://b.test)',
      '<p><a href="https://b.test">https://a.test/i.png</a></p>',
      'https://a.test/i.png (https://b.test)',
    ],
    ['\\*a\\*', '<p>*a*</p>', '*a*'],
  ])('%s', (text, html, plain) => {
    expect(shown(text)).toBe(html)
    expect(plainText(text)).toBe(plain)
  })
})

/** Seen red with every address taken, and with words that are not escaped. */
describe('what is not safe is words', () => {
  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,hi)',
    '[x](vbscript:y)',
    '[x](file:///etc/passwd)',
    '[x](//evil.test)',
    '[x](/admin/)',
    '![x](data:image/svg+xml,y)',
    'javascript:alert(1)',
  ])('%s', (text) => expect(shown(text)).toBe(`<p>${text}</p>`))

  it.each([
    '<script>x</script>',
    '<img src=x onerror=y>',
    '<a href="javascript:x">y</a>',
    '<javascript:x>',
    '<!-- x -->',
  ])('%s', (text) => {
    const html = shown(`a\n\n${text}\n\nb`)
    expect(html).not.toMatch(/<(?!\/?p>)/)
    expect(plainText(text)).toBe(text)
  })

  it('an address cannot leave its attribute', () => {
    expect(shown('[x](https://a.test/"onclick=y)')).not.toContain('"onclick')
    expect(shown('[x](<https://a.test/" onclick="y>)')).not.toContain('" onclick')
  })
})

/** Seen red without a deepest part: RangeError. */
it('bears any depth and length', () => {
  const most = 20_000
  const hostile = [
    '[',
    '![',
    '[a](',
    '*a **b ',
    '- ',
    '1. ',
    '> ',
    '<',
    '`a',
    '!',
    '_*',
    'a@',
    'http://',
    '\\',
    '[a*',
    '#',
  ]
  for (const one of hostile) {
    const text = one.repeat(most / one.length)
    expect(plainText(text).length, one).toBeLessThanOrEqual(most * 2)
  }
  const nested = `${'*a **b '.repeat(1400)}${' b** a*'.repeat(1400)}`
  expect(shown(nested).length).toBeLessThan(most * 5)
})
