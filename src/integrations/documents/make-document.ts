import { type DocumentInfo, openCanvas } from './canvas.ts'
import { type DoorListDocument, type DoorListRow, drawDoorList } from './door-list-pages.ts'
import { drawReceipt, type ReceiptPage } from './receipt-pages.ts'
import { drawReport, type ReportPage } from './report-pages.ts'
import { drawTicket, type TicketPage } from './ticket-pages.ts'

export async function makeTickets(info: DocumentInfo, pages: readonly TicketPage[]): Promise<Buffer> {
  const canvas = openCanvas(info)
  for (const page of pages) drawTicket(canvas, page)
  return canvas.finish()
}

export async function makeDoorList(
  info: DocumentInfo,
  list: DoorListDocument,
  rows: readonly DoorListRow[],
): Promise<Buffer> {
  const canvas = openCanvas(info)
  drawDoorList(canvas, list, rows)
  return canvas.finish()
}

export async function makeReport(info: DocumentInfo, page: ReportPage): Promise<Buffer> {
  const canvas = openCanvas(info)
  drawReport(canvas, page)
  return canvas.finish()
}

export async function makeReceipt(info: DocumentInfo, page: ReceiptPage): Promise<Buffer> {
  const canvas = openCanvas(info)
  drawReceipt(canvas, page)
  return canvas.finish()
}
