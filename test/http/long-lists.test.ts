import { expect, it } from 'vitest'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Lists that only grow are shown a page at a time. Seen red with every line on one page. */
const { server, client, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const names = (text: string, kind: string) => new Set(text.match(new RegExp(`${kind} \\d{3}\\b`, 'g'))).size
const nextOf = (text: string) =>
  [...text.matchAll(/<a class="button quiet" rel="next" href="([^"]+)"/g)].map(([, href]) => href)

it('shows devices and archived devices, each with pages of its own', async () => {
  await client.query(
    `insert into device (tenant_id, id, name, created_at, archived_at)
     select $1, gen_random_uuid(), case when n > 100 then 'Old ' else 'Door ' end || lpad(n::text, 3, '0'), now(),
       case when n > 100 then now() end from generate_series(1, 300) n`,
    [hall.tenantId],
  )
  const show = async (query: string, by = staff) => (await by.show(`/admin/devices/${query}`)).text
  const shown = [await show(''), await show('?page=2'), await show('?archived=3')]
  expect(shown.map((text) => [names(text, 'Door'), names(text, 'Old')])).toEqual([
    [96, 96],
    [4, 96],
    [96, 8],
  ])
  expect(shown.map(nextOf)).toEqual([['?page=2', '?archived=2#archived'], ['?archived=2#archived'], ['?page=2']])
  expect(shown[0]).toContain('Archived (200)')
  expect(shown.map((text) => text.includes('id="archived" open'))).toEqual([false, false, true])
  // New codes for one of the second page.
  const { rows } = await client.query("select id from device where tenant_id = $1 and name = 'Door 100'", [
    hall.tenantId,
  ])
  expect(shown[1]).toContain(`name="device" value="${rows[0].id}"`)
  expect([names(await show('', stranger), 'Door'), nextOf(await show('', stranger))]).toEqual([0, []])
})

it('shows keys and former keys, each with pages of its own', async () => {
  await client.query(
    `insert into api_key (tenant_id, id, account_id, name, prefix, secret_hash, permissions, created_at, revoked_at)
     select $1, gen_random_uuid(), (select account_id from tenant_member where tenant_id = $1 limit 1),
       case when n > 60 then 'Old ' else 'Key ' end || lpad(n::text, 3, '0'), 'x' || lpad(n::text, 7, '0'), '\\x00',
       '{ticket:read}', now() - n * interval '1 minute', case when n > 60 then now() end from generate_series(1, 120) n`,
    [hall.tenantId],
  )
  const show = async (query: string, by = staff) => (await by.show(`/admin/api-keys/${query}`)).text
  const shown = [await show(''), await show('?page=2'), await show('?gone=2')]
  expect(shown.map((text) => names(text, 'Old'))).toEqual([48, 48, 12])
  const keys = shown.map((text) => names(text, 'Key'))
  expect([keys[0], (keys[0] ?? 0) + (keys[1] ?? 0), keys[2]]).toEqual([keys[0], 60, keys[0]])
  expect(nextOf(shown[0] ?? '')).toEqual(['?page=2', '?gone=2#gone'])
  expect(shown[2]).toContain('id="gone" open')
  expect(names(await show('', stranger), 'Key')).toBe(0)
})

it('shows artists that were searched for, and the other pages keep what was asked for', async () => {
  await client.query(
    `insert into artist (tenant_id, id, name, created_at, archived)
     select $1, gen_random_uuid(), case when n > 60 then 'Owl ' else 'Lark ' end || lpad(n::text, 3, '0'), now(), n > 50
     from generate_series(1, 120) n`,
    [hall.tenantId],
  )
  const show = async (query: string, by = staff) => (await by.show(`/admin/artists/${query}`)).text
  const asked = 'q=owl&list=archived'
  const shown = [await show(`?${asked}`), await show(`?${asked}&page=2`)]
  expect(shown.map((text) => [names(text, 'Owl'), names(text, 'Lark')])).toEqual([
    [48, 0],
    [12, 0],
  ])
  expect(shown.map(nextOf)).toEqual([[`?${asked}&page=2`.replaceAll('&', '&amp;')], []])
  expect(names(await show(`?${asked}`, stranger), 'Owl')).toBe(0)
})
