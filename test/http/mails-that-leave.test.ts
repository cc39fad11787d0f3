import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Where mails leave, pages promise them, and those of a sandbox on the same server do not: the other side of mails-that-stay. */
const mails = await startMailServer()
afterAll(() => mails.stop())
const { server, client, hall } = await twoOffices({ environment: { SMTP_URL: mails.url } })
const playground = await openBoxOffice(server, 'The Playground', '--sandbox')
const offices = [
  [hall, true],
  [playground, false],
] as const

/** Which sentences each of the two offices says. */
async function saidAt(show: (office: (typeof offices)[number][0]) => Promise<string>, ...sentences: string[]) {
  const pages = await Promise.all(offices.map(([office]) => show(office)))
  return pages.map((page) => sentences.map((sentence) => page.includes(sentence)))
}

/** Seen red with `reachesVisitors` always false, and always true. */
it('the page of a booking says that a code was sent', async () => {
  const book = async (office: (typeof offices)[number][0]) => {
    const guest = visitorAt(server, office)
    const { price, product } = await office.price('B', { prix: 0 })
    return (await guest.show(await guest.book(await office.event([product]), price, { email: visitor() }))).text
  }
  expect(await saidAt(book, 'We sent you a code and a link.', 'This site sends no e-\u2060mails')).toEqual([
    [true, false],
    [false, true],
  ])
})

it('a cancelled event says that who booked is told', async () => {
  const cancel = async (office: (typeof offices)[number][0]) => {
    const { product } = await office.price('B')
    const event = await office.event([product])
    expect((await office.post(`/api/events/${event}/cancellation/`, {})).status).toBe(200)
    const { slug } = (await office.get(`/api/events/${event}/`)).json
    return (await visitorAt(server, office).show(`/events/${slug}/`)).text
  }
  expect(await saidAt(cancel, 'is told by e-\u2060mail and refunded', 'Everyone who booked is refunded.')).toEqual([
    [true, false],
    [false, true],
  ])
})

it('whoever waits for a place is told of it by mail', async () => {
  const wait = async (office: (typeof offices)[number][0]) => {
    const room = waitingRoomAt(server, client, office)
    const night = await room.soldOut()
    const email = visitor()
    await room.ask(night, email)
    const [{ path } = { path: '' }] = await room.letters(email, 'waiting_list_confirm')
    const guest = visitorAt(server, office)
    await guest.submit(`${path}confirmation/`, {})
    return (await guest.show(path)).text
  }
  const sentences = ['we will e-\u2060mail you a link to accept.', 'you can accept here.']
  expect(await saidAt(wait, ...sentences)).toEqual([
    [true, false],
    [false, true],
  ])
})

/** Seen red with the words of a server that does not mail. */
it('who signs in is told that a code was sent', async () => {
  const { text } = await visitorAt(server, hall).submit('/sign-in/', { email: visitor() })
  expect(text).toMatch(/Check your inbox.*We have sent a code to .*Code from the e-\u2060mail/s)
})
