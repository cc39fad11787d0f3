import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKey, untilQuiet } from '../harness/box-office.ts'
import { raceForRows } from '../harness/door.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

const { first, client, hall } = await twoOfficesInTwoProcesses()

/**
 * Two processes go on with one file, as after one that was thought dead: each step is done once. Seen red without the number of lines in
 * `noteOutcomes`: the file is at its end before half of its lines were.
 */
it('of two processes that go on with one file, one does each step', async () => {
  const permissions = ['place:write', 'reservation:write'].flatMap((one) => ['--permission', one])
  const key = await createKey(first, hall.slug, permissions)
  const { product, price } = await hall.price('B')
  const event = await hall.event([product])
  const count = 1200
  const lines = Array.from({ length: count }, () => `${randomUUID()};${event};${price}`)
  const body = { kind: 'tickets', content: ['uuid;event;price', ...lines].join('\n') }
  const { uuid } = (await first.send(hall.slug, 'POST', '/api/imports/', { key, body })).json
  await client.query("update import set state = 'importing' where id = $1", [uuid])
  const start = async () => {
    const payload = JSON.stringify({ tenantId: hall.tenantId, importId: uuid })
    for (const job of ['one', 'two'])
      await client.query("select graphile_worker.add_job('run_import', $1::json, job_key => $2)", [payload, job])
  }
  await raceForRows(first, { text: 'select from import where id = $1 for update', values: [uuid] }, 2, start)
  await untilQuiet(client)
  const { rows } = await client.query(
    `select state, done_count, taken_count, known_count,
       (select count(*)::int from ticket where event_id = $2) as tickets,
       (select held from event_counter where event_id = $2) as held
     from import where id = $1`,
    [uuid, event],
  )
  expect(rows).toEqual([
    { state: 'done', done_count: count, taken_count: count, known_count: 0, tickets: count, held: count },
  ])
})
