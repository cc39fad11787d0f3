import type { TestServer } from './server.ts'

/** A row of the books as they are exported; amounts in cents. */
export type Figures = {
  readonly of: string
  readonly day: string
  readonly name: string
  readonly price: string
  readonly rate: string
  readonly count: number
  readonly sold: number
  /** The number of undone hand-outs. */
  readonly creditedCount: number
  readonly credited: number
  readonly net: number
  readonly vat: number
  readonly received: number
  readonly refunded: number
  readonly withdrawn: number
  readonly currency: string
}

type Asking = { readonly slug: string; readonly cookie: string; readonly from?: string; readonly to?: string }

/** Reads the books as staff exports them, in English; names of products must have no commas. */
export async function readFigures(server: TestServer, asking: Asking): Promise<readonly Figures[]> {
  const { slug, cookie, from = '', to = '' } = asking
  const path = `/admin/accounting/figures.csv?from=${from}&to=${to}&form=comma`
  const answer = await server.send(slug, 'GET', path, { cookie, headers: { 'accept-language': 'en' } })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  const [, ...lines] = answer.text.trimEnd().split('\r\n')
  return lines.map((line) => {
    const cells = line.split(',')
    const text = (index: number) => cells[index] ?? ''
    const cents = (index: number) => Math.round(Number(text(index)) * 100)
    return {
      of: text(0),
      day: text(1),
      name: text(2),
      price: text(3),
      rate: text(4),
      count: Number(text(5)),
      sold: cents(6),
      creditedCount: Number(text(7)),
      credited: cents(8),
      net: cents(9),
      vat: cents(10),
      received: cents(11),
      refunded: cents(12),
      withdrawn: cents(13),
      currency: text(14),
    }
  })
}

/** The totals of the rows of one kind. */
export function sumOf(
  figures: readonly Figures[],
  of: string,
  what: 'sold' | 'credited' | 'net' | 'vat' | 'received' | 'refunded' | 'withdrawn',
): number {
  return figures.filter((row) => row.of === of).reduce((sum, row) => sum + row[what], 0)
}
