import type { TestServer } from './server.ts'

/** Has a membership paid again by itself, as if it had been bought so; whom Stripe is asked for, it knows of nothing. */
export async function renewing(server: TestServer, membership: string): Promise<void> {
  const client = await server.database.connect()
  try {
    const { rowCount } = await client.query(
      `insert into renewal (tenant_id, id, provider_id, first_reservation_id, membership_id, period, unit_amount_minor, currency,
         state, renews_at, created_at)
       select tenant_id, gen_random_uuid(), 'sub_' || replace(id::text, '-', ''),
         (select id from reservation where tenant_id = membership.tenant_id limit 1), id, 'month', 400, 'EUR', 'running',
         now() + interval '20 days', now()
       from membership where id = $1`,
      [membership],
    )
    if (rowCount !== 1) throw new Error('there is no such membership')
  } finally {
    await client.end()
  }
}
