import type { Answer, SendOptions } from './client.ts'
import { insertTickets, qrCodesOf, type TicketSeed } from './door.ts'
import type { twoDoors } from './two-tenants.ts'

/** The actions of the hall's phone, and what the log keeps of them. */
export function scanningAt({ server, client, hall, phone }: Awaited<ReturnType<typeof twoDoors>>) {
  const post = (path: string, body: unknown, options: SendOptions = {}): Promise<Answer> =>
    server.send(hall.slug, 'POST', path, { key: phone.key, body, ...options })
  return {
    post,
    scan: (body: unknown, options?: SendOptions) => post('/scan/ticket/', body, options),
    check: (body: unknown, options?: SendOptions) => post('/scan/check_ticket/', body, options),
    async ticket(seed: TicketSeed = {}, door = hall): Promise<{ id: string; qr: string }> {
      const [id = ''] = await insertTickets(client, door, seed)
      return { id, qr: (await qrCodesOf(server, door.slug, [id])).get(id) ?? '' }
    },
    async logOf(ticketId: string): Promise<Record<string, unknown>[]> {
      const { rows } = await client.query('select * from scan_log where ticket_id = $1 order by id', [ticketId])
      return rows
    },
    async logSize(): Promise<number> {
      const { rows } = await client.query('select count(*)::int as size from scan_log')
      return rows[0].size
    },
  }
}
