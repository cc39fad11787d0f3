import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type FontFile = { readonly name: string; readonly body: Buffer }

/** The packages' own ranges (unicode.json): a browser asks for the second file only where a page needs it. */
const unicodeRanges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,' +
    'U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,' +
    'U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,' +
    'U+A720-A7FF',
} as const
type Subset = keyof typeof unicodeRanges

/** The font families: one file has all weights of the text font, and headings have one weight. */
const families = [
  {
    family: 'Instrument Sans',
    weight: '400 700',
    file: (subset: Subset) => `@fontsource-variable/instrument-sans/files/instrument-sans-${subset}-wght-normal.woff2`,
  },
  {
    family: 'Bricolage Grotesque',
    weight: '700',
    file: (subset: Subset) => `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-700-normal.woff2`,
  },
]

const fonts = families.flatMap(({ family, weight, file }) =>
  (['latin', 'latin-ext'] as const).map((subset) => {
    const body = readFileSync(fileURLToPath(import.meta.resolve(file(subset))))
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
    return { family, weight, subset, name: `${hash}.woff2`, body }
  }),
)

/** The font files, served from our own host under names that change with their content. */
export const fontFiles: readonly FontFile[] = fonts

/** The font faces: text is shown at once in the reader's own font, and changes over when this one has loaded. */
export const fontFaces = fonts
  .map(
    ({ family, weight, subset, name }) => `@font-face {
  font-family: "${family}";
  font-weight: ${weight};
  font-display: swap;
  src: url("/assets/${name}") format("woff2");
  unicode-range: ${unicodeRanges[subset]};
}`,
  )
  .join('\n')
