import { DatabaseFailedError } from './failures.ts'

/** Runs `work` when less than its share is under way for this tenant. @throws DatabaseFailedError `crowded` after waiting in vain */
export type TenantShares = <T>(tenantId: string, work: () => Promise<T>) => Promise<T>

type Line = { running: number; readonly waiting: (() => void)[] }

/**
 * Gives one tenant at most `most` of the shared connections at a time: one that holds up its own rows holds up nobody else.
 *
 * @param waitMs how long its turn is waited for
 */
export function createTenantShares(most: number, waitMs: number): TenantShares {
  const lines = new Map<string, Line>()

  return async (tenantId, work) => {
    const line = lines.get(tenantId) ?? { running: 0, waiting: [] }
    lines.set(tenantId, line)
    if (line.running < most) line.running++
    else await turn(line, waitMs)
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      // The next in line takes the place over.
      if (next) next()
      else if (--line.running === 0) lines.delete(tenantId)
    }
  }
}

function turn({ waiting }: Line, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(come), 1)
      reject(new DatabaseFailedError('crowded', 'the connections that one tenant may use were all in use'))
    }, waitMs)
    const come = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(come)
  })
}
