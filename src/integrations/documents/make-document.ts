import { type Canvas, type DocumentInfo, openCanvas } from './canvas.ts'
import { drawDoorList } from './door-list-pages.ts'
import { drawReceipt } from './receipt-pages.ts'
import { drawReport } from './report-pages.ts'
import { drawTicket, type TicketPage, type TicketPictures } from './ticket-pages.ts'

function drawnBy<Told extends readonly unknown[]>(draw: (canvas: Canvas, ...told: Told) => void) {
  return async (info: DocumentInfo, ...told: Told): Promise<Buffer> => {
    const canvas = openCanvas(info)
    draw(canvas, ...told)
    return canvas.finish()
  }
}

export const makeTickets = drawnBy((canvas, pictures: TicketPictures, pages: readonly TicketPage[]) => {
  for (const page of pages) drawTicket(canvas, page, pictures)
})
export const makeDoorList = drawnBy(drawDoorList)
export const makeReport = drawnBy(drawReport)
export const makeReceipt = drawnBy(drawReceipt)
