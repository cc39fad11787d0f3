import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** A name that thousands of tickets bear, among bookings of one state. */
const { server, hall, other } = await twoOffices()

const seller = await staffOf(server, hall)
const stranger = await staffOf(server, other)

async function nightOf(office: typeof hall) {
  const { product, price } = await office.price('B', { prix: 12 })
  const event = await office.event([product], { jauge_max: 6000 })
  return { price, event }
}
const night = await nightOf(hall)
const elsewhere = await nightOf(other)

/** So many guests of one first name, a booking each. */
async function invite(
  by: typeof seller,
  { price, event }: typeof night,
  [first, count, places]: readonly [first: string, count: number, places: number],
): Promise<void> {
  const lines = Array.from({ length: count }, (_, n) => `${first};Number${n};${places}`)
  const text = ['first name;last name;number', ...lines].join('\n')
  const fields = [['list', randomUUID()] as const, ['name', ''] as const, ['price', price] as const]
  const answer = await by.press(`/admin/events/${event}/guests/bookings/`, [...fields, ['text', text]])
  expect(answer.status).toBe(303)
}

const find = async (by: typeof seller, fields: Record<string, string>) => {
  const { text } = await by.show(`/admin/reservations/?${new URLSearchParams(fields)}`)
  return [...text.matchAll(/href="\/admin\/reservations\/([0-9a-f-]{36})\/"/g)].map(([, id = '']) => id)
}

/** Seen red with only the latest of a state looked at, and with the state left out. */
it('is found among the cancelled, and among the settled although all of the latest bear another', async () => {
  await invite(seller, night, ['Marie', 420, 5])
  const found = await find(seller, { q: 'Marie' })
  const [cancelled, kept] = [found.slice(0, 2), found.slice(2)]
  for (const turn of [1, 2]) await invite(seller, night, [`Karim${turn}`, 500, 1])
  await invite(stranger, elsewhere, ['Marie', 2, 1])
  for (const id of cancelled) expect((await hall.post(`/api/reservations/${id}/cancellation/`, {})).status).toBe(200)

  expect(await find(seller, { q: 'Marie', state: 'cancelled' })).toEqual(cancelled)
  const settled = await find(seller, { q: 'Marie', state: 'settled' })
  expect(settled.slice(0, kept.length)).toEqual(kept)
  expect(await find(seller, { q: 'Karim', state: 'cancelled' })).toEqual([])
  expect(await find(stranger, { q: 'Marie', state: 'settled' })).toHaveLength(2)
})
