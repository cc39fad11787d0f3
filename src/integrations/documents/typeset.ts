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
  /** What does not fit at the smallest size ends in "…". */
  readonly mostLines: number
}

const leading = 1.3

/** Sets text in a box it never leaves: wrapped at spaces, words too long for a line broken, smaller when there is much of it. */
export function fitText(text: string, options: FitOptions): TextBlock {
  const { width, weight, smallest, mostLines } = options
  for (let size = options.size; ; size--) {
    const lines = breakLines(text, { width, weight, size })
    if (lines.length <= mostLines) return block(lines, size, weight)
    if (size > smallest) continue
    const kept = lines.slice(0, mostLines)
    const last = kept.pop() ?? ''
    return block([...kept, withEllipsis(last, { width, weight, size })], size, weight)
  }
}

function block(lines: readonly string[], size: number, weight: Weight): TextBlock {
  const lineHeight = size * leading
  return { lines, size, weight, lineHeight, height: lines.length * lineHeight }
}

type Measure = { readonly width: number; readonly weight: Weight; readonly size: number }

function breakLines(text: string, measure: Measure): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((each) => breakWord(each, measure))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer, measure) > measure.width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** A word that is wider than the line by itself, in pieces that are not. */
function breakWord(word: string, measure: Measure): readonly string[] {
  if (widthOf(word, measure) <= measure.width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character, measure) > measure.width) {
      pieces.push(piece)
      piece = character
    } else piece += character
  }
  return [...pieces, piece]
}

function withEllipsis(line: string, measure: Measure): string {
  let kept = [...line]
  while (kept.length > 0 && widthOf(`${kept.join('')}…`, measure) > measure.width) kept = kept.slice(0, -1)
  return `${kept.join('').trimEnd()}…`
}

export function widthOf(text: string, { weight, size }: Pick<Measure, 'weight' | 'size'>): number {
  const words = runsOf(text, weight).map((run) => runWidth(run))
  return words.reduce((sum, width) => sum + width, 0) * size
}

/** At size 1. */
export function runWidth({ text, face }: Run): number {
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
