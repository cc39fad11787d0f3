import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import { createContext } from '../context.ts'
import type { DatabaseAddress } from '../db/database.ts'
import type { Service } from './open-service.ts'
import { readSecretKey } from './secret-key.ts'
import { onStopSignal } from './stop-signal.ts'
import { type RunningWeb, startWeb } from './web.ts'

/** What the first process tells each web process; the database may be the embedded one of a chosen socket. */
type Instructions = {
  readonly config: Config
  readonly databaseAddress: DatabaseAddress
  readonly secretKey: string
}

const restartMs = 500

/** Web processes that share the port; one that dies is replaced. This process keeps the database and the jobs. */
export async function startWebProcesses(config: Config, service: Service): Promise<RunningWeb> {
  const instructions: Instructions = {
    config,
    databaseAddress: service.database.address,
    secretKey: await readSecretKey(config),
  }
  let stopping = false

  async function startOne(): Promise<void> {
    const worker = cluster.fork()
    worker.on('exit', () => {
      if (!stopping) setTimeout(() => startOne().catch(() => undefined), restartMs).unref()
    })
    await once(worker, 'online')
    worker.send(instructions)
    await listening(worker)
  }

  await Promise.all(Array.from({ length: config.webProcesses }, startOne))
  return {
    async stop() {
      stopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(
        workers.map(async (worker) => {
          const ended = once(worker, 'exit')
          worker.process.kill('SIGTERM')
          await ended
        }),
      )
    },
  }
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve())
    worker.once('exit', (code) => reject(new Error(`a web process ended while starting (exit ${code})`)))
  })
}

/** The whole life of one web process; main.ts calls it instead of a command. */
export async function runWebProcess(): Promise<void> {
  // Node hands a terminal's interrupt to every process of the group; the first process decides when this one stops.
  process.on('SIGINT', () => undefined)
  const [instructions] = (await once(process, 'message')) as [Instructions]
  const context = await createContext(instructions)
  const web = await startWeb(context)
  await Promise.race([onStopSignal(), once(process, 'disconnect')])
  await web.stop()
  await context.close()
  process.disconnect?.()
}
