import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm'
import type { DecoderAnswer, DecoderQuestion, SeenCode } from './seen-code.ts'

declare const self: {
  postMessage(answer: DecoderAnswer): void
  addEventListener(kind: 'message', listener: (event: MessageEvent<DecoderQuestion>) => void): void
}

/**
 * The options of the reader: light on dark too, as phones at night show codes; four codes are more than a volunteer holds a camera over.
 */
const options: ReaderOptions = {
  formats: ['QRCode'],
  maxNumberOfSymbols: 4,
  tryHarder: true,
  tryInvert: true,
  tryDownscale: true,
}

const ready = prepareZXingModule({
  overrides: { locateFile: () => new URL(wasm, location.href).href },
  fireImmediately: true,
})
ready.then(
  () => self.postMessage({ kind: 'ready' }),
  () => self.postMessage({ kind: 'unable' }),
)

/** A canvas of the pictures' size, which is kept: a new one for each would be 4 MB of garbage each time. */
let canvas: OffscreenCanvas | undefined

/** Decodes in a worker of its own, so that the screen stays responsive while a picture is read (ADR 0184). */
self.addEventListener('message', ({ data: { picture } }) => {
  void decode(picture).then(
    (codes) => self.postMessage({ kind: 'codes', codes }),
    () => self.postMessage({ kind: 'codes', codes: [] }),
  )
})

async function decode(picture: ImageBitmap): Promise<readonly SeenCode[]> {
  const { width, height } = picture
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const surface = canvas.getContext('2d', { willReadFrequently: true })
  if (surface === null) return []
  surface.drawImage(picture, 0, 0)
  picture.close()
  const read = await readBarcodes(surface.getImageData(0, 0, width, height), options)
  return read.map(({ text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
    text,
    outline: [topLeft, topRight, bottomRight, bottomLeft],
  }))
}
