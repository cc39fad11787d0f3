import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsqr from 'jsqr'
import qrcode from 'qrcode'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { type DrawnPage, drawPdf } from './pdf.ts'

/** A picture as the camera takes it, in greys: one byte for each dot, line by line. */
export type Picture = Buffer

const [width, height, perSecond] = [1280, 720, 10]
const table = '#4a4640'

/** Makes a camera that films what it is shown, over and over, from the beginning each time it is opened. */
export async function openFakeCamera() {
  const directory = await mkdtemp(join(tmpdir(), 'guichet-camera-'))
  const file = join(directory, 'video.y4m')
  return {
    /** Options for `startBrowser`: its browser has this camera, and allows pages to use it or not. */
    words: (allowed = true) => [
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${allowed ? '' : '=deny'}`,
      `--use-file-for-fake-video-capture=${file}`,
    ],
    /** Films each picture for so many tenths of a second. */
    async film(...scenes: readonly (readonly [Picture, number])[]): Promise<void> {
      const colourless = Buffer.alloc((width * height) / 2, 128)
      const head = `YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420mpeg2\n`
      const frames = scenes.flatMap(([picture, tenths]) =>
        Array.from({ length: tenths }, () => [Buffer.from('FRAME\n'), picture, colourless]).flat(),
      )
      await writeFile(file, Buffer.concat([Buffer.from(head), ...frames]))
    },
    close: () => rm(directory, { recursive: true, force: true }),
  }
}

/** A picture with nothing in front of the camera. */
export const emptyTable = (): Promise<Picture> => greysOf(onTable([]))

/** Draws the code on the first page of a ticket, with what is printed around it, at arm's length. */
export async function ticketBefore(pdf: Uint8Array): Promise<Buffer> {
  const [page] = await drawPdf(pdf)
  if (page === undefined) throw new Error('The PDF has no page')
  const { left, top, side } = codeOn(page)
  const margin = Math.min(Math.round(side / 3), left, top)
  return sharp(page.data, { raw: { width: page.width, height: page.height, channels: 4 } })
    .extract({ left: left - margin, top: top - margin, width: side + 2 * margin, height: side + 2 * margin })
    .resize(420)
    .removeAlpha()
    .png()
    .toBuffer()
}

/** Draws a code by itself as large as `ticketBefore` has it, as it stands in a mail or on another server's paper. */
export async function codeBefore(text: string): Promise<Buffer> {
  const drawn = await qrcode.toBuffer(text, { errorCorrectionLevel: 'M', margin: 4, scale: 8 })
  return sharp(drawn).resize(560).png().toBuffer()
}

export const held = (ticket: Buffer): Promise<Picture> => greysOf(onTable([{ input: ticket }]))

/** Puts one ticket left of the other; the one of `aimedAt` is under the middle of the picture, or neither is. */
export function sideBySide(left: Buffer, right: Buffer, aimedAt: 'left' | 'neither'): Promise<Picture> {
  const first = aimedAt === 'left' ? 430 : 150
  return greysOf(
    onTable([
      { input: left, left: first, top: 150 },
      { input: right, left: Math.min(first + 560, 860), top: 150 },
    ]),
  )
}

/** Tickets in the states in which they come to a door on an evening. */
export const spoilt = {
  blurred: async (ticket: Buffer) => greysOf(sharp(await onTable([{ input: ticket }]).toBuffer()).blur(2.5)),
  rotated: async (ticket: Buffer) =>
    greysOf(onTable([{ input: await sharp(ticket).rotate(33, { background: table }).toBuffer() }])),
  dark: async (ticket: Buffer) => greysOf(sharp(await onTable([{ input: ticket }]).toBuffer()).linear(0.14, 6)),
  'under a cracked screen': async (ticket: Buffer) => greysOf(onTable([{ input: ticket }, { input: cracks }])),
} as const

/** Cracks from one edge through the code to the other, with branches, and light where the glass is broken. */
const cracks = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="420" fill="none" stroke="#d8d8d8">
    <path stroke-width="3" d="M-10 330 120 250 210 262 300 170 430 120"/>
    <path stroke-width="1.5" d="M120 250 150 330 130 430M210 262 260 330 380 360 430 350"/>
    <path stroke-width="2" d="M300 170 330 90 420 40"/>
  </svg>`,
)

function onTable(things: readonly OverlayOptions[]): Sharp {
  const ground = sharp({ create: { width, height, channels: 3, background: table } })
  return ground.composite([...things]).png()
}

async function greysOf(picture: Sharp): Promise<Picture> {
  return sharp(await picture.toBuffer())
    .greyscale()
    .raw()
    .toBuffer()
}

function codeOn({ data, width: wide, height: high }: DrawnPage) {
  const code = jsqr.default(new Uint8ClampedArray(data), wide, high)
  if (code === null) throw new Error('The page has no code')
  const { topLeftCorner, bottomRightCorner } = code.location
  const [left, top] = [Math.round(topLeftCorner.x), Math.round(topLeftCorner.y)]
  return { left, top, side: Math.round(bottomRightCorner.x) - left }
}
