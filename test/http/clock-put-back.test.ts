import { expect, test } from 'vitest'
import { clockPutBack } from '../harness/bent-clock.ts'
import { visitor } from '../harness/booking.ts'
import { everybodyIsDue, untilTrue } from '../harness/box-office.ts'
import { processOf } from '../harness/server.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, client, hall, other } = await twoOffices({ environment: clockPutBack })

/** Without the look at the clock both would stand for an hour. */
test('the clock is put back by an hour: what it starts goes on, and so do jobs from before', async () => {
  // In tests the clock starts nothing; here it does, and has done so until now, an hour ahead.
  await client.query('drop trigger no_clock on graphile_worker._private_known_crontabs')
  await client.query("update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 hour'")
  const { rows: asked } = await client.query(
    "select id from graphile_worker.add_job('free_orphans', run_at => now() + interval '1 hour')",
  )
  await client.query("update graphile_worker._private_jobs set created_at = now() + interval '1 hour' where id = $1", [
    asked[0].id,
  ])
  // As when its minute ended before it was put back: what the clock starts has a key, and rests where it is.
  await client.query(`select from graphile_worker.add_job('expire_holds', '{"_cron": {}}',
    run_at => now() + interval '1 hour', job_key => 'expire_holds', job_key_mode => 'preserve_run_at')`)
  const holds: string[] = []
  for (const office of [hall, other]) {
    const { product, price } = await office.price('B')
    const event = await office.event([product], { datetime: new Date(Date.now() + 86_400_000).toISOString() })
    const { json } = await office.book({ event, email: visitor(), prices: [{ uuid: price, qty: 1 }] })
    holds.push(json.uuid)
  }
  await client.query("update reservation set expires_at = now() - interval '5 minutes'")
  await everybodyIsDue(client)

  processOf(server).kill('SIGUSR2')
  await untilTrue(async () => {
    const { rowCount } = await client.query('select from graphile_worker._private_jobs where id = $1', [asked[0].id])
    return rowCount === 0
  })
  await untilTrue(async () => {
    const { rowCount } = await client.query("select from reservation where id = any ($1) and status = 'cancelled'", [
      holds,
    ])
    return rowCount === 2
  })
  expect(server.output()).toContain('the clock was put back; the runner is started again')
})
