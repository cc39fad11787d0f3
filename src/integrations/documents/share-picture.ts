import { readableOn } from '../../lib/color.ts'
import { shareSize } from '../media/image-variations.ts'
import { loadSharp } from '../media/sharp.ts'
import { printable } from './fonts.ts'
import { type FitOptions, fitText, visualRuns, widthOf } from './typeset.ts'

/** What the picture of an event says that has none of its own. */
export type SharePicture = {
  readonly name: string
  readonly when: string
  readonly organisation: string
  /** `#rrggbb` */
  readonly color: string
}

const edge = 80

const [nameFits, lineFits] = [
  { weight: 700, size: 96, smallest: 44, mostLines: 4 },
  { weight: 400, size: 40, smallest: 28, mostLines: 1 },
] as const

const svgReader = { operation: ['VipsForeignLoadSvgBuffer'] }

/**
 * Draws the picture with the fonts of documents: letters become outlines, so that it depends on no font of the machine. A text that they
 * do not have is left out, as on paper.
 */
export async function drawSharePicture({ name, when, organisation, color }: SharePicture): Promise<Buffer> {
  const said = [
    outlines(name, nameFits, (height) => Math.max(edge, (shareSize.height - height) / 2 - edge / 2)),
    outlines(when, lineFits, () => shareSize.height - edge - 100),
    outlines(organisation, { ...lineFits, weight: 700 }, () => shareSize.height - edge - 40),
  ]
  const { width, height } = shareSize
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`
  const ground = `<rect width="${width}" height="${height}" fill="${color}"/>`
  const svg = `${frame}${ground}<g fill="${readableOn(color)}">${said.join('')}</g></svg>`
  const sharp = await loadSharp()
  // What a stranger sent is never read as SVG: this one has nothing but numbers.
  sharp.unblock(svgReader)
  try {
    return await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
  } finally {
    sharp.block(svgReader)
  }
}

/** @param topFor where a text of a height begins */
function outlines(text: string, fits: Omit<FitOptions, 'width'>, topFor: (height: number) => number): string {
  const plain = printable(text)?.trim() ?? ''
  if (plain === '') return ''
  const { lines, size, weight, lineHeight, height } = fitText(plain, { ...fits, width: shareSize.width - 2 * edge })
  return lines
    .map((line, index) => {
      const baseline = topFor(height) + size + index * lineHeight
      let left = edge
      return visualRuns(line, weight)
        .map(({ text: run, face }) => {
          const scale = size / face.font.unitsPerEm
          const { glyphs, positions } = face.font.layout(run)
          let x = left
          left += widthOf(run, weight) * size
          return glyphs.map((glyph, place) => {
            const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[place] ?? {}
            const at = `${(x + xOffset * scale).toFixed(1)} ${(baseline - yOffset * scale).toFixed(1)}`
            x += xAdvance * scale
            return `<path transform="translate(${at}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
          })
        })
        .flat()
        .join('')
    })
    .join('')
}
