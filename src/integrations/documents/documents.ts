import { setImmediate } from 'node:timers/promises'
import type { DocumentInfo } from './canvas.ts'
import type { DoorListDocument } from './door-list-pages.ts'
import type { ReceiptPage } from './receipt-pages.ts'
import type { ReportPage } from './report-pages.ts'
import type { TicketPage } from './ticket-pages.ts'

/** Documents that are printed and mailed, as PDF. */
export type Documents = {
  /** A page for each ticket. Measured: a few milliseconds a page, once the fonts are open. */
  tickets(info: DocumentInfo, pages: readonly TicketPage[]): Promise<Buffer>
  /** Figures in tables, on as many pages as they need. */
  report(info: DocumentInfo, page: ReportPage): Promise<Buffer>
  /** A receipt or credit note, on as many pages as its lines need. */
  receipt(info: DocumentInfo, page: ReceiptPage): Promise<Buffer>
  /** Everybody who may come in, on as many pages as they need. */
  doorList(info: DocumentInfo, list: DoorListDocument): Promise<Buffer>
}

/** What draws is loaded at the first document: most processes never make one. */
export function createDocuments(): Documents {
  return {
    async tickets(info, pages) {
      const [{ openCanvas }, { drawTicket }] = await Promise.all([
        import('./canvas.ts'),
        import('./ticket-pages.ts'),
      ])
      const canvas = openCanvas(info)
      for (const page of pages) {
        drawTicket(canvas, page)
        // A group of a thousand must not keep the door waiting, which the same process answers.
        await setImmediate()
      }
      return canvas.finish()
    },
    async report(info, page) {
      const [{ openCanvas }, { drawReport }] = await Promise.all([
        import('./canvas.ts'),
        import('./report-pages.ts'),
      ])
      const canvas = openCanvas(info)
      drawReport(canvas, page)
      return canvas.finish()
    },
    async receipt(info, page) {
      const [{ openCanvas }, { drawReceipt }] = await Promise.all([
        import('./canvas.ts'),
        import('./receipt-pages.ts'),
      ])
      const canvas = openCanvas(info)
      drawReceipt(canvas, page)
      return canvas.finish()
    },
    async doorList(info, list) {
      const [{ openCanvas }, { drawDoorList }] = await Promise.all([
        import('./canvas.ts'),
        import('./door-list-pages.ts'),
      ])
      const canvas = openCanvas(info)
      await drawDoorList(canvas, list)
      return canvas.finish()
    },
  }
}
