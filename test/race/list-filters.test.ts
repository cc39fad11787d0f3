import { expect, it } from 'vitest'
import { untilWaitingForLock } from '../harness/database.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** The last filter of a list is kept three times at once, through two processes; the other organisation keeps filters alike. */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()
const desks = [await staffOf(first, hall), await staffOf(second, hall)] as const
const beside = await staffOf(first, other)

type Desk = Awaited<ReturnType<typeof staffOf>>
const keep = (desk: Desk, name: string, shared: boolean) =>
  desk.press('/admin/filters/', [
    ['list', 'reservations'],
    ['query', `state=to_pay&event=${name}`],
    ['name', name],
    ...(shared ? [['shared', 'true'] as const] : []),
  ])
const countOf = async (slug: string, shared: boolean): Promise<number> =>
  (
    await client.query(
      `select count(*)::int as rows from list_filter join tenant on tenant.id = list_filter.tenant_id
       where tenant.slug = $1 and (account_id is null) = $2`,
      [slug, shared],
    )
  ).rows[0].rows

/** Seen red without the lock of the tenant in keepFilter: nobody waits for the one who keeps the twentieth, and 22 are kept. */
it.each([false, true])('keeps twenty at most, for everybody: %s', async (shared) => {
  for (let number = 1; number < 20; number++) expect((await keep(desks[0], `No. ${number}`, shared)).status).toBe(303)
  await client.query('begin')
  await client.query('select from tenant where slug = $1 for no key update', [hall.slug])
  await client.query(
    `insert into list_filter select tenant_id, gen_random_uuid(), account_id, list, 'The twentieth', query, now()
     from list_filter where name = 'No. 1' and (account_id is null) = $1`,
    [shared],
  )
  const racers = Promise.all(desks.map((desk, index) => keep(desk, `Last ${index}`, shared)))
  await untilWaitingForLock(client, 2)
  expect((await keep(beside, 'Last', shared)).status).toBe(303)
  await client.query('commit')
  expect((await racers).map(({ status }) => status)).toEqual([400, 400])
  expect([await countOf(hall.slug, shared), await countOf(other.slug, shared)]).toEqual([20, 1])
})
