import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'

/** What the log names by an id, with its present name. */
export type Subject = {
  readonly kind: SubjectKind
  /** The id that its page has; for a ticket that of its reservation, which has the page. */
  readonly pageId: string
  readonly name: string
}

export type SubjectKind =
  | ('event' | 'product' | 'price' | 'location' | 'stage' | 'project' | 'artist' | 'option')
  | ('device' | 'webhook' | 'api_key' | 'account' | 'reservation')

type Row = Subject & { readonly id: string }

/** Lists the subjects of the ids that still exist; an account only where it works for this organisation. */
export async function listSubjects(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, Subject>> {
  if (ids.length === 0) return new Map()
  const tenantId = tx.tenantId
  const wanted = sql`any(${[...new Set(ids)]}::uuid[])`
  const { rows } = await sql<Row>`
    select 'event' as kind, id, id as page_id, name from event where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'product', id, id, name from product where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'price', id, id, name from price where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'location', id, id, name from location where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'stage', id, id, name from stage where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'project', id, id, name from project where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'artist', id, id, name from artist where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'option', id, id, name from ticket_option where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'device', id, id, name from device where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'webhook', id, id, name from webhook where tenant_id = ${tenantId} and id = ${wanted} and archived_at is null
    union all select 'api_key', id, id, name from api_key where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'reservation', id, id, '' from reservation where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'reservation', id, reservation_id, '' from ticket where tenant_id = ${tenantId} and id = ${wanted}
    union all select 'account', account.id, account.id, account.email from account
      join tenant_member on tenant_member.account_id = account.id
      where tenant_member.tenant_id = ${tenantId} and account.id = ${wanted}`.execute(tx)
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}
