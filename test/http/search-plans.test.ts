import pg from 'pg'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { openBoxOffice } from '../harness/box-office.ts'
import { createTestDatabase } from '../harness/database.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { fillTables, stopAutovacuum } from '../harness/filled-tables.ts'
import { listIndexes, readPlan, readsOf } from '../harness/plans.ts'
import { startServer } from '../harness/server.ts'
import { staffOf } from '../harness/staff.ts'

/** What the search of the administration adds to the searches of the lists reads a few rows, with no statistics too (ADR 0287). */
const proxy = await startDatabaseProxy(inject('databaseServer'))
const own = await createTestDatabase()
const server = await startServer({ database: { ...own, url: proxy.address(own.url) } })
const client = await own.connect()
afterAll(async () => {
  await client.end()
  await server.stop()
  await proxy.stop()
})

/**
 * Seen red without `offset 0` in isNamed, and now and then with an indexed word: the words of every ticket were read for those of five
 * bookings.
 */
it('looks at the tickets of the bookings that are shown, one by one', async () => {
  const [hall, other] = [await openBoxOffice(server, 'The Hall'), await openBoxOffice(server, 'The Other')]
  await stopAutovacuum(client)
  await client.query('alter table ticket_name_word set (autovacuum_enabled = off)')
  for (const { tenantId } of [hall, other]) await fillTables(client, tenantId, { tickets: 5000, events: 10 })
  await client.query(`insert into ticket_name_word (tenant_id, ticket_id, word)
    select tenant_id, id, word from ticket, unnest(array['guest', 'number']) word`)
  // Of two indexes that seem to cost the same, the smaller one is taken.
  await client.query('reindex index ticket_name_by_word')
  const staff = await staffOf(server, hall)
  proxy.take()
  expect((await staff.show('/admin/search/?q=guest+number')).status).toBe(200)
  const sent = proxy.take().statements.filter(({ text }) => text.includes('"ticket"."reservation_id" = any('))
  expect(sent).toHaveLength(1)
  const app = new pg.Client({ connectionString: own.url })
  onTestFinished(() => app.end())
  await app.connect()
  const indexes = await listIndexes(client)
  for (const statement of sent) {
    const reads = readsOf(await readPlan(app, hall.tenantId, statement, 'force_custom_plan'), indexes)
    expect(reads).toContain('ticket tenant_id, reservation_id (one)')
    expect(reads.filter((read) => read.startsWith('ticket_name_word'))).toEqual(
      Array(2).fill('ticket_name_word tenant_id, ticket_id'),
    )
  }
})
