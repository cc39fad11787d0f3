import type pg from 'pg'
import { expect } from 'vitest'
import { visitor } from './booking.ts'
import type { BoxOffice } from './box-office.ts'
import type { TestServer } from './server.ts'
import { visitorAt } from './visitor.ts'

type Booked = { readonly event: string; readonly path: string; readonly id: string; readonly tickets: string[] }

/** Books two tickets on the page and pays them at the desk. */
export async function bookTwo(server: TestServer, office: BoxOffice, eventFields = {}): Promise<Booked> {
  const { price, product } = await office.price('B', { prix: 10 })
  const event = await office.event([product], eventFields)
  const path = await visitorAt(server, office).book(event, price, { email: visitor(), qty: '2' })
  const id = path.split('/')[2] ?? ''
  await office.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  return { event, path, id, tickets: (await office.get(`/api/reservations/${id}/`)).json.tickets }
}

type Given = {
  readonly ticket: string
  /** The links in the mail with the ticket. */
  readonly links: readonly { readonly label: string; readonly url: string }[]
}

/** Gives a ticket to Ben; returns the ticket that replaces it, and the links in the mail that he gets with it. */
export async function giveTicket(
  { server, client, office }: { server: TestServer; client: pg.Client; office: BoxOffice },
  { path }: { readonly path: string },
  ticket = '',
  email = visitor(),
): Promise<Given> {
  const form = { first_name: 'Ben', last_name: 'Bova', email }
  const given = await visitorAt(server, office).submit(`${path}tickets/${ticket}/holder/`, form)
  expect(given.status, given.text).toBe(303)
  const { rows } = await client.query(
    `select document_id as ticket, letter->'links' as links from mail
      where recipient = $1 and kind = 'ticket_given' order by id desc limit 1`,
    [email],
  )
  expect(rows).toHaveLength(1)
  return rows[0]
}
