import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey, hoursAhead, untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let first: TestServer
let second: TestServer
let client: pg.Client
let festival: Festival
let other: Festival

beforeAll(async () => {
  first = await startServer()
  second = await startServer({ beside: first })
  client = await first.database.connect()
  festival = await openFestival('The Fair')
  other = await openFestival('The Other')
})

afterAll(async () => {
  await client?.end()
  await second?.stop()
  await first?.stop()
})

type Festival = {
  call(server: TestServer, method: string, path: string, body: object): Promise<Answer>
  create(path: string, body: object): Promise<string>
}

async function openFestival(organisation: string): Promise<Festival> {
  const { slug } = await first.cli(
    'tenant',
    'create',
    '--organisation',
    organisation,
    '--category',
    'F',
    '--email',
    'ada@example.org',
  )
  const key = await createKey(first, String(slug), ['--permission', 'event:write'])
  const call = (server: TestServer, method: string, path: string, body: object) =>
    server.send(String(slug), method, path, { key, body })
  return {
    call,
    async create(path, body) {
      const answer = await call(first, 'POST', path, body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.json.uuid
    },
  }
}

let number = 0

/** An event, its name not said before, at a location of the festival. */
const nightAt = (location: string) => ({ name: `Night ${++number}`, datetime: hoursAhead(24), location })

async function atLocation(name: string, owner = festival) {
  const location = await owner.create('/api/locations/', { name, city: 'Lyon' })
  const event = await owner.create('/api/events/', nightAt(location))
  return {
    location,
    event,
    rename: (to: string) => owner.call(second, 'PATCH', `/api/locations/${location}/`, { name: to }),
    publish: () => owner.call(first, 'POST', '/api/events/', nightAt(location)),
    change: (body: object) => owner.call(first, 'PATCH', `/api/events/${event}/`, body),
  }
}

/** Where the calendar that all share says that an event is. */
async function placesOf(...events: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query(
    `select location_name from unnest($1::uuid[]) with ordinality as wanted (id, number)
     left join calendar_entry on event_id = wanted.id order by number`,
    [events],
  )
  return rows.map((row) => row.location_name)
}

/**
 * Holds a table that `ahead` is about to write, lets `behind` come, and lets both go once it waits as well. Where nothing
 * makes it wait it has been answered by then, and the end shows.
 */
async function inTurn(
  table: string,
  ahead: () => Promise<Answer>,
  behind: () => Promise<Answer>,
): Promise<readonly [Answer, Answer]> {
  const watcher = await first.database.connect()
  // A job that writes there would be taken for the one ahead.
  await untilQuiet(watcher)
  const answers = await whileLocked(first, `lock table ${table} in share mode`, async (release) => {
    const one = ahead()
    await untilWaitingForLock(watcher, 1)
    const two = behind()
    await Promise.race([untilWaitingForLock(watcher, 2).catch(() => undefined), two])
    await release()
    return Promise.all([one, two])
  })
  await watcher.end()
  return answers
}

/** Both were seen red without the lock in lockLocation: the new event kept the name that was gone. */
it.each(['publishing', 'renaming'] as const)(
  'of publishing at a location and renaming it, the %s comes first: the calendar has the new name',
  async (ahead) => {
    const [hall, theirs] = [await atLocation('Old'), await atLocation('Old', other)]
    const rename = () => hall.rename('New')
    const [one, two] = await (ahead === 'publishing'
      ? inTurn('calendar_entry', hall.publish, rename)
      : inTurn('calendar_entry', rename, hall.publish))
    const [published, renamed] = ahead === 'publishing' ? [one, two] : [two, one]
    expect([published.status, renamed.status]).toEqual([201, 200])
    expect(await placesOf(hall.event, published.json.uuid, theirs.event)).toEqual(['New', 'New', 'Old'])
    const home = await first.send('meta', 'GET', '/', { headers: { accept: 'text/html' } })
    expect(home.text).toContain(published.json.name)
  },
)

/**
 * Seen red without the lock of the events in relocateCalendarEntries, with the renaming ahead: the event was said to be
 * where it had left.
 */
it.each(['move', 'renaming'] as const)(
  'of an event that moves away and the renaming of where it was, the %s comes first: the calendar has where it is',
  async (ahead) => {
    const [hall, barn] = [await atLocation('Hall'), await atLocation('Barn')]
    const move = () => hall.change({ location: barn.location })
    const rename = () => hall.rename('Old hall')
    const [one, two] = await (ahead === 'move'
      ? inTurn('calendar_entry', move, rename)
      : inTurn('calendar_entry', rename, move))
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await placesOf(hall.event, barn.event)).toEqual(['Barn', 'Barn'])
  },
)

/**
 * The change holds its event and wants the location, the renaming the other way round: the database refuses one, and it is
 * done again. Seen red without the deadlock among the states that withRetry tries again: a 500.
 */
it('a change of an event and the renaming of its location are both made when each waits for the other', async () => {
  const hall = await atLocation('Hall')
  const [changed, renamed] = await inTurn(
    'event_product',
    () => hall.change({ products: [], short_description: 'Loud' }),
    () => hall.rename('Great hall'),
  )
  expect([changed.status, renamed.status]).toEqual([200, 200])
  expect(await placesOf(hall.event)).toEqual(['Great hall'])
})
