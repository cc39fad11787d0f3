import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Waiting lists in the administration: who waits since when, which offers are open, and the way off. */
const { server, client, hall, other } = await twoOffices()
const { soldOut, ask, join, entryOf, entries, cancel, letters, offerOf } = waitingRoomAt(server, client, hall)

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'box@desk.test', '--role', 'box_office')
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'door@desk.test', '--role', 'steward')
const seller = await staffOf(server, hall, 'box@desk.test')
const steward = await staffOf(server, hall, 'door@desk.test')

const path = '/admin/waiting-lists/'
const remove = (uuid: string, by = seller) => by.press(`${path}entries/${uuid}/removal/`, [])

it('shows who waits in the order in which they came, and what is offered until when', async () => {
  const night = await soldOut()
  const [first, second, asked] = [visitor(), visitor(), visitor()]
  await join(night, first, 1)
  await join(night, second, 2)
  await ask(night, asked)
  expect((await seller.show(path)).text).toContain('2 people wait for 3 places')
  const list = await seller.show(`${path}${night.event}/`)
  expect(list.text).toMatch(new RegExp(`${first}.*Waits.*${second}.*Waits.*${asked}.*not confirmed`, 's'))
  await cancel(night.bookings[0])
  const { id } = await offerOf(night, first)
  const offered = await seller.show(`${path}${night.event}/`)
  expect(offered.text).toMatch(new RegExp(`${first}.*/admin/reservations/${id}/.*Offered until`, 's'))
  const all = await seller.show(path)
  expect(all.text).toContain('1 person waits for 2 places · 1 offer open')
  expect((await manager.show(path, 'fr')).text).toContain('1 personne attend 2 places')
  await cancel(id)
  await untilQuiet(client)
  const after = await seller.show(`${path}${night.event}/`)
  expect(after.text).not.toContain(first)
  expect(after.text).toContain(second)
})

/** Seen red without what was not published, is archived or was cancelled left out. */
it('leads to the list of each event that is sold out, also where nobody waits', async () => {
  const names = ['Quiet', 'Awaited', 'Hidden', 'Begun', 'Called off', 'Room left', 'One price gone'] as const
  const nights = new Map<string, string>()
  for (const name of names) {
    if (name === 'One price gone') {
      const [scarce, plenty] = [
        await hall.price('B', { name: 'Balcony', prix: 0, stock: 0 }),
        await hall.price('B', { prix: 0 }),
      ]
      nights.set(name, await hall.event([scarce.product, plenty.product], { name }))
      continue
    }
    const night = await soldOut({ name, capacity: 1 })
    nights.set(name, night.event)
    if (name === 'Awaited') await join(night, visitor(), 2)
    if (name === 'Room left') await cancel(night.bookings[0])
  }
  const change = (name: string, to: string) => client.query(`update event set ${to} where id = $1`, [nights.get(name)])
  await change('Hidden', 'published = false')
  await change('Begun', `starts_at = now() - interval '1 minute'`)
  await change('Called off', 'cancelled_at = now()')
  const words = async (by: typeof seller, language = 'en') =>
    (await by.show(path, language)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const text = await words(seller)
  for (const said of [/Quiet [^,]*, \d\d:\d\d Nobody waits yet/, /One price gone [^,]*, \d\d:\d\d Nobody waits yet/])
    expect(text).toMatch(said)
  expect(text).toMatch(/Awaited, .{1,60} 1 person waits for 2 places/)
  expect(await words(seller, 'fr')).toContain('Personne n’attend pour l’instant')
  for (const name of ['Hidden', 'Begun', 'Called off', 'Room left']) expect(text).not.toContain(name)
  const { text: html } = await seller.show(path)
  expect(html.split(`${path}${nights.get('Awaited')}/`)).toHaveLength(2)
  expect(html).toContain(`${path}${nights.get('Quiet')}/`)
  const list = await seller.show(`${path}${nights.get('Quiet')}/`)
  expect([list.status, list.text.includes('Nobody waits for this event')]).toEqual([200, true])
  expect(await words(stranger)).not.toContain('Quiet')
  expect((await steward.show(path)).status).toBe(403)
})

it('takes somebody off, tells them, and notes who did it', async () => {
  const night = await soldOut()
  const [gone, asked] = [visitor(), visitor()]
  await join(night, gone)
  await ask(night, asked)
  const { uuid } = await entryOf(night, gone)
  const answer = await remove(uuid)
  expect([answer.status, answer.headers['location']]).toEqual([303, `${path}${night.event}/?done=removed`])
  expect((await seller.show(String(answer.headers['location']))).text).toContain('Removed from the list.')
  expect((await remove(uuid)).status).toBe(404)
  expect(await letters(gone, 'waiting_list_ended')).toHaveLength(1)
  expect((await remove((await entryOf(night, asked)).uuid)).status).toBe(303)
  expect(await letters(asked, 'waiting_list_ended')).toEqual([])
  expect(await entries(night)).toEqual([])
  const log = await manager.show(`/admin/audit/?of=${night.event}`)
  expect(log.text.match(/Took somebody off a waiting list/g)).toHaveLength(2)
  expect(log.text).toContain('box@desk.test')
})

it('is neither another organisation’s nor the steward’s', async () => {
  const night = await soldOut()
  const email = visitor()
  await join(night, email)
  const { uuid } = await entryOf(night, email)
  expect((await stranger.show(path)).text).toContain('No event is sold out.')
  expect((await stranger.show(`${path}${night.event}/`)).status).toBe(404)
  expect((await remove(uuid, stranger)).status).toBe(404)
  expect((await steward.show(`${path}${night.event}/`)).status).toBe(403)
  expect((await remove(uuid, steward)).status).toBe(403)
  expect(await entries(night)).toHaveLength(1)
})
