import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { hasSuperUser, issueSetUpLink } from '../features/account/set-up-link.ts'
import { getRootId } from '../features/tenant/install-server.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { startWebProcesses } from './cluster.ts'
import { openService, type Service } from './open-service.ts'
import { onStopSignal } from './stop-signal.ts'
import { startWeb } from './web.ts'

export type Announcement = { readonly url: string; readonly setUpUrl: string | null }

export type ServeOptions = {
  readonly log: (message: string) => void
  /** Called once, when the service answers. */
  readonly announce: (announcement: Announcement, service: Service) => void | Promise<void>
}

/** Starts what ROLE and PROCESSES ask for, and returns when it has been stopped by a signal. */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  const service = await openService(config, 'serve', options.log)
  const stops: (() => Promise<void>)[] = [service.close]
  try {
    if (config.role !== 'web') {
      const runner = await startJobRunner(service.context)
      stops.unshift(() => runner.stop())
    }
    if (config.role !== 'worker') {
      const web =
        config.webProcesses === 1 ? await startWeb(service.context) : await startWebProcesses(config, service)
      stops.unshift(() => web.stop())
    }
    await options.announce({ url: config.publicUrl, setUpUrl: await offerSetUp(service) }, service)
    await onStopSignal()
    options.log('Stopping: what is in flight is finished first.')
  } finally {
    for (const stop of stops) await stop()
    if (cluster.isPrimary) cluster.disconnect()
  }
}

/** A one-time set-up link while nobody administers the server, else null. */
async function offerSetUp({ context }: Service): Promise<string | null> {
  return context.database.asServer(async (tx) => {
    if (await hasSuperUser(tx)) return null
    const token = await issueSetUpLink(tx, await getRootId(tx), context.now())
    return `${context.urls.base(null)}/set-up/${token}`
  })
}
