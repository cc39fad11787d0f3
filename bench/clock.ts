import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type Bench, type Measure, median } from './lib/figures.ts'
import { startService } from './lib/service.ts'
import { openShop } from './lib/shop.ts'

const sizes = [10, 10_000]
const rounds = ['expire_holds', 'tend_payments', 'offer_freed_places']

/** What goes on every minute however little there is to do. */
export const clockBench: Bench = {
  name: 'The clock',
  notes: [
    'One after the other: the end of holds, the look at payments, places for those who wait; from asking for the first until the last is done.',
    'Organisations that have nothing to do, beside one that sells; the median of five, after one unmeasured.',
    'Each of them looked at every minute, as before ADR 0247: with 10,000 the whole run was broken off after 110 s, before a first round was done.',
  ],
  async run(log) {
    const service = await startService({})
    const client = await service.connect()
    try {
      const shop = await openShop(service)
      const measures: Measure[] = []
      let there = 0
      for (const size of sizes) {
        await addIdle(client, shop.tenantId, { from: there + 1, to: size })
        there = size
        await runRounds(client)
        const times: number[] = []
        for (let round = 1; round <= 5; round++) times.push(await runRounds(client))
        const value = `${median(times).toFixed(0)} ms`
        log(`${size}: ${value}`)
        measures.push({ name: `a minute's rounds, ${size} organisations that rest`, value, target: null })
      }
      return measures
    } finally {
      await client.end()
      await service.stop()
    }
  },
}

async function addIdle(client: pg.Client, sample: string, { from, to }: { from: number; to: number }): Promise<void> {
  await client.query(
    `insert into tenant select copied.* from tenant, generate_series($2::int, $3::int) n,
       lateral jsonb_populate_record(tenant, jsonb_build_object('id', gen_random_uuid(), 'slug', 'idle-' || n)) copied
     where tenant.id = $1`,
    [sample, from, to],
  )
  await client.query('analyze tenant')
}

/** Milliseconds. */
async function runRounds(client: pg.Client): Promise<number> {
  const startedAt = performance.now()
  for (const job of rounds) {
    const { rows } = await client.query('select id from graphile_worker.add_job($1)', [job])
    const left = 'select from graphile_worker._private_jobs where id = $1'
    while ((await client.query(left, [rows[0].id])).rowCount !== 0) await delay(2)
  }
  return performance.now() - startedAt
}
