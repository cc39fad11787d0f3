import { type Run, runsOf, type Weight } from './fonts.ts'

/** Lines of text, drawn at their baselines. Sizes and lengths in points, 1/72 inch. */
export type TextBlock = {
  readonly lines: readonly string[]
  readonly size: number
  readonly weight: Weight
  readonly lineHeight: number
  readonly height: number
}

export type FitOptions = {
  readonly width: number
  readonly weight: Weight
  /** Tried first; made smaller, down to `smallest`, until everything fits. */
  readonly size: number
  readonly smallest: number
  /** The most lines; a text that does not fit at the smallest size ends in "…". */
  readonly mostLines: number
}

const leading = 1.3

/** Sets text in a box it never leaves: wrapped at spaces, words too long for a line broken, smaller when there is much of it. */
export function fitText(text: string, options: FitOptions): TextBlock {
  const { weight, smallest, mostLines } = options
  for (let size = options.size; ; size--) {
    const line = { width: options.width / size, weight }
    const lines = breakLines(text, line)
    if (lines.length <= mostLines) return block(lines, size, weight)
    if (size > smallest) continue
    const kept = lines.slice(0, mostLines)
    const last = kept.pop() ?? ''
    return block([...kept, withEllipsis(last, line)], size, weight)
  }
}

function block(lines: readonly string[], size: number, weight: Weight): TextBlock {
  const lineHeight = size * leading
  return { lines, size, weight, lineHeight, height: lines.length * lineHeight }
}

/** Widths at size 1: what fits is then a division, whatever the size. */
type Line = { readonly width: number; readonly weight: Weight }

function breakLines(text: string, { width, weight }: Line): readonly string[] {
  const space = widthOf(' ', weight)
  const lines: string[] = []
  let line: string[] = []
  let taken = 0
  for (const word of text.split(' ').flatMap((each) => breakWord(each, { width, weight }))) {
    const needed = widthOf(word, weight)
    if (line.length > 0 && taken + space + needed > width) {
      lines.push(line.join(' '))
      line = []
      taken = 0
    }
    taken += needed + (line.length > 0 ? space : 0)
    line.push(word)
  }
  return [...lines, line.join(' ')]
}

/** A word that is wider than the line by itself, in pieces that are not. */
function breakWord(word: string, { width, weight }: Line): readonly string[] {
  if (widthOf(word, weight) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character, weight) > width) {
      pieces.push(piece)
      piece = character
    } else piece += character
  }
  return [...pieces, piece]
}

function withEllipsis(line: string, { width, weight }: Line): string {
  let kept = [...line]
  while (kept.length > 0 && widthOf(`${kept.join('')}…`, weight) > width) kept = kept.slice(0, -1)
  return `${kept.join('').trimEnd()}…`
}

const widths = new Map<string, number>()
const mostWidths = 5000

/** The width at size 1. Words come again on every ticket, and shaping one costs a hundred times as much as looking it up. */
export function widthOf(text: string, weight: Weight): number {
  const key = `${weight} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  const width = runsOf(text, weight).reduce((sum, run) => sum + runWidth(run), 0)
  if (widths.size >= mostWidths) widths.clear()
  widths.set(key, width)
  return width
}

function runWidth({ text, face }: Run): number {
  return face.font.layout(text).advanceWidth / face.font.unitsPerEm
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * The pieces of a line from left to right as they are drawn. Words of Arabic or Hebrew that stand together are read from
 * the right, so the last of them comes first; within a word the font does the same with its letters.
 */
export function visualRuns(line: string, weight: Weight): readonly Run[] {
  const ordered: string[] = []
  let turned: string[] = []
  for (const word of line.split(' ')) {
    if (rightToLeft.test(word)) turned.unshift(word)
    else {
      ordered.push(...turned, word)
      turned = []
    }
  }
  ordered.push(...turned)
  return ordered.flatMap((word, index) => runsOf(index === 0 ? word : ` ${word}`, weight))
}
