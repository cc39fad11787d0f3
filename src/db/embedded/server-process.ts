import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from './accounts.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, messageOf } from './errors.ts'
import { type Placement, socketPort } from './placement.ts'
import type { ServerLog } from './server-log.ts'
import { connectOnce } from './superuser.ts'

/** Logs what happens to the server, for the person who runs it; `info` when no level is given. */
export type Log = (message: string, level?: 'info' | 'warn' | 'error') => void

export type ServerProcess = {
  readonly pid: number
  /** Settles, never rejects, when the postmaster has ended, with how it did. */
  readonly ended: Promise<string>
  hasEnded(): boolean
  kill(signal: NodeJS.Signals): void
}

export type ServerSpec = {
  readonly placement: Placement
  readonly binaries: Binaries
  readonly serverLog: ServerLog
  readonly log: Log
  /** Ends the waiting for a server that starts. */
  readonly stopping: AbortSignal
}

const pollMs = 20
const patientAfterMs = 5_000
/** Crash recovery of a large database takes minutes; a server that lives so long without an answer is stuck. */
const readyWithinMs = 10 * 60_000
const shutdownStepsMs = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** How PostgreSQL's programs are started: nothing of our environment, which holds secrets, and as the account. */
export function childSettings(account: Account | null) {
  return {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  }
}

/**
 * Starts the server and waits until it answers.
 * @throws EmbeddedDatabaseError with PostgreSQL's own words when it ends before
 * @throws the reason of `stopping`, with the server stopped
 */
export async function startServer(spec: ServerSpec): Promise<ServerProcess> {
  const from = await spec.serverLog.size()
  const server = launch(spec)
  try {
    await waitUntilReady(server, spec)
    return server
  } catch (error) {
    await stopServer(server)
    spec.stopping.throwIfAborted()
    const words = (await spec.serverLog.since(from)).trim()
    throw new EmbeddedDatabaseError(`${messageOf(error)}${words ? `:\n${words}` : ''}\n(${spec.serverLog.path})`)
  }
}

/** Fast shutdown: clients are disconnected, everything is written. Killed only when that does not end. */
export async function stopServer(server: ServerProcess): Promise<void> {
  for (const [signal, patienceMs] of shutdownStepsMs) {
    if (server.hasEnded()) return
    server.kill(signal)
    const timeout = new AbortController()
    await Promise.race([server.ended, delay(patienceMs, undefined, timeout).catch(() => undefined)])
    timeout.abort()
  }
}

function launch({ binaries, placement, serverLog }: ServerSpec): ServerProcess {
  const child = spawn(binaries.postgres, ['-D', placement.cluster, ...serverArguments(placement)], {
    ...childSettings(placement.account),
    stdio: ['ignore', serverLog.fd, serverLog.fd],
    // In a session of its own: Ctrl-C in the terminal must reach us alone, or the database would be gone before
    // the requests under way are finished.
    detached: true,
  })
  return observe(child)
}

function serverArguments(placement: Placement): string[] {
  const settings = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: placement.socketDirectory,
    unix_socket_permissions: '0700',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // PostgreSQL that starts again within itself can hang for ever when its recovery fails at once (ADR 0209): we start it again.
    restart_after_crash: 'off',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements and the details of errors hold names and addresses of people.
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function observe(child: ChildProcess): ServerProcess {
  // Whoever calls process.exit() without stopping first: the server still shuts down in order, by itself.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  let done = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`cannot be started (${error.message})`))
    child.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`))
  }).then((how) => {
    done = true
    process.removeListener('exit', onExit)
    return how
  })
  return { pid: child.pid ?? 0, ended, hasEnded: () => done, kill: (signal) => void child.kill(signal) }
}

async function waitUntilReady(server: ServerProcess, spec: ServerSpec): Promise<void> {
  const startedAt = Date.now()
  let patient = false
  while (Date.now() - startedAt < readyWithinMs) {
    spec.stopping.throwIfAborted()
    try {
      return await connectOnce({ socketDirectory: spec.placement.socketDirectory, port: socketPort }, 'postgres')
    } catch {
      // Not there yet: no socket, or still starting up.
    }
    await Promise.race([server.ended, delay(pollMs)])
    if (server.hasEnded()) throw new EmbeddedDatabaseError(`PostgreSQL ${await server.ended}`)
    if (!patient && Date.now() - startedAt > patientAfterMs) {
      patient = true
      spec.log('waiting for PostgreSQL, which is bringing its data in order after an interruption')
    }
  }
  throw new EmbeddedDatabaseError('PostgreSQL does not answer')
}
