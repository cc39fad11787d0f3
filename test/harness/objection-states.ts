import { one, visitor } from './booking.ts'
import type { BoxOffice } from './box-office.ts'
import { outboxMailTo } from './outbox.ts'
import { type PageState, press } from './page-state.ts'
import type { TestServer } from './server.ts'
import { originOf } from './sign-in.ts'

/** The pages behind the objection link in a message of an organisation: before its button and after it, and with a cut link. */
export async function objectionStates(server: TestServer, hall: BoxOffice): Promise<PageState[]> {
  const { product, price } = await hall.price('B', { name: 'Full price', prix: 12 })
  const event = await hall.event([product], { name: 'Night of the words' })
  const email = visitor()
  const { json } = await hall.book({ event, email, prices: one(price) })
  await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  await hall.post(`/api/events/${event}/messages/`, { subject: 'Doors', message: 'Come early.' })
  // The receipt may arrive after the message.
  const path = /\/objection\/[\w-]+\//.exec(await outboxMailTo(server, email, '/objection/'))?.[0]
  const url = originOf(server, hall.slug) + path
  return [
    { name: 'a link to object', route: 'GET /objection/:token/', url },
    { name: 'a link to object, cut', route: 'GET /objection/:token/', url: url.slice(0, -3), status: 404 },
    { name: 'objected', route: 'POST /objection/:token/', url, act: press },
  ]
}
