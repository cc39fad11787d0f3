import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { type Fields, listed } from '../harness/forms.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** Forms of events that are sent by several presses at once, through two processes; the other tenant has events alike. */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()
const desks = [await staffOf(first, hall), await staffOf(second, hall)] as const

const starts = '2900-05-05T20:30'
const lookedAt = (text: string) => /name="looked" value="([\da-z ]+)"/.exec(text)?.[1] ?? ''
/** Whoever makes an event has looked whether it is made already, and waits here. */
const untilLooked = ['lock table event in share mode']
const meet = async <T>(count: number, start: () => Promise<T>): Promise<T> => {
  await untilQuiet(client)
  return meetAtLock(first, untilLooked, count, start)
}

async function rowsOf({ slug }: { readonly slug: string }, name: string): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as rows from event join tenant on tenant.id = event.tenant_id
     where tenant.slug = $1 and event.name = $2`,
    [slug, name],
  )
  return rows[0].rows
}

/** Seen red without `makingEvents` in copyEvent: of three presses two are answered by a fault of ours. */
it('makes the dates once when they are asked for several times at once, whichever of them', async () => {
  const event = await hall.event([], { name: 'Weekly', datetime: starts })
  const beside = await other.event([], { name: 'Weekly', datetime: starts })
  const path = `/admin/events/${event}/copies/`
  const key = randomUUID()
  const press = (desk: (typeof desks)[number], fields: Fields) => desk.press(path, listed({ key, ...fields }))
  const fill = async (fields: Fields) => ({ ...fields, looked: lookedAt((await press(desks[0], fields)).text) })
  const row = await fill({ times: '3', every: 'week' })
  const lastOnly = await fill({ date: ['2900-05-26T20:30'] })
  const answers = await meet(4, () =>
    Promise.all([...desks.map((desk) => press(desk, row)), ...desks.map((desk) => press(desk, lastOnly))]),
  )
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  expect(answers.map(({ headers }) => /done=copied-\d/.exec(String(headers['location']))?.[0])).toEqual([
    'done=copied-3',
    'done=copied-3',
    'done=copied-1',
    'done=copied-1',
  ])
  expect([await rowsOf(hall, 'Weekly'), await rowsOf(other, 'Weekly')]).toEqual([4, 1])
  const { status } = await desks[0].press(`/admin/events/${beside}/copies/`, listed({ key, ...row }))
  expect([status, await rowsOf(other, 'Weekly')]).toEqual([404, 1])
})

/** Seen red without the second look in makingEvents. */
it('makes a new event once when its form is sent twice at once', async () => {
  const fields = listed({ key: randomUUID(), name: 'Once', starts: '2900-09-01T20:30', publish: 'yes' })
  const answers = await meet(2, () => Promise.all(desks.map((desk) => desk.press('/admin/events/new/', fields))))
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1)
  expect([await rowsOf(hall, 'Once'), await rowsOf(other, 'Once')]).toEqual([1, 0])
})
