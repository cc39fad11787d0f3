import type { Cut } from '../media/cut.ts'
import { variationsOf } from '../media/image-variations.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PictureCuts } from '../media/picture-cuts.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Workshop } from '../workshop/workshop.ts'
import { createRecent } from '../../lib/recent.ts'
import type { DocumentInfo, Picture } from './canvas.ts'
import type { DoorListDocument, DoorListRow } from './door-list-pages.ts'
import type { ReceiptPage } from './receipt-pages.ts'
import type { ReportPage } from './report-pages.ts'
import type { SharePicture } from './share-picture.ts'
import type { TicketPage } from './ticket-pages.ts'
import { paperPoster, posterCut } from './ticket-poster.ts'

/** Documents that are printed and mailed, as PDF, drawn in a process of their own; `whose` waits its turn among others. */
export type Documents = {
  /** A page for each ticket. Measured: a few milliseconds a page, once the fonts are open. */
  tickets(whose: string, info: DocumentInfo, shown: ShownPictures, pages: Iterable<TicketPage>): Promise<Buffer>
  /** Figures in tables, on as many pages as they need. */
  report(whose: string, info: DocumentInfo, shown: Pick<ShownPictures, 'logoKey'>, page: ReportPage): Promise<Buffer>
  /** A receipt or credit note, on as many pages as its lines need. */
  receipt(whose: string, info: DocumentInfo, shown: Pick<ShownPictures, 'logoKey'>, page: ReceiptPage): Promise<Buffer>
  /** Everybody who may come in, on as many pages as they need. */
  doorList(whose: string, info: DocumentInfo, page: DoorListDocument, rows: Iterable<DoorListRow>): Promise<Buffer>
  /** The picture of an event that has none, as PNG. */
  sharePicture(whose: string, picture: SharePicture): Promise<Buffer>
}

/** The pictures that a document shows. It waits for none that cannot be made: it is drawn without. */
export type ShownPictures = {
  /** Null: an organisation without a logo. */
  readonly logoKey: string | null
  /** The picture of the event and the point of it that stays in sight, in percent; null: it has none. */
  readonly poster: { readonly key: string; readonly at: Cut['at'] } | null
}

const logosKeptMs = 600_000
const mostLogos = 50

export function createDocuments({
  media,
  pictures,
  cuts,
  workshop,
}: {
  readonly media: Pick<MediaStore, 'read'>
  readonly pictures: Pick<Pictures, 'forPaper'>
  readonly cuts: PictureCuts
  readonly workshop: Workshop
}): Documents {
  // An image is known by its content, so what was made of it stays true.
  const logos = createRecent<Picture | null>({ keptMs: logosKeptMs, most: mostLogos })

  async function logoOf(whose: string, { logoKey }: Pick<ShownPictures, 'logoKey'>): Promise<Picture | null> {
    if (logoKey === null) return null
    const made = logos.read(logoKey, async () => {
      const file = await media.read(variationsOf(logoKey).med)
      return file && pictures.forPaper(whose, file.body)
    })
    return made.catch(() => null)
  }

  async function posterOf(whose: string, { poster }: ShownPictures): Promise<Picture | null> {
    if (poster === null) return null
    const jpeg = await cuts.read(whose, poster.key, posterCut(poster.at)).catch(() => null)
    return jpeg && paperPoster(jpeg)
  }

  return {
    async tickets(whose, info, shown, pages) {
      const [logo, poster] = await Promise.all([logoOf(whose, shown), posterOf(whose, shown)])
      return workshop.make(whose, 'tickets', { info, logo, poster }, pages)
    },
    async report(whose, info, shown, page) {
      return workshop.make(whose, 'report', { info, page, logo: await logoOf(whose, shown) })
    },
    async receipt(whose, info, shown, page) {
      return workshop.make(whose, 'receipt', { info, page, logo: await logoOf(whose, shown) })
    },
    doorList: (whose, info, page, rows) => workshop.make(whose, 'doorList', { info, page }, rows),
    sharePicture: (whose, picture) => workshop.make(whose, 'sharePicture', picture),
  }
}
