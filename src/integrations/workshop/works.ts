import type { CalendarReading, ReadCalendar } from '../calendars/read-calendar.ts'
import type { DocumentInfo, Picture } from '../documents/canvas.ts'
import type { DoorListDocument, DoorListRow } from '../documents/door-list-pages.ts'
import type { ReceiptPage } from '../documents/receipt-pages.ts'
import type { ReportPage } from '../documents/report-pages.ts'
import type { SharePicture } from '../documents/share-picture.ts'
import type { TicketPage, TicketPictures } from '../documents/ticket-pages.ts'
import type { Cut } from '../media/cut.ts'
import type { PictureWidth } from '../media/image-variations.ts'
import type { ImageRefusal } from '../media/image-refused-error.ts'
import type { ImageKind, PreparedImage } from '../media/images.ts'
import type { MailPicture } from '../media/mail-logo.ts'
import type { AppleKeys } from '../wallet/apple-keys.ts'
import type { ApplePass } from '../wallet/apple-pass.ts'
import type { PassImages } from '../wallet/pass-images.ts'

type Drawn<Page> = { readonly info: DocumentInfo; readonly page: Page }
/** Null: an organisation without a logo. */
type Marked = { readonly logo: Picture | null }
type Prepared = PreparedImage | { readonly refused: ImageRefusal }

/** What is made in a workshop: of an input, and of parts that come after it one by one. Each loads what it takes. */
export const works = {
  async tickets(
    { info, ...pictures }: TicketPictures & { readonly info: DocumentInfo },
    pages: readonly TicketPage[],
  ): Promise<Buffer> {
    const { makeTickets } = await import('../documents/make-document.ts')
    return makeTickets(info, pictures, pages)
  },
  async doorList({ info, page }: Drawn<DoorListDocument>, rows: readonly DoorListRow[]): Promise<Buffer> {
    const { makeDoorList } = await import('../documents/make-document.ts')
    return makeDoorList(info, page, rows)
  },
  async report({ info, page, logo }: Drawn<ReportPage> & Marked): Promise<Buffer> {
    const { makeReport } = await import('../documents/make-document.ts')
    return makeReport(info, page, logo)
  },
  async receipt({ info, page, logo }: Drawn<ReceiptPage> & Marked): Promise<Buffer> {
    const { makeReceipt } = await import('../documents/make-document.ts')
    return makeReceipt(info, page, logo)
  },
  async sharePicture(picture: SharePicture): Promise<Buffer> {
    const { drawSharePicture } = await import('../documents/share-picture.ts')
    return drawSharePicture(picture)
  },
  async applePass(input: {
    readonly pass: ApplePass
    readonly images: PassImages
    readonly keys: AppleKeys
    readonly now: Date
  }): Promise<Buffer> {
    const { makeApplePass } = await import('../wallet/apple-pass.ts')
    return makeApplePass(input.pass, input.images, input.keys, input.now)
  },
  /** @param file null: an organisation without an image */
  async passImages(input: { readonly file: Buffer | null; readonly accentColor: string }): Promise<PassImages> {
    const { drawnImages, imagesFrom } = await import('../wallet/pass-images.ts')
    return input.file === null ? drawnImages(input.accentColor) : imagesFrom(input.file)
  },
  async paperLogo(file: Buffer): Promise<Picture> {
    const { makePaperLogo } = await import('../documents/paper-logo.ts')
    return makePaperLogo(file)
  },
  async mailLogo(file: Buffer): Promise<MailPicture> {
    const { makeMailLogo } = await import('../media/mail-logo.ts')
    return makeMailLogo(file)
  },
  async cut(input: { readonly file: Buffer; readonly cut: Cut }): Promise<Buffer> {
    const { cutPicture } = await import('../media/cut.ts')
    return cutPicture(input.file, input.cut)
  },
  async width(input: { readonly file: Buffer; readonly width: PictureWidth }): Promise<Buffer> {
    const { makeWidth } = await import('../media/images.ts')
    return makeWidth(input.file, input.width)
  },
  async image(input: { readonly bytes: Buffer; readonly kind: ImageKind }): Promise<Prepared> {
    const [{ prepareImage }, { ImageRefusedError }] = await Promise.all([
      import('../media/images.ts'),
      import('../media/image-refused-error.ts'),
    ])
    try {
      return await prepareImage(input.bytes, input.kind)
    } catch (error) {
      if (error instanceof ImageRefusedError) return { refused: error.reason }
      throw error
    }
  },
  async calendar(reading: CalendarReading): Promise<ReadCalendar | null> {
    const { readCalendar } = await import('../calendars/read-calendar.ts')
    return readCalendar(reading)
  },
}

// A work without parts takes any: none are sent to it.
type AnyWork = (input: never, parts: never) => Promise<unknown>
export type Works = typeof works
export type WorkName = keyof Works
export type InputOf<Name extends WorkName> = Parameters<Works[Name]>[0]
export type PartOf<Name extends WorkName> =
  Parameters<Works[Name]> extends [unknown, readonly (infer Part)[]] ? Part : never
export type ResultOf<Name extends WorkName> = Awaited<ReturnType<Works[Name]>>

/** The messages to a process of a workshop, in this order, one work after the other. */
export type Instruction =
  | { readonly name: WorkName; readonly input: unknown }
  | { readonly parts: readonly unknown[] }
  | 'go'

/** The answer of a process of a workshop. */
export type Answer = { readonly made: unknown } | { readonly failed: string }

export function work(name: WorkName, input: unknown, parts: readonly unknown[]): Promise<unknown> {
  return (works[name] as AnyWork)(input as never, parts as never)
}
