import type { Context } from '../context.ts'
import { buildApp } from '../http/build-app.ts'

export type RunningWeb = { stop(): Promise<void> }

const graceMs = 10_000

/** Listens on HOST:PORT. Stopping refuses new connections and gives what is in flight ten seconds. */
export async function startWeb(context: Context): Promise<RunningWeb> {
  const app = await buildApp(context)
  await app.listen({ host: context.config.host, port: context.config.port })
  return {
    async stop() {
      const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
      await app.close()
      clearTimeout(cut)
    },
  }
}
