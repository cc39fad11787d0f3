import { setTimeout as delay } from 'node:timers/promises'
import { prepareSocketDirectory } from './cluster.ts'
import { messageOf } from './errors.ts'
import { clearLeftovers } from './leftovers.ts'
import { type ServerProcess, type ServerSpec, startServer, stopServer } from './server-process.ts'

export type Supervisor = { stop(): Promise<void> }

/** So many deaths within the window mean that starting it again helps nobody. */
const crashesAllowed = 5
const crashWindowMs = 60_000
const pausesMs = [0, 500, 1_000, 2_000, 4_000]

/** Starts the server, and starts it again when it dies, until stopped. Only for the holder of the lock. */
export async function superviseServer(spec: ServerSpec): Promise<Supervisor> {
  let stopping = false
  let server = await startClean(spec)
  // Who stops while it is being started again still has requests under way that need it.
  const again = { ...spec, stopping: new AbortController().signal }
  const crashes: number[] = []
  const watching = watch()

  async function watch(): Promise<void> {
    for (;;) {
      const how = await server.ended
      if (stopping) return
      spec.log(`PostgreSQL ${how}; starting it again (its own words are in ${spec.serverLog.path})`, 'warn')
      if (!(await restart())) return
      // As loud as its end: whoever read that one is waiting for this.
      spec.log('PostgreSQL is running again', 'warn')
    }
  }

  async function restart(): Promise<boolean> {
    for (;;) {
      const recent = crashes.filter((at) => Date.now() - at < crashWindowMs).length
      if (recent >= crashesAllowed) {
        spec.log(
          `PostgreSQL died ${recent} times within a minute and stays down; see ${spec.serverLog.path}`,
          'error',
        )
        return false
      }
      crashes.push(Date.now())
      await delay(pausesMs[recent])
      if (stopping) return false
      try {
        server = await startClean(again)
        return true
      } catch (error) {
        spec.log(`PostgreSQL could not be started again: ${messageOf(error)}`, 'error')
      }
    }
  }

  return {
    async stop() {
      stopping = true
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
