import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet, untilTrue } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Tickets of a guest list go by mail, which takes its time: how far that is, and who comes first (ADR 0248). */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url } })
const full = await hall.price('B', { prix: 12 })
const [office, stranger] = [await staffOf(server, hall), await staffOf(server, other)]

let held: (() => void)[] = []
afterAll(async () => {
  letGo()
  await mails.stop()
})

/** Keeps mails in DATA, without an answer, until `letGo`. */
function hold(): void {
  mails.beforeAnswer = () => new Promise((answer) => held.push(answer))
}

function letGo(): void {
  mails.beforeAnswer = null
  for (const answer of held) answer()
  held = []
}

async function invite(event: string, text: string) {
  const list = randomUUID()
  const answer = await office.press(`/admin/events/${event}/guests/bookings/`, [
    ['list', list] as const,
    ['name', 'By mail'] as const,
    ['price', full.price] as const,
    ['mail', 'true'] as const,
    ['text', text] as const,
  ])
  expect(answer.status, answer.text).toBe(303)
  return { list, path: `/admin/events/${event}/guests/?list=${list}` }
}
const listOf = (addresses: readonly string[]) => addresses.map((email, at) => `Guest${at} Listed,${email}`).join('\n')
const guests = (count: number) => Array.from({ length: count }, visitor)
const standings = (text: string) =>
  [...text.matchAll(/class="standing [a-z]+">(.*?)<\/span>(?=<\/td>)/gs)].map(([, word = '']) =>
    word.replace(/<[^>]*>/g, '').trim(),
  )

describe('the page of a guest list', () => {
  /** Seen red with every booking of a list counted, and with what waits counted as mailed. */
  it('says how many tickets are mailed, whose are not, and who that is, in both languages', async () => {
    const event = await hall.event([full.product])
    const addresses = guests(6)
    const [refusing = ''] = addresses
    mails.answers.set(refusing, 550)
    hold()
    const { path } = await invite(event, `${listOf(addresses)}\nNobody Reachable`)
    await untilTrue(async () => held.length === 4)
    await untilTrue(async () => (await office.show(path)).text.includes('Invited, address refused'))

    const during = (await office.show(path)).text
    expect(during).toContain('Tickets e-\u2060mailed to 0 of 6 guests')
    expect(during).toContain('The tickets of 5 guests are on their way')
    expect(during).toContain('The tickets of 1 guest have not been e-\u2060mailed')
    expect(during).toMatch(/<progress value="0" max="6"/)
    expect(standings(during).toSorted()).toEqual([
      '! Invited, address refused',
      ...Array.from({ length: 5 }, () => '◔ Invited, tickets on their way'),
      '✓ Invited',
    ])
    const french = (await office.show(path, 'fr')).text
    expect(french).toContain('Billets envoyés à 0 invité sur 6')
    expect(french).toContain('Les billets de 5 invités sont en cours d’envoi')
    const lists = (await office.show(`/admin/events/${event}/guests/`)).text
    expect(lists).toContain('Tickets e-\u2060mailed to 0 of 6 guests')
    expect((await stranger.show(path)).status).toBe(404)

    letGo()
    await untilQuiet(client)
    const after = (await office.show(path)).text
    expect(after).toContain('Tickets e-\u2060mailed to 5 of 6 guests')
    expect(after).not.toContain('on their way')
    expect(after).not.toContain('Look again')
    mails.answers.clear()
  })
})

describe('tickets of guests', () => {
  /** Seen red with guests' tickets delivered by the same job as everybody's: the booker's came last. */
  it('are mailed behind those of who booked', async () => {
    const event = await hall.event([full.product])
    const before = mails.mails.length
    hold()
    await invite(event, listOf(guests(30)))
    await untilTrue(async () => held.length === 4)
    const email = visitor()
    const { json } = await hall.book({ event, email, prices: [{ uuid: full.price, qty: 1 }] })
    await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
    letGo()
    await untilQuiet(client)
    const tickets = mails.mails.slice(before).filter(({ subject }) => subject?.startsWith('Your tickets'))
    expect(tickets).toHaveLength(31)
    // Four that were in DATA, and as many that slots may have taken with it.
    expect(tickets.findIndex(({ recipient }) => recipient === email)).toBeLessThan(10)
  })
})
