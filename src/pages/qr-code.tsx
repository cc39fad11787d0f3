import { setImmediate } from 'node:timers/promises'
import { qrModules } from '../lib/qr-code.ts'

/** The white modules around a code, without which readers do not find it (ISO/IEC 18004: four). */
const quietZone = 4

/** Drawn codes, by their texts. */
export type DrawnCodes = ReadonlyMap<string, DrawnCode>
type DrawnCode = { readonly side: number; readonly path: string }

/** Draws codes one after the other. Each takes the better part of a millisecond, and other requests are answered in between. */
export async function drawCodes(texts: readonly string[]): Promise<DrawnCodes> {
  const drawn = new Map<string, DrawnCode>()
  for (const text of texts) {
    drawn.set(text, draw(text))
    await setImmediate()
  }
  return drawn
}

function draw(text: string): DrawnCode {
  const { size, darkRuns } = qrModules(text)
  const path = darkRuns
    .map(({ row, column, length }) => `M${column + quietZone} ${row + quietZone}h${length}v1h-${length}z`)
    .join('')
  return { side: size + 2 * quietZone, path }
}

type QrCodeProps = {
  readonly text: string
  /** The codes of a page that has many, drawn before. */
  readonly drawn?: DrawnCodes
  /** What it is, for people who do not see it. */
  readonly label: string
}

/** Shows a QR code as part of the page, so that it needs no request, and black on white in the dark too. */
export function QrCode({ text, drawn, label }: QrCodeProps) {
  const { side, path } = drawn?.get(text) ?? draw(text)
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
