import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { isUuid } from '../lib/text.ts'
import { DatabaseFailedError } from './failures.ts'
import { connectMs, type DatabaseAddress, openPool } from './pool.ts'
import type { DB } from './tables.ts'
import { createTenantShares } from './tenant-shares.ts'
import { transact } from './transaction.ts'

// Amounts and counts are bigint in SQL and stay far below 2^53; as numbers they are safe to calculate with.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The tables common to all tenants. A server transaction sees only these, so that nothing spans tenants by accident. */
type ServerTables = Pick<
  DB,
  | 'account'
  | 'calendarEntry'
  | 'domain'
  | 'domainClaim'
  | 'dueWork'
  | 'federationMember'
  | 'nfcCard'
  | 'rateCounter'
  | 'serverSetting'
  | 'knownBrowser'
  | 'passkey'
  | 'recoveryCode'
  | 'pageReport'
  | 'session'
  | 'signInLink'
  | 'tenant'
  | 'tenantRequest'
>

/**
 * A transaction in the scope of one tenant. Only `asTenant` makes one, and queries accept nothing else, so a query
 * outside a tenant does not compile. Every statement also says `tenant_id = tx.tenantId` itself (ARCHITECTURE.md).
 */
export type TenantTx = Transaction<DB> & { readonly tenantId: string }

/** A transaction of the server itself, over the directory and accounts. */
export type ServerTx = Transaction<ServerTables>

/** A tenant's transaction sees the server's tables too; this is the way to pass it to the queries over those. */
export function serverSide(tx: TenantTx): ServerTx {
  return tx as unknown as ServerTx
}

export type Database = {
  /**
   * Runs `work` in one transaction of that tenant; a deadlock or serialisation failure runs it again, three times at most.
   * What it asks for at once travels together: begin and scope with the first statement.
   */
  asTenant<T>(tenantId: string, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction over the server's own tables; tenant tables answer with an error there. */
  asServer<T>(work: (tx: ServerTx) => Promise<T>): Promise<T>
  /** @throws what keeps the database from answering, or from taking changes */
  ping(): Promise<void>
  close(): Promise<void>
}

/** @param options `inShares`: no tenant has more than half of the connections at a time */
export function openDatabase(
  address: DatabaseAddress,
  options: { readonly connections: number; readonly inShares?: boolean },
): Database {
  const pool = openPool({ ...address, pipeline: true }, { connections: options.connections, name: 'guichet' })
  const dialect = new PostgresDialect({ pool })
  const kysely = new Kysely<DB>({ dialect, plugins: [new CamelCasePlugin()] })
  const share = Math.ceil(options.connections / (options.inShares === false ? 1 : 2))
  const inShare = createTenantShares(share, connectMs)

  function inTransaction<T>(scope: string, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    return withRetry(async () => {
      const afterwards: (() => void)[] = []
      const result = await transact(kysely, dialect, scope, (tx) => {
        afterCommits.set(tx, afterwards)
        return work(tx)
      })
      for (const effect of afterwards) effect()
      return result
    })
  }

  return {
    asTenant(tenantId, work) {
      return inShare(tenantId, () =>
        inTransaction(setTenantStatement(tenantId), (tx) => work(Object.assign(tx, { tenantId }))),
      )
    },
    asServer(work) {
      return inTransaction('', (tx) => work(tx as unknown as ServerTx))
    },
    async ping() {
      const { rows } = await sql<{
        off: boolean
      }>`select current_setting('transaction_read_only') = 'off' as off`.execute(kysely)
      if (rows[0]?.off !== true) throw new DatabaseFailedError('read_only', 'the database takes no changes')
    },
    async close() {
      await kysely.destroy()
    },
  }
}

const afterCommits = new WeakMap<object, (() => void)[]>()

/** Calls `effect` once the transaction has committed, before its caller goes on; never when it is rolled back. */
export function afterCommit(tx: TenantTx | ServerTx, effect: () => void): void {
  const effects = afterCommits.get(tx)
  if (!effects) throw new Error('not a transaction of this database')
  effects.push(effect)
}

/**
 * `SET LOCAL` and not `set_config()`: only the statement reaches the workers of a distributed PostgreSQL. It takes no
 * parameters, hence the check of the literal.
 */
export function setTenantStatement(tenantId: string): string {
  if (!isUuid(tenantId)) throw new Error('a tenant id is a uuid')
  return `set local app.tenant_id = '${tenantId}'`
}

const retriedStates = new Set(['40001', '40P01'])

/** Runs `work` again after a deadlock or a serialisation failure, three times at most. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 3 || !retriedStates.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** The SQLSTATE of an error thrown by the driver, else null. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/** True when `error` is a unique violation of that index or constraint: the second lock behind a rule. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** Makes something, once more where two asked at once and the other was quicker: the second time finds what there is. */
export async function againIfMade<T>(primaryKey: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (violates(error, primaryKey)) return make()
    throw error
  }
}

/** The name of the foreign key that refused a statement (a row it names is missing, or something still refers to it), else null. */
export function violatedForeignKey(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23503' ? (error.constraint ?? null) : null
}
