import type { Workshop } from '../workshop/workshop.ts'
import type { DocumentInfo } from './canvas.ts'
import type { DoorListDocument, DoorListRow } from './door-list-pages.ts'
import type { ReceiptPage } from './receipt-pages.ts'
import type { ReportPage } from './report-pages.ts'
import type { SharePicture } from './share-picture.ts'
import type { TicketPage } from './ticket-pages.ts'

/** Documents that are printed and mailed, as PDF, drawn in a process of their own; `whose` waits its turn among others. */
export type Documents = {
  /** A page for each ticket. Measured: a few milliseconds a page, once the fonts are open. */
  tickets(whose: string, info: DocumentInfo, pages: Iterable<TicketPage>): Promise<Buffer>
  /** Figures in tables, on as many pages as they need. */
  report(whose: string, info: DocumentInfo, page: ReportPage): Promise<Buffer>
  /** A receipt or credit note, on as many pages as its lines need. */
  receipt(whose: string, info: DocumentInfo, page: ReceiptPage): Promise<Buffer>
  /** Everybody who may come in, on as many pages as they need. */
  doorList(whose: string, info: DocumentInfo, page: DoorListDocument, rows: Iterable<DoorListRow>): Promise<Buffer>
  /** The picture of an event that has none, as PNG. */
  sharePicture(whose: string, picture: SharePicture): Promise<Buffer>
}

export function createDocuments(workshop: Workshop): Documents {
  return {
    tickets: (whose, info, pages) => workshop.make(whose, 'tickets', info, pages),
    report: (whose, info, page) => workshop.make(whose, 'report', { info, page }),
    receipt: (whose, info, page) => workshop.make(whose, 'receipt', { info, page }),
    doorList: (whose, info, page, rows) => workshop.make(whose, 'doorList', { info, page }, rows),
    sharePicture: (whose, picture) => workshop.make(whose, 'sharePicture', picture),
  }
}
