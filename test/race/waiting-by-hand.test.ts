import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Two people press at once, and no job works here. */
const { server, client, hall, other } = await twoOffices({ environment: { ROLE: 'web' } })
const { soldOut, ask, join, statuses, entryOf, cancel, letters, heldAt } = waitingRoomAt(server, client, hall)
const one = await staffOf(server, hall)
const colleague = await staffOf(server, hall, 'admin@example.org', signIn)
const path = '/admin/waiting-lists/'

/** One place is free, and two wait for one each. */
async function freed() {
  const night = await soldOut()
  const emails = [visitor(), visitor()] as const
  for (const email of emails) await join(night, email)
  await cancel(night.bookings[0])
  return { night, emails }
}

const atCounter = (event: string) => ({
  text: 'select from event_counter where event_id = $1 for update',
  values: [event],
})

/** Two guards stand there, as in waiting-list.test.ts: either alone suffices. */
it('what is free is offered once by two who offer it at once', async () => {
  const { night, emails } = await freed()
  const press = (by: typeof one) => by.press(`${path}${night.event}/offers/`, [])
  const answers = await raceForRows(server, atCounter(night.event), 2, () => [press(one), press(colleague)])
  const pressed = await Promise.all(answers)
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(pressed.find(({ status }) => status === 409)?.text).toContain('Nothing is free')
  expect(await statuses(night)).toEqual(['offered', 'waiting'])
  expect(await heldAt(night)).toBe(2)
  expect(await letters(emails[0], 'waiting_list_offer')).toHaveLength(1)
})

/** Seen red without lockCounters in offerToChosen: each of two persons is offered the one place. */
it.each([
  ['the same person', 0],
  ['two persons', 1],
] as const)('one place is offered once by two who choose %s at once', async (_who, second) => {
  const { night, emails } = await freed()
  const chosen = [await entryOf(night, emails[0]), await entryOf(night, emails[second])] as const
  const press = (by: typeof one, { uuid }: { uuid: string }) => by.press(`${path}entries/${uuid}/offer/`, [])
  const answers = await raceForRows(server, atCounter(night.event), 2, () => [
    press(one, chosen[0]),
    press(colleague, chosen[1]),
  ])
  const pressed = await Promise.all(answers)
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect((await statuses(night)).filter((status) => status === 'offered')).toHaveLength(1)
  expect(await heldAt(night)).toBe(2)
})

/** Seen red without lockEvent in deleteEvent: the event is gone, and the entry of whoever was told that they wait. */
it('an event is not deleted while somebody joins its list', async () => {
  const { product, price } = await hall.price('B', { stock: 0 })
  const night = { event: await hall.event([product]), price, bookings: [], path: '' }
  await whileLocked(server, 'lock table mail in share mode', async (release) => {
    const joining = join(night, visitor())
    await untilWaitingForLock(client, 1)
    const deleting = one.press(`/admin/events/${night.event}/deletion/`, [])
    await untilWaitingForLock(client, 2)
    await release()
    expect([(await joining).status, (await deleting).status]).toEqual([201, 409])
  })
  expect(await statuses(night)).toEqual(['waiting'])
})

/** Seen red without lockEvent in closeList: it is closed before somebody has joined. */
it('a list is closed once whoever is joining has joined', async () => {
  const night = await soldOut()
  await whileLocked(server, 'lock table mail in share mode', async (release) => {
    const joining = ask(night, visitor())
    await untilWaitingForLock(client, 1)
    const closing = one.press(`${path}${night.event}/closing/`, [])
    await untilWaitingForLock(client, 2)
    await release()
    expect([(await joining).status, (await closing).status]).toEqual([201, 303])
  })
  expect((await ask(night, visitor())).status).toBe(409)
  // Another organisation's list is not closed.
  expect((await other.get('/api/waiting-list/')).json).toEqual([])
})
