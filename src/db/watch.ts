import pg from 'pg'

/** Looks after a query on this connection until it is answered. */
export type Watch = (client: pg.Client) => () => void

/** A query that takes longer makes one ask whether the server answers at all. */
const suspiciousMs = 3_000
const probeMs = 2_000
/** How long a connection may take to answer when its other end has gone, while the server answers others. */
const graceMs = 5_000

/**
 * A server that takes packets and never answers is found in five seconds, whatever a statement may take: while a query is
 * unanswered a new connection is tried, one for all that wait. Without an answer there, the query's connection is given up.
 *
 * @param statementMs after which the server itself should have ended the query; 0: it never does
 */
export function createWatch(address: pg.ClientConfig, statementMs: number): Watch {
  let probing: Promise<boolean> | null = null
  const probe = () => {
    probing ??= answers(address).finally(() => {
      probing = null
    })
    return probing
  }

  return (client) => {
    const askedAt = performance.now()
    let isAnswered = false
    let timer = setTimeout(look, suspiciousMs)

    async function look(): Promise<void> {
      const isOverdue = statementMs > 0 && performance.now() - askedAt > statementMs + graceMs
      const isGone = isOverdue || !(await probe())
      if (isAnswered) return
      if (isGone) client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'))
      else timer = setTimeout(look, suspiciousMs)
    }

    return () => {
      isAnswered = true
      clearTimeout(timer)
    }
  }
}

/** True when the server says anything, be it that it is full. */
async function answers(address: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...address, application_name: 'guichet probe', connectionTimeoutMillis: probeMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    void client.end().catch(() => undefined)
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  }
}
