import { variationsOf } from '../media/image-variations.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Workshop } from '../workshop/workshop.ts'
import { createRecent } from '../../lib/recent.ts'
import type { DocumentInfo, Picture } from './canvas.ts'
import type { DoorListDocument, DoorListRow } from './door-list-pages.ts'
import type { ReceiptPage } from './receipt-pages.ts'
import type { ReportPage } from './report-pages.ts'
import type { SharePicture } from './share-picture.ts'
import type { TicketPage } from './ticket-pages.ts'

/** Documents that are printed and mailed, as PDF, drawn in a process of their own; `whose` waits its turn among others. */
export type Documents = {
  /**
   * A page for each ticket. Measured: a few milliseconds a page, once the fonts are open.
   *
   * @param logoKey null: an organisation without a logo
   */
  tickets(whose: string, info: DocumentInfo, logoKey: string | null, pages: Iterable<TicketPage>): Promise<Buffer>
  /** Figures in tables, on as many pages as they need. */
  report(whose: string, info: DocumentInfo, page: ReportPage): Promise<Buffer>
  /** A receipt or credit note, on as many pages as its lines need. */
  receipt(whose: string, info: DocumentInfo, page: ReceiptPage): Promise<Buffer>
  /** Everybody who may come in, on as many pages as they need. */
  doorList(whose: string, info: DocumentInfo, page: DoorListDocument, rows: Iterable<DoorListRow>): Promise<Buffer>
  /** The picture of an event that has none, as PNG. */
  sharePicture(whose: string, picture: SharePicture): Promise<Buffer>
}

const logosKeptMs = 600_000
const mostLogos = 50

export function createDocuments({
  media,
  pictures,
  workshop,
}: {
  readonly media: Pick<MediaStore, 'read'>
  readonly pictures: Pictures
  readonly workshop: Workshop
}): Documents {
  // An image is known by its content, so what was made of it stays true.
  const logos = createRecent<Picture | null>({ keptMs: logosKeptMs, most: mostLogos })

  async function logoOf(whose: string, key: string): Promise<Picture | null> {
    const file = await media.read(variationsOf(key).med)
    return file && pictures.forPaper(whose, file.body)
  }

  return {
    async tickets(whose, info, logoKey, pages) {
      const logo = logoKey === null ? null : await logos.read(logoKey, () => logoOf(whose, logoKey))
      return workshop.make(whose, 'tickets', { info, logo }, pages)
    },
    report: (whose, info, page) => workshop.make(whose, 'report', { info, page }),
    receipt: (whose, info, page) => workshop.make(whose, 'receipt', { info, page }),
    doorList: (whose, info, page, rows) => workshop.make(whose, 'doorList', { info, page }, rows),
    sharePicture: (whose, picture) => workshop.make(whose, 'sharePicture', picture),
  }
}
