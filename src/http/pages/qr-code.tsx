import qrcode from 'qrcode'

/** Modules of white around it, without which readers do not find it (ISO/IEC 18004: four). */
const quietZone = 4

/**
 * A QR code as part of the page, so that it needs no request, and black on white in the dark too. A quarter of it may be
 * scratched or in glare (level Q).
 *
 * @param label what it is, for whoever does not see it
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'Q' })
  const side = modules.size + 2 * quietZone
  const path = Array.from({ length: modules.size }, (_, row) => darkRuns(modules, row)).join('')
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

/** The dark modules of a row, neighbours drawn as one. */
function darkRuns(modules: { readonly size: number; get(row: number, column: number): number }, row: number) {
  let path = ''
  for (let column = 0; column < modules.size; column++) {
    const start = column
    while (column < modules.size && modules.get(row, column)) column++
    if (column > start)
      path += `M${start + quietZone} ${row + quietZone}h${column - start}v1h-${column - start}z`
  }
  return path
}
