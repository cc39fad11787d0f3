import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TypePair } from '../features/tenant/theme.ts'
import { type Family, families } from './font-families.ts'
import { fontLetters, rangesOf } from './font-letters.ts'

type FontFile = { readonly name: string; readonly body: Buffer }

/**
 * Which letters a browser takes from which file; the last that has one counts, and of the first two a page in our languages needs none. The
 * whole file would be asked for every space that no font has, if it named them all.
 */
const unicodeRanges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,' +
    'U+2010-2012,U+2015,U+2021,U+2030,U+2032-2033,U+2044,U+2122,U+2191,U+2193,U+2215,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,' +
    'U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,' +
    'U+A720-A7FF',
  cut: rangesOf(fontLetters),
} as const

const ofDevice = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/** What a pair is made of: its files, the family of its text and that of its headings, and how far apart the letters of those stand. */
type Pair = {
  readonly files: readonly Family[]
  readonly text?: string
  readonly headings?: string
  /** By how much of their size letters of headings stand closer; a little more in the largest. */
  readonly tight: number
}

/** One file has all weights of a text, and headings have one weight (ADR 0295 has what each pair weighs). */
const pairs: Readonly<Record<TypePair, Pair>> = {
  grotesque: {
    files: ['instrumentSans', 'bricolage'],
    text: 'Instrument Sans',
    headings: 'Bricolage Grotesque',
    tight: 0.015,
  },
  serif: { files: ['figtree', 'fraunces'], text: 'Figtree', headings: 'Fraunces', tight: 0.01 },
  condensed: { files: ['figtree', 'oswald'], text: 'Figtree', headings: 'Oswald', tight: 0 },
  round: { files: ['nunito', 'nunitoBold'], text: 'Nunito', headings: 'Nunito', tight: 0.01 },
  system: { files: [], tight: 0.01 },
}

/** What the build cut (scripts/cut-fonts.ts). */
const cuts = new URL(import.meta.url.endsWith('.ts') ? '../../dist/fonts/' : './fonts/', import.meta.url)

const fonts = (Object.keys(families) as Family[]).flatMap((family) =>
  (['latin', 'latin-ext', 'cut'] as const).map((subset) => {
    const { name: called, weight, file } = families[family]
    const url = subset === 'cut' ? new URL(`${family}.woff2`, cuts) : import.meta.resolve(file(subset))
    const body = readFileSync(fileURLToPath(url))
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
    return { family, called, weight, subset, name: `${hash}.woff2`, body }
  }),
)

/** The font files, served from our own host under names that change with their content. */
export const fontFiles: readonly FontFile[] = fonts

/** The rules of a pair: text is shown at once in the reader's own font, and changes over when this one has loaded. */
export function fontRules(chosen: TypePair): string {
  const { files, text, headings, tight } = pairs[chosen]
  const faces = fonts
    .filter(({ family }) => files.includes(family))
    .map(
      ({ called, weight, subset, name }) => `@font-face {
  font-family: "${called}";
  font-weight: ${weight};
  font-display: swap;
  src: url("/assets/${name}") format("woff2");
  unicode-range: ${unicodeRanges[subset]};
}`,
    )
  const stack = (family: string | undefined) => (family === undefined ? ofDevice : `"${family}", ${ofDevice}`)
  const tokens = `--text: ${stack(text)}; --headings: ${stack(headings)}; --tight: -${tight}em; --tighter: -${(tight * 5) / 3}em;`
  return [...faces, `:root { ${tokens} }`].join('\n')
}
