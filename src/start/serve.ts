import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { hasSuperUser, issueSetUpLink } from '../features/account/set-up-link.ts'
import { getRootId } from '../features/tenant/install-server.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { startWebProcesses } from './cluster.ts'
import { createLog } from './log.ts'
import { openService, type Service } from './open-service.ts'
import { onStopSignal } from './stop-signal.ts'
import { startWeb } from './web.ts'
import { within } from './within.ts'

/** For a job that is running. */
const stopMs = 10_000

export type Announcement = {
  /** Null for a process that only works on jobs. */
  readonly url: string | null
  readonly setUpUrl: string | null
}

/** Called once, when the service answers. */
export type Announce = (announcement: Announcement, service: Service) => void | Promise<void>

/**
 * Starts what ROLE and PROCESSES ask for, and returns when it has been stopped by a signal.
 *
 * @throws ListenError, DataDirectoryInUseError, MigrationError, SecretKeyError in words for whoever starts it
 */
export async function serve(config: Config, announce: Announce): Promise<void> {
  const log = createLog(config.logLevel)
  // Asked for before anything runs: a signal during the start stops in order, too.
  const stopped = onStopSignal()
  const service = await openService(config, 'serve', (message) => log.info(message))
  const stops: (() => Promise<unknown>)[] = [() => service.close()]
  try {
    if (config.role !== 'web') {
      const runner = await startJobRunner(service.context)
      stops.unshift(() => within(stopMs, runner.stop()))
    }
    if (config.role !== 'worker') {
      const web = await startWebSide(config, service, log)
      stops.unshift(() => web.stop())
    }
    await announce(await announcement(config, service), service)
    await stopped
    log.info('stopping: what is in flight is finished first')
  } finally {
    // One part that cannot stop in order (its database has gone) must not keep the others from it.
    for (const stop of stops) await stop().catch((error: Error) => log.warn(`stopping: ${error.message}`))
    cluster.disconnect()
  }
}

function startWebSide(config: Config, service: Service, log: Logger) {
  return config.webProcesses === 1 ? startWeb(service.context) : startWebProcesses(config, service, log)
}

async function announcement(config: Config, { context }: Service): Promise<Announcement> {
  if (config.role === 'worker') return { url: null, setUpUrl: null }
  return { url: config.publicUrl, setUpUrl: await offerSetUp(context) }
}

/** A one-time set-up link while nobody administers the server, else null. */
async function offerSetUp(context: Service['context']): Promise<string | null> {
  return context.database.asServer(async (tx) => {
    if (await hasSuperUser(tx)) return null
    const token = await issueSetUpLink(tx, await getRootId(tx), context.now())
    return `${context.urls.base(null)}/set-up/${token}`
  })
}
