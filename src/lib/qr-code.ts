import { create } from 'qrcode'

/** Dark modules that stand beside each other, as one: a tenth of the shapes to draw. */
export type DarkRun = { readonly row: number; readonly column: number; readonly length: number }

export type QrModules = {
  /** Modules of a side, without the white around it. */
  readonly size: number
  readonly darkRuns: readonly DarkRun[]
}

/** A QR code to be drawn. A quarter of it may be covered, scratched or cracked and it still reads (ISO/IEC 18004, level Q). */
export function qrModules(text: string): QrModules {
  // As bytes: looking for a shorter way to write base64 finds none and takes as long as all the rest.
  const { modules } = create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'Q' })
  const { size, data } = modules
  const darkRuns: DarkRun[] = []
  for (let row = 0; row < size; row++) {
    let column = 0
    while (column < size) {
      let length = 0
      while (column + length < size && data[row * size + column + length]) length++
      if (length > 0) darkRuns.push({ row, column, length })
      column += Math.max(length, 1)
    }
  }
  return { size, darkRuns }
}
