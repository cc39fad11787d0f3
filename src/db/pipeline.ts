import type pg from 'pg'
import { setTenantStatement } from './database.ts'
import type { DatabaseAddress } from './pool.ts'
import { connectMs, openPool, type PoolOptions } from './pool.ts'
import { createTenantShares } from './tenant-shares.ts'

/** One statement, prepared unless its name is empty; the same name always carries the same text. */
export type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] }

/** A transaction of one tenant whose statements are sent without waiting for the answers of those before. */
export type PipelinedTx = {
  readonly tenantId: string
  send<Row extends pg.QueryResultRow>(statement: Statement): Promise<readonly Row[]>
}

export type Pipelines = {
  /**
   * Begin, scope, whatever `work` sends before it first waits: one round trip. What it sends last and the commit: another.
   * A statement nobody waited for still fails the whole transaction. Nothing is tried again.
   *
   * @throws the first error of any statement; nothing is written then
   */
  asTenant<T>(tenantId: string, work: (tx: PipelinedTx) => Promise<T>): Promise<T>
  /**
   * A transaction of one statement, begin and commit sent with it: one round trip.
   *
   * @param lockMs how long it waits for a lock, when that is less than usual
   */
  runOne<Row extends pg.QueryResultRow>(
    tenantId: string,
    statement: Statement,
    lockMs?: number,
  ): Promise<readonly Row[]>
  close(): Promise<void>
}

/**
 * What is prepared is planned once, perhaps while its tables are empty, and the plan kept while they grow. So it is the same whatever
 * they hold (ADR 0211): by indexes and nested loops alone, and of indexes that find as little the newest, for which the depth of a
 * tree must not count. A distributed database plans anew each time: where a statement goes depends on its tenant.
 */
const pinnedPlans = `set cpu_operator_cost = 0;
  set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
  select set_config('plan_cache_mode', case when is_distributed() then 'force_custom_plan' else 'force_generic_plan' end, false)`

/**
 * Connections of their own for what is hot and batched: `connections` batches of different tenants at once, and no more than
 * half of them for one tenant. Awaiting each of four statements instead costs a fifth of the throughput (ARCHITECTURE.md,
 * "Batch what is hot").
 */
export function openPipelines(address: DatabaseAddress, options: PoolOptions): Pipelines {
  const pool = openPool({ ...address, pipeline: true }, options)
  // A connection on which this fails says so at its first statement as well.
  pool.on('connect', (client) => void client.query(pinnedPlans).catch(() => undefined))
  const inShare = createTenantShares(Math.ceil(options.connections / 2), connectMs)

  async function inPipeline<T>(tenantId: string, work: (tx: PipelinedTx) => Promise<T>): Promise<T> {
    const client = (await pool.connect()) as pg.PoolClient & pg.Client
    const sent: Promise<unknown>[] = []
    // Every answer is looked at in the end; until then its failure is nobody's unhandled one, which would end the process.
    const kept = <T>(answer: Promise<T>): Promise<T> => {
      answer.catch(() => undefined)
      return answer
    }
    const query = (statement: string | Statement) => {
      const answer = kept(client.query(statement))
      sent.push(answer)
      return answer
    }
    try {
      void query(`begin; ${setTenantStatement(tenantId)}`)
      const result = await work({ tenantId, send: (statement) => kept(query(statement).then(({ rows }) => rows)) })
      void query('commit')
      for (const answer of sent) await answer
      return result
    } catch (error) {
      await Promise.allSettled([...sent, client.query('rollback')])
      throw error
    } finally {
      client.release()
    }
  }

  return {
    asTenant: (tenantId, work) => inShare(tenantId, () => inPipeline(tenantId, work)),
    runOne: <Row extends pg.QueryResultRow>(tenantId: string, statement: Statement, lockMs?: number) =>
      inShare(tenantId, () => runOne<Row>(pool, tenantId, statement, lockMs)),
    close: () => pool.end(),
  }
}

async function runOne<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  tenantId: string,
  statement: Statement,
  lockMs?: number,
): Promise<readonly Row[]> {
  const client = (await pool.connect()) as pg.PoolClient & pg.Client
  const { stream } = client.connection
  const patience = lockMs === undefined ? '' : `; set local lock_timeout = ${Math.trunc(lockMs)}`
  // In one write, so that the server begins with all of it.
  stream.cork()
  const began = client.query(`begin; ${setTenantStatement(tenantId)}${patience}`)
  const answer = client.query<Row>(statement)
  // Of a transaction that failed, the commit is a rollback.
  const ended = client.query('commit')
  stream.uncork()
  try {
    const [, { rows }] = await Promise.all([began, answer, ended])
    return rows
  } finally {
    await Promise.allSettled([answer, ended])
    client.release()
  }
}
