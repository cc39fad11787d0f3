import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { hasSuperUser, issueSetUpLink } from '../features/account/set-up-link.ts'
import { getRootId } from '../features/tenant/install-server.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { at, visitorPaths } from '../lib/paths.ts'
import { startWebProcesses } from './cluster.ts'
import { createLog, takeConsole } from './log.ts'
import { openService, type Service } from './open-service.ts'
import { outliveTerminal, untilStopped } from './stop-signal.ts'
import { checkListening, startWeb } from './web.ts'
import { within } from './within.ts'

/** How long a stop waits for a job that is running. */
const stopMs = 10_000

export type Announcement = {
  /** Null for a process that only works on jobs. */
  readonly url: string | null
  readonly setUpUrl: string | null
  /** What the person who starts it should know, a sentence each. */
  readonly notices: readonly string[]
}

export type Serving = {
  readonly stopping: AbortSignal
  /** Before anybody is answered; what it throws ends the start. */
  readonly prepare?: (service: Service) => Promise<void>
  /** Called once, when the service answers. */
  readonly announce: (announcement: Announcement, service: Service) => void | Promise<void>
}

/**
 * Starts what ROLE and PROCESSES ask for, and returns when it has been stopped, be it while it starts.
 *
 * @throws ListenError, DataDirectoryError, DataDirectoryInUseError, MigrationError, SecretKeyError in words for whoever
 * starts it
 */
export async function serve(config: Config, { stopping, prepare, announce }: Serving): Promise<void> {
  outliveTerminal()
  const log = createLog(config.logLevel)
  takeConsole(log)
  const stops: (() => Promise<unknown>)[] = []
  try {
    const service = await openService(config, 'serve', {
      log: (message, level = 'info') => log[level](message),
      stopping,
      // Before an embedded database is made that nothing would use.
      beforeStart: async () => (config.role === 'worker' ? undefined : checkListening(config)),
    })
    stops.unshift(() => service.close())
    await prepare?.(service)
    stopping.throwIfAborted()
    if (config.role !== 'web') {
      const runner = await startJobRunner(service.context, log)
      stops.unshift(() => within(stopMs, runner.stop()))
    }
    stopping.throwIfAborted()
    if (config.role !== 'worker') {
      const web = await startWebSide(config, service, log)
      stops.unshift(() => web.stop())
    }
    stopping.throwIfAborted()
    await announce(await announcement(config, service), service)
    await untilStopped(stopping)
    log.info('stopping: what is in flight is finished first')
  } catch (error) {
    // What breaks because of the stop is no failure.
    if (!stopping.aborted) throw error
    log.info('stopping before the start was complete')
  } finally {
    // One part that cannot stop in order (its database has gone) must not keep the others from it.
    for (const stop of stops) await stop().catch((error: Error) => log.warn(`stopping: ${error.message}`))
    cluster.disconnect()
  }
}

function startWebSide(config: Config, service: Service, log: Logger) {
  return config.webProcesses === 1
    ? startWeb(service.context, { reusePort: false })
    : startWebProcesses(config, service, log)
}

async function announcement(config: Config, { context, database }: Service): Promise<Announcement> {
  const notices = [...noticesOf(config), ...database.notices]
  if (config.role === 'worker') return { url: null, setUpUrl: null, notices }
  return { url: config.publicUrl, setUpUrl: await offerSetUp(context), notices }
}

function noticesOf({ role, databaseUrl }: Config): readonly string[] {
  if (role !== 'web' || databaseUrl !== null) return []
  return [
    'Nobody works on jobs: mails are not sent and holds do not end. ROLE=web leaves that to a process with ROLE=worker, which the embedded database does not admit; set ROLE=all, or DATABASE_URL.',
  ]
}

/** A one-time set-up link while nobody administers the server, else null. */
async function offerSetUp(context: Service['context']): Promise<string | null> {
  return context.database.asServer(async (tx) => {
    if (await hasSuperUser(tx)) return null
    const token = await issueSetUpLink(tx, await getRootId(tx), context.now())
    return context.urls.base(null) + at(visitorPaths.printedSetUp, { token })
  })
}
