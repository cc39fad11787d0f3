import { cleanLine, cleanLines, linesWithoutInvisible, withoutInvisible } from '../../lib/text.ts'

const marks = /<\/?[a-z!][^<>]*>/gi
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A text of a calendar, as text: some write it as HTML. */
function withoutHtml(text: string): string {
  if (text.search(marks) < 0) return text
  return text
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(marks, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (typeof name === 'string') return named[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
}

/** @returns null: there is nothing to be read */
export function lineOf(value: unknown, most: number): string | null {
  return typeof value === 'string' ? cut(cleanLine(withoutInvisible(withoutHtml(value))), most) : null
}

/** As `lineOf`, of several lines. */
export function linesOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const text = linesWithoutInvisible(withoutHtml(value))
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
  return cut(cleanLines(text), most)
}

function cut(text: string, most: number): string | null {
  if (text === '') return null
  const letters = [...text.toWellFormed()]
  return letters.length <= most
    ? letters.join('')
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** A page on the web; null: it is none. */
export function webPageOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value.trim())) return null
  const { protocol, username, password, href } = new URL(value.trim())
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}
