import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Where no mail leaves, no page of staff says that somebody will be told by mail: the server has no SMTP_URL. */
const { server, client, hall, other } = await twoOffices()
const seller = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const full = await hall.price('B', { name: 'Full price', prix: 12 })
const event = await hall.event([full.product])
const none = 'E-\u2060mails are written, but none leaves here: nobody is notified.'
const toldIn = (text: string) => /told by e-.?mail|on their way to|gets one e-.?mail/.exec(text)?.[0]

async function booked(fields = {}) {
  const email = visitor()
  const prices = [{ uuid: full.price, qty: 2 }]
  const { json } = await hall.book({ event, email, prices, ...fields }, { key: hall.key })
  await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  return { id: String(json.uuid), email }
}

/** Seen red with `told` giving every sentence back. */
it('a booking that is cancelled says so, alone and with others', async () => {
  const { id, email } = await booked()
  const page = (await seller.show(`/admin/reservations/${id}/`)).text
  expect([page.includes(none), page.includes(`${email} is told`)]).toEqual([true, false])
  expect((await stranger.show(`/admin/reservations/${id}/`)).status).toBe(404)
  for (const act of ['cancellation', 'mails']) {
    const { text } = await seller.show(`/admin/reservations/several/?act=${act}&id=${id}`)
    expect([text.includes(none), text.includes('are told by')], act).toEqual([true, false])
  }
})

/** Seen red with `toMail` passed over: it named an address that nothing is ever sent to. */
it('a booking made without mails says that, wherever mails leave or not', async () => {
  const { id, email } = await booked({ to_mail: false })
  const { text } = await seller.show(`/admin/reservations/${id}/`)
  expect(text).toContain('The booker is not told by e-\u2060mail: this booking was made without e-\u2060mails.')
  expect([text.includes(none), text.includes(`${email} is told`)]).toEqual([false, false])
})

/** Seen red with the sentence of a server that mails. */
it('a sale at the desk asks for the tickets to be printed', async () => {
  const email = visitor()
  const fields = { key: randomUUID(), event, price: full.price, qty: '1', seen: '1200', method: 'cash', email }
  const { headers } = await seller.press('/admin/sale/', Object.entries(fields))
  const { text } = await seller.show(String(headers['location']))
  expect(text).toContain(`No e-\u2060mail leaves here: print the tickets for ${email}.`)
  expect(toldIn(text)).toBeUndefined()
})

/** Seen red as the first. */
it('what is archived, and the waiting list, promise nobody a mail', async () => {
  const room = waitingRoomAt(server, client, hall)
  const night = await room.soldOut()
  await room.join(night, visitor())
  for (const path of [`/admin/prices/${night.price}/`, `/admin/waiting-lists/${night.event}/`]) {
    const { status, text } = await seller.show(path)
    expect([path, status, text.includes(none), toldIn(text)]).toEqual([path, 200, true, undefined])
  }
})
