import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDoor, raceForRows } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'

let first: TestServer
let second: TestServer
let client: pg.Client

beforeAll(async () => {
  first = await startServer()
  second = await startServer({ beside: first })
  client = await first.database.connect()
})

afterAll(async () => {
  await client.end()
  await second.stop()
  await first.stop()
})

/** Seen red without "claimed_at is null" in the update: eight keys, of which seven opened nothing. */
it('gives one key when eight phones open the same code, through two processes', async () => {
  const hall = await openDoor(first, client, 'The Hall')
  await openDoor(first, client, 'Other Place')
  const device = await first.cli('device', 'create', '--tenant', hall.slug, '--name', 'Door 1')
  const url = `/scan/${String(device['token'])}/pair`
  const lock = { text: 'select from device where id = $1 for update', values: [device['device_uuid']] }
  const racers = await raceForRows(first, lock, 8, () =>
    [first, second].flatMap((server) => Array.from({ length: 4 }, () => server.send(hall.slug, 'GET', url))),
  )
  const answers = await Promise.all(racers)
  const keys = answers.filter((answer) => answer.status === 200).map((answer) => answer.json.api_key)
  expect(keys).toHaveLength(1)
  expect(answers.filter((answer) => answer.status !== 200).map((answer) => [answer.status, answer.json.code])).toEqual(
    Array(7).fill([400, 'token_used']),
  )
  const test = await second.send(hall.slug, 'GET', '/scan/test_api/', { key: keys[0] })
  expect(test.status).toBe(200)
})
