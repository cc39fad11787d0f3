import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import type { DatabaseAddress } from '../db/pool.ts'
import type { Service } from './open-service.ts'
import { readSecretKey } from './secret-key.ts'
import { outliveTerminal } from './stop-signal.ts'
import { checkListening, ListenError, type RunningWeb, startWeb } from './web.ts'
import { within } from './within.ts'

/** What the first process tells each web process; the database may be the embedded one of a chosen socket. */
type Instructions = { readonly config: Config; readonly databaseAddress: DatabaseAddress }

/** What a web process answers: that it listens, why it may not, or what broke. */
type Report = { readonly listening: true } | { readonly refused: string } | { readonly failed: string }

/**
 * Requests that wait for the database outlive a small young generation and end in the old one, whose collection costs
 * more: in one interleaved run 117 µs of Node for a scan with V8's own 16 MB, 110 with this. It only grows under load.
 */
const youngGenerationMb = 64
const restartMs = 500
/**
 * Each process listens by itself, and the kernel shares connections out. Were they taken by the first process and handed on,
 * as Node does by itself, one that is on its way to a process that is killed would stay open in the first one and never be
 * answered. One socket for all loses nothing either, but of 64 connections at once a process got up to all 64, and half
 * as much was answered; here at most 43, handed on 52. Elsewhere than on Linux they are handed on.
 */
const hasOwnQueues = process.platform === 'linux'
/** Longer than what is in flight in it is given. */
const stopMs = 15_000
const closeMs = 3_000

/**
 * Web processes that share the port; one that dies is replaced. This process keeps the database and the jobs.
 *
 * @throws ListenError
 */
export async function startWebProcesses(config: Config, service: Service, log: Logger): Promise<RunningWeb> {
  // Processes that share the port would share it with another service, too.
  await checkListening(config)
  const instructions: Instructions = { config, databaseAddress: service.database.address }
  cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-semi-space-size=${youngGenerationMb}`] })
  const workers = new Set<Worker>()
  let replacing = false

  async function startOne(): Promise<void> {
    const worker = cluster.fork()
    workers.add(worker)
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (!replacing) return
      log.warn({ ended: worker.process.pid, code, signal }, 'a web process ended and is replaced')
      setTimeout(replaceOne, restartMs)
    })
    await once(worker, 'online')
    worker.send(instructions)
    await untilListening(worker)
  }

  function replaceOne(): void {
    if (!replacing) return
    // It has ended again when it could not start, and its exit has asked for the next one.
    startOne().catch((error: Error) => log.warn(`a web process could not start: ${error.message}`))
  }

  async function stop(): Promise<void> {
    replacing = false
    await Promise.all([...workers].map(stopOne))
  }

  try {
    await Promise.all(Array.from({ length: config.webProcesses }, startOne))
  } catch (error) {
    await stop()
    throw error
  }
  replacing = true
  return { stop }
}

async function stopOne(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  if (await within(stopMs, ended)) return
  worker.process.kill('SIGKILL')
  await ended
}

function untilListening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', (report: Report) => {
      if ('listening' in report) resolve()
      else reject('refused' in report ? new ListenError(report.refused) : new Error(report.failed))
    })
    worker.once('exit', (code, signal) =>
      reject(new Error(`a web process ended while starting (${signal ?? `exit ${code}`})`)),
    )
  })
}

/** The whole life of one web process; main.ts calls it instead of a command. */
export async function runWebProcess(): Promise<void> {
  // A terminal interrupts every process of its group, a service manager ends all of them: the first process decides,
  // and says so once more.
  for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined)
  outliveTerminal()
  const stopped = once(process, 'SIGTERM')
  process.on('SIGTERM', () => undefined)
  const [instructions] = (await once(process, 'message')) as [Instructions]
  let context: Context | undefined
  try {
    // Read again: it may have been rotated since the service started.
    const secretKey = await readSecretKey(instructions.config)
    context = await createContext({ ...instructions, secretKey })
    const web = await startWeb(context, { reusePort: hasOwnQueues })
    await report({ listening: true })
    await Promise.race([stopped, once(process, 'disconnect')])
    await web.stop()
  } catch (error) {
    await report(failureOf(error))
    process.exitCode = 1
  }
  if (context) await within(closeMs, context.close())
  process.exit()
}

function failureOf(error: unknown): Report {
  return error instanceof ListenError
    ? { refused: error.message }
    : { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** Resolves when the first process has it, or is gone. */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })
}
