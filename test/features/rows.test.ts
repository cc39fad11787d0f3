import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TenantTx } from '../../src/db/database.ts'
import { deleteRows, sameTenant, selectRows, updateRow, updateRows } from '../../src/db/rows.ts'
import type { DB } from '../../src/db/tables.ts'

const tenantId = '01890000-0000-7000-8000-000000000001'
const kysely = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})
const tx = Object.assign(kysely, { tenantId }) as unknown as TenantTx

// Seen red without the condition in `ofTenant`, and without that of the tenant in `sameTenant`: row-level security hides it elsewhere.
describe('a statement says whose rows it is about', () => {
  it('when it selects, by the name that it has for the table', () => {
    expect(selectRows(tx, 'ticket').select('id').compile()).toMatchObject({
      sql: 'select "id" from "ticket" where "ticket"."tenant_id" = $1',
      parameters: [tenantId],
    })
    expect(selectRows(tx, 'reservationLine as line').select('line.id').compile().sql).toBe(
      'select "line"."id" from "reservation_line" as "line" where "line"."tenant_id" = $1',
    )
  })

  it('when it changes and deletes', () => {
    expect(updateRows(tx, 'mail').set({ failure: null }).compile().sql).toBe(
      'update "mail" set "failure" = $1 where "mail"."tenant_id" = $2',
    )
    expect(updateRow(tx, 'event', tenantId, { name: 'Jam' }).compile().sql).toBe(
      'update "event" set "updated_at" = now(), "name" = $1 where "event"."tenant_id" = $2 and "id" = $3',
    )
    expect(deleteRows(tx, 'mail').compile().sql).toBe('delete from "mail" where "mail"."tenant_id" = $1')
  })

  it('when it joins', () => {
    const joined = selectRows(tx, 'ticket').innerJoin('event', sameTenant('event.id', 'ticket.eventId'))
    expect(joined.select('event.name').compile().sql).toBe(
      'select "event"."name" from "ticket" inner join "event" on "event"."tenant_id" = "ticket"."tenant_id"' +
        ' and "event"."id" = "ticket"."event_id" where "ticket"."tenant_id" = $1',
    )
  })
})
