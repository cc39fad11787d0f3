import { expect, it } from 'vitest'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, client, hall, other } = await twoOffices()
const email = 'agency@visitors.test'
/** More than the parameters that one statement may have. */
const bookings = 66_000

/**
 * An agency books all its seats under one address, night after night. Seen red with lists of ids as `in (…)`: the page of the
 * erasure, what is kept as a file and the erasure itself were faults, and the person was not forgotten.
 */
it('of somebody with more bookings than a statement has parameters is looked at, told and done', async () => {
  const { product, price } = await hall.price('B')
  const event = await hall.event([product])
  await client.query(
    `insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language, created_at, updated_at)
     select $1, gen_random_uuid(), $2, $3, 'paid', 0, 1, 'en', now(), now() from generate_series(1, $4)`,
    [hall.tenantId, event, email, bookings],
  )
  const own = 'select id from reservation where tenant_id = $1 and booker_email = $2'
  const { rows } = await client.query<{ id: string }>(`${own} limit 1`, [hall.tenantId, email])
  const booking = rows[0]?.id ?? ''
  await client.query(
    `insert into ticket (tenant_id, id, reservation_id, event_id, price_id, first_name, last_name, status, created_at)
     select $1, gen_random_uuid(), id, $3, $4, 'Ada', 'Agency', 'not_scanned', now() from (${own}) as own`,
    [hall.tenantId, email, event, price],
  )
  await client.query(
    `insert into ticket_name_word (tenant_id, ticket_id, word) select tenant_id, id, 'agency' from ticket where tenant_id = $1`,
    [hall.tenantId],
  )
  await client.query('vacuum analyze reservation, ticket, ticket_name_word')
  const theirs = await other.price('B')
  const elsewhere = await other.event([theirs.product])
  await other.book({ event: elsewhere, email, prices: [{ uuid: theirs.price, qty: 1 }] })

  const owner = await staffOf(server, hall)
  const asked = await owner.show(`/admin/reservations/${booking}/erasure/`)
  expect([asked.status, asked.text]).toEqual([200, expect.stringMatching(/66\D?000 /)])
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const told = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
  expect(told.status).toBe(200)
  expect(told.json.organisations[0].reservations).toHaveLength(bookings)
  const erased = await server.send(hall.slug, 'POST', '/account/erasure/', {
    cookie,
    body: '',
    headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(erased.status, erased.text).toBeLessThan(400)

  const left = await client.query(
    `select (select count(*)::int from reservation where booker_email = $1) as bookings,
       (select count(*)::int from ticket where last_name = 'Agency') as named,
       (select count(*)::int from ticket_name_word where word = 'agency') as words`,
    [email],
  )
  // The neighbour's is the neighbour's to forget.
  expect(left.rows).toEqual([{ bookings: 1, named: 0, words: 0 }])
})
