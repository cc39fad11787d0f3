import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type KyselyConfig,
  Transaction,
} from 'kysely'

/** What begins a transaction or a part of one, keeps what was done in it, and undoes it. */
type Words = { readonly begin: string; readonly keep: string; readonly undo: string }

const ofPart: Words = { begin: 'savepoint part', keep: 'release savepoint part', undo: 'rollback to savepoint part' }

/** Whatever of Kysely's can be executed. */
type Sendable = { execute(): Promise<unknown> }

const lastOnes = new WeakMap<object, Sendable[]>()

/**
 * Sends a statement together with the commit, once everything else is done: what it locks is held for no round trip of ours. It
 * fails the transaction as any other.
 */
export function sendWithCommit(tx: object, statement: Sendable): void {
  const last = lastOnes.get(tx)
  if (!last) throw new Error('not a transaction of this database')
  last.push(statement)
}

/**
 * A transaction on a pipelined connection. Kysely's own waits for each statement before it sends the next, for `begin` and the
 * scope too; here what is asked for at once is sent at once, and answered in that order.
 *
 * @param scope set for the transaction, together with its begin; '': nothing
 */
export function transact<DB, T>(
  kysely: Kysely<DB>,
  dialect: Dialect,
  scope: string,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const begin = scope === '' ? 'begin' : `begin; ${scope}`
  return carryOut(kysely, dialect, { begin, keep: 'commit', undo: 'rollback' }, work)
}

/** As `transact`, within a transaction, where one part comes after another: of one that fails nothing is left, and what follows may go on. */
export function transactPart<DB, T>(
  whole: Transaction<DB>,
  dialect: Dialect,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return carryOut(whole, dialect, ofPart, work)
}

function carryOut<DB, T>(
  within: Kysely<DB>,
  dialect: Dialect,
  { begin, keep, undo }: Words,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const config: KyselyConfig = { dialect }
  const executor = within.getExecutor()
  return executor.provideConnection(async (connection) => {
    const unanswered = new Set<Promise<unknown>>()
    const last: Sendable[] = []
    let hasEnded = false
    // The caller looks at the answer, or the end does; until then a failure is nobody's unhandled one.
    const kept = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      unanswered.add(answer)
      const forget = () => unanswered.delete(answer)
      answer.then(forget, forget)
      return answer
    }
    const provideConnection = <Answer>(use: (connection: DatabaseConnection) => Promise<Answer>) => {
      if (hasEnded) return Promise.reject(new Error('the transaction has ended'))
      return kept(use(connection))
    }
    const send = (text: string) => kept(connection.executeQuery(CompiledQuery.raw(text)))
    const tx = new Transaction<DB>({
      config,
      dialect,
      driver: dialect.createDriver(),
      executor: executor.withConnectionProvider({ provideConnection }),
    })
    lastOnes.set(tx, last)
    const begun = send(begin)
    try {
      // Without a scope a statement whose begin has failed would be carried out by itself.
      if (begin === 'begin') await begun
      const result = await work(tx)
      const sent = last.map((statement) => kept(statement.execute()))
      hasEnded = true
      for (const answer of [begun, ...sent, send(keep)]) await answer
      return result
    } catch (error) {
      hasEnded = true
      void send(undo)
      await Promise.allSettled(unanswered)
      // What follows a failed begin fails because of it.
      await begun
      throw error
    }
  })
}
