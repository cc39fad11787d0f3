import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { isUuid } from '../lib/text.ts'
import { DatabaseFailedError } from './failures.ts'
import { connectMs, type DatabaseAddress, openPool } from './pool.ts'
import type { DB } from './tables.ts'
import { createTenantShares } from './tenant-shares.ts'
import { transact, transactPart } from './transaction.ts'

// Amounts and counts are bigint in SQL and stay far below 2^53; as numbers they are safe to calculate with.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The tables common to all tenants. A server transaction sees only these, so that nothing spans tenants by accident. */
type ServerTables = Pick<
  DB,
  | 'account'
  | 'appearance'
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
  | 'withdrawnEvent'
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
  /**
   * Runs `work` with a database whose transactions of that tenant are parts of one, one after another; `last` is the
   * last of them, and gets what `work` returned. It begins with its first part, so that what comes before holds no connection. A deadlock undoes
   * all of it and has `work` begin again. Transactions of the server and of other tenants stay apart; so that there are connections for
   * them, few are made as one at a time.
   */
  asOne<T>(
    tenantId: string,
    work: (database: Database) => Promise<T>,
    last: (tx: TenantTx, result: T) => Promise<void>,
  ): Promise<T>
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
  const wholesOfTenant = createTenantShares(Math.max(1, Math.floor(share / 2)), connectMs)
  const wholesOfAll = createTenantShares(Math.max(1, Math.floor(options.connections / 2) - 1), connectMs)

  function inTransaction<T>(scope: string, work: Work<T>): Promise<T> {
    return withRetry(() => inOneTry(scope, work))
  }

  async function inOneTry<T>(scope: string, work: Work<T>): Promise<T> {
    const { result, effects } = await collectEffects(work, (noting) => transact(kysely, dialect, scope, noting))
    for (const effect of effects) effect()
    return result
  }

  // What all wait for comes last: a tenant whose connections are all in use waits for them in its own lines alone.
  const beginWhole = (tenantId: string) =>
    openWhole(dialect, (work) =>
      wholesOfTenant(tenantId, () =>
        inShare(tenantId, () => wholesOfAll('', () => inOneTry(setTenantStatement(tenantId), work))),
      ),
    )

  const database: Database = {
    asTenant(tenantId, work) {
      return inShare(tenantId, () =>
        inTransaction(setTenantStatement(tenantId), (tx) => work(Object.assign(tx, { tenantId }))),
      )
    },
    asOne(tenantId, work, last) {
      return withRetry(() =>
        inWhole(beginWhole(tenantId), async ({ part }) => {
          const result = await work({
            ...database,
            asTenant: (id, act) => (id === tenantId ? part(act, tenantId) : database.asTenant(id, act)),
          })
          await part((tx) => last(tx, result), tenantId)
          return result
        }),
      )
    },
    asServer(work) {
      return inTransaction('', (tx) => work(tx as unknown as ServerTx))
    },
    async ping() {
      await requireWritable(kysely)
    },
    async close() {
      await kysely.destroy()
    },
  }
  return database
}

type Whole = ReturnType<typeof openWhole>

async function inWhole<T>(whole: Whole, work: (whole: Whole) => Promise<T>): Promise<T> {
  try {
    const result = await work(whole)
    await whole.end()
    return result
  } catch (error) {
    await whole.undo(error)
    throw error
  }
}

/**
 * A transaction that begins when its first part is asked for, and stays open until `end` or `undo`.
 *
 * @param run runs its work in a transaction, once there is a connection for it
 */
function openWhole(dialect: PostgresDialect, run: (work: Work<void>) => Promise<void>) {
  const ended = Promise.withResolvers<void>()
  // Where it never began nobody waits for its end.
  ended.promise.catch(() => undefined)
  let whole: { readonly tx: Promise<Transaction<DB>>; readonly committed: Promise<void> } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function begin() {
    const begun = Promise.withResolvers<Transaction<DB>>()
    const committed = run((tx) => {
      begun.resolve(tx)
      return ended.promise
    })
    committed.catch(begun.reject)
    return { tx: begun.promise, committed }
  }

  async function runPart<T>(work: Work<T>): Promise<T> {
    whole ??= begin()
    const tx = await whole.tx
    const { result, effects } = await collectEffects(work, (noting) => transactPart(tx, dialect, noting))
    for (const effect of effects) afterCommit(tx, effect)
    return result
  }

  return {
    part<T>(work: (tx: TenantTx) => Promise<T>, tenantId: string): Promise<T> {
      const part = turn.then(() => runPart((tx) => work(Object.assign(tx, { tenantId }))))
      turn = part.catch(() => undefined)
      return part
    },
    async end(): Promise<void> {
      await turn
      ended.resolve()
      await whole?.committed
    },
    async undo(error: unknown): Promise<void> {
      // Of two that were asked for at once, the other may still be under way.
      await turn
      ended.reject(error)
      await whole?.committed.catch(() => undefined)
    },
  }
}

type Work<T> = (tx: Transaction<DB>) => Promise<T>
type Effect = () => void

const afterCommits = new WeakMap<object, Effect[]>()

/** Runs `work` in a transaction of `run`. Returns what is to be done once it has committed, too. */
async function collectEffects<T>(work: Work<T>, run: (noting: Work<T>) => Promise<T>) {
  const effects: Effect[] = []
  const result = await run((tx) => {
    afterCommits.set(tx, effects)
    return work(tx)
  })
  return { result, effects }
}

/** Calls `effect` once the transaction has committed, before its caller goes on; never when it is rolled back. */
export function afterCommit(tx: Transaction<DB> | ServerTx, effect: Effect): void {
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
  return error instanceof pg.DatabaseError && error.code === '23505' && constraintOf(error) === constraint
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

/** Whether the database refused what it was to write: a value that its type does not hold, or a rule of a table. */
export function isOfData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/** The name of the foreign key that refused a statement (a row it names is missing, or something still refers to it), else null. */
export function violatedForeignKey(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23503' ? constraintOf(error) : null
}

/** The table whose rows still refer to what a statement wanted to delete, else null. */
export function referringTable(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23503' ? tableOf(error) : null
}

/**
 * What a rule is called in the schema. A distributed database names the part of the table that refused, in its message alone:
 * `violates unique constraint "reservation_pkey_102093"`.
 */
function constraintOf({ constraint, message }: pg.DatabaseError): string | null {
  return withoutShard(constraint ?? / constraint "([^"]+)"/.exec(message)?.[1])
}

/** As `constraintOf`, the table that still refers to something: the last that the message names. */
function tableOf({ table, message }: pg.DatabaseError): string | null {
  return withoutShard(table ?? / on table "([^"]+)"$/.exec(message)?.[1])
}

const withoutShard = (name: string | undefined) => name?.replace(/_\d{6,}$/, '') ?? null

/** @throws DatabaseFailedError where the database is a replica, or its disk is full */
async function requireWritable(kysely: Kysely<DB>): Promise<void> {
  const asked = sql<{ off: boolean }>`select current_setting('transaction_read_only') = 'off' as off`
  const { rows } = await asked.execute(kysely)
  if (rows[0]?.off !== true) throw new DatabaseFailedError('read_only', 'the database takes no changes')
}
