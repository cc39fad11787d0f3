import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type FontFile = { readonly name: string; readonly body: Buffer; readonly unicodeRange: string }

/** The ranges are the package's own (unicode.json): a browser asks for the second file only where a page needs it. */
const subsets = [
  {
    file: 'instrument-sans-latin-wght-normal.woff2',
    unicodeRange:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,' +
      'U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  {
    file: 'instrument-sans-latin-ext-wght-normal.woff2',
    unicodeRange:
      'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,' +
      'U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,' +
      'U+A720-A7FF',
  },
] as const

/** The one family of every page, all weights in a file; from our own host, under names that change with their content. */
export const fontFiles: readonly FontFile[] = subsets.map(({ file, unicodeRange }) => {
  const path = import.meta.resolve(`@fontsource-variable/instrument-sans/files/${file}`)
  const body = readFileSync(fileURLToPath(path))
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { name: `${hash}.woff2`, body, unicodeRange }
})

/** Text is shown at once in the reader's own font, and changes over when this one has come. */
export const fontFaces = fontFiles
  .map(
    ({ name, unicodeRange }) => `@font-face {
  font-family: "Instrument Sans";
  font-weight: 400 700;
  font-display: swap;
  src: url("/assets/${name}") format("woff2");
  unicode-range: ${unicodeRange};
}`,
  )
  .join('\n')
