import type pg from 'pg'
import { setTenantStatement } from '../../db/database.ts'

type OfTenant = { readonly tenantId: string; readonly slug: string }

/**
 * Reads rows of every organisation that is not archived, tenant by tenant, as everything that spans them.
 *
 * @param text a statement whose `$1` is the tenant
 */
export async function rowsOfTenants<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
): Promise<readonly (Row & OfTenant)[]> {
  const tenants = await client.query<{ id: string; slug: string }>(
    'select id, slug from tenant where archived_at is null order by slug',
  )
  const found: (Row & OfTenant)[] = []
  await client.query('begin read only')
  try {
    for (const { id, slug } of tenants.rows) {
      await client.query(setTenantStatement(id))
      const { rows } = await client.query<Row>(text, [id])
      found.push(...rows.map((row) => ({ ...row, tenantId: id, slug })))
    }
  } finally {
    await client.query('rollback')
  }
  return found
}
