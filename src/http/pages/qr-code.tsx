import { qrModules } from '../../lib/qr-code.ts'

/** Modules of white around it, without which readers do not find it (ISO/IEC 18004: four). */
const quietZone = 4

/**
 * A QR code as part of the page, so that it needs no request, and black on white in the dark too.
 *
 * @param label what it is, for whoever does not see it
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, darkRuns } = qrModules(text)
  const side = size + 2 * quietZone
  const path = darkRuns
    .map(({ row, column, length }) => `M${column + quietZone} ${row + quietZone}h${length}v1h-${length}z`)
    .join('')
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
