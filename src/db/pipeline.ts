import type pg from 'pg'
import { type DatabaseAddress, setTenantStatement } from './database.ts'
import { openPool } from './pool.ts'

/** One prepared statement; the same name always carries the same text. */
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
  /** A transaction of one statement, begin and commit sent with it: one round trip. */
  runOne<Row extends pg.QueryResultRow>(tenantId: string, statement: Statement): Promise<readonly Row[]>
  close(): Promise<void>
}

/**
 * Connections of their own for what is hot and batched: `connections` batches of different tenants at once. Awaiting
 * each of four statements instead costs a fifth of the throughput (ARCHITECTURE.md, "Batch what is hot").
 */
export function openPipelines(
  address: DatabaseAddress,
  options: { readonly connections: number; readonly name: string },
): Pipelines {
  const pool = openPool({ ...address, pipeline: true }, options)
  return {
    async runOne<Row extends pg.QueryResultRow>(tenantId: string, statement: Statement) {
      const client = (await pool.connect()) as pg.PoolClient & pg.Client
      const { stream } = client.connection
      // In one write, so that the server begins with all of it.
      stream.cork()
      const began = client.query(`begin; ${setTenantStatement(tenantId)}`)
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
    },
    async asTenant(tenantId, work) {
      const client = (await pool.connect()) as pg.PoolClient & pg.Client
      const sent: Promise<unknown>[] = []
      // Every answer is looked at in the end; until then its failure is nobody's unhandled one, which would end the process.
      const kept = <T>(answer: Promise<T>): Promise<T> => {
        answer.catch(() => undefined)
        return answer
      }
      const query = (statement: string | Statement) => {
        writeTogether(client.connection.stream)
        const answer = kept(client.query(statement))
        sent.push(answer)
        return answer
      }
      try {
        void query(`begin; ${setTenantStatement(tenantId)}`)
        const result = await work({
          tenantId,
          send: (statement) => kept(query(statement).then(({ rows }) => rows)),
        })
        void query('commit')
        for (const answer of sent) await answer
        return result
      } catch (error) {
        await Promise.allSettled([...sent, client.query('rollback')])
        throw error
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

/** Whatever is sent before the process next waits goes out in one write: a batch has twenty statements and more. */
function writeTogether(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
