import { once } from 'node:events'
import { createServer, type ListenOptions } from 'node:net'
import type { FastifyListenOptions } from 'fastify'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { buildApp } from './build-app.ts'

export type RunningWeb = { stop(): Promise<void> }

const graceMs = 10_000
const sweepMs = 100

/** HOST:PORT cannot be listened on; says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/**
 * Whether HOST:PORT can be listened on, now.
 *
 * @throws ListenError
 */
export async function checkListening({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw explainListening(error as NodeJS.ErrnoException, host, port)
  }
  server.close()
  await once(server, 'close')
}

/**
 * Listens on HOST:PORT. Stopping refuses new connections and gives what is in flight ten seconds.
 *
 * @param reusePort beside other processes that do so too: the kernel shares connections out
 * @throws ListenError
 */
export async function startWeb(context: Context, { reusePort }: { readonly reusePort: boolean }): Promise<RunningWeb> {
  const { host, port } = context.config
  const app = await buildApp(context)
  // Where it answers is said on standard output; the framework's own line would stand in the middle of that.
  if (context.config.logLevel === 'info') app.log.level = 'warn'
  // Fastify passes on to the server what it has no type for.
  const address: FastifyListenOptions & ListenOptions = { host, port, reusePort }
  await app.listen(address).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    throw explainListening(error, host, port)
  })
  app.log.level = context.config.logLevel
  return {
    async stop() {
      const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
      // A connection kept alive goes idle when its last answer is out, and would then hold the server open.
      const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
      await app.close()
      clearTimeout(cut)
      clearInterval(sweep)
    },
  }
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} of ${host} is in use by another program; set PORT to another one.`)
    case 'EACCES':
      return new ListenError(`This account may not listen on port ${port}; set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`${host} is no address of this machine; set HOST to one that is.`)
    default:
      return error
  }
}
