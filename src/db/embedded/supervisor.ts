import { setTimeout as delay } from 'node:timers/promises'
import { prepareSocketDirectory } from './cluster.ts'
import { giveUpDiskReserve } from './disk-reserve.ts'
import { messageOf } from './errors.ts'
import { clearLeftovers } from './leftovers.ts'
import { type ServerProcess, type ServerSpec, startServer, stopServer } from './server-process.ts'

export type Supervisor = { stop(): Promise<void> }

/** Before each start after the one before failed; the last for ever: what keeps it down may be mended at any time. */
const pausesMs = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** A server that ran for so long before it died begins with the first pause again. */
const steadyMs = 60_000
/** The pause, by its place, before a server is started again that had come up and died sooner: the doors wait for it. */
const mostAfterAStart = 2
/** What PostgreSQL says when the disk is full. A quota may be used up on a disk that has space. */
const lacksSpace = /No space left on device|Disk quota exceeded/

/** Starts the server, and starts it again when it dies, until stopped. Only for the holder of the lock. */
export async function superviseServer(spec: ServerSpec): Promise<Supervisor> {
  const stopped = new AbortController()
  let server = await startClean(spec)
  // Who stops while it is being started again still has requests under way that need it.
  const again = { ...spec, stopping: new AbortController().signal }
  let failures = 0
  const watching = watch()

  async function watch(): Promise<void> {
    for (;;) {
      const runningSince = performance.now()
      const how = await server.ended
      if (stopped.signal.aborted) return
      failures = performance.now() - runningSince > steadyMs ? 0 : Math.min(failures, mostAfterAStart)
      spec.log(`PostgreSQL ${how}; starting it again (its own words are in ${spec.serverLog.path})`, 'warn')
      if (!(await restart())) return
      // As loud as its end: somebody who read that one is waiting for this.
      spec.log('PostgreSQL is running again', 'warn')
    }
  }

  /** @returns false when it was stopped meanwhile */
  async function restart(): Promise<boolean> {
    for (;;) {
      const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0
      failures++
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return false
      try {
        server = await startClean(again)
        return true
      } catch (error) {
        const message = messageOf(error)
        spec.log(`PostgreSQL could not be started again, and is tried on: ${message}`, 'error')
        if (lacksSpace.test(message)) await giveUpDiskReserve(spec.placement.home, spec.log)
      }
    }
  }

  return {
    async stop() {
      stopped.abort()
      await stopServer(server)
      await watching
      // A restart that was under way may have brought up another one.
      await stopServer(server)
    },
  }
}

async function startClean(spec: ServerSpec): Promise<ServerProcess> {
  await clearLeftovers(spec.placement.cluster, spec.log)
  await prepareSocketDirectory(spec.placement.socketDirectory, spec.placement.account)
  return startServer(spec)
}
