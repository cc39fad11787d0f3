import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { runLoad } from './load.ts'
import { freePort } from './service.ts'

/** An empty Fastify route, behind which every read stays. */
export type ReadLimit = {
  /** One measurement: answers per second. */
  measure(seconds: number): Promise<number>
  stop(): Promise<void>
}

const processFile = fileURLToPath(new URL('empty-route-process.ts', import.meta.url))

export async function startReadLimit(options: {
  readonly processes: number
  readonly connections: number
}): Promise<ReadLimit> {
  const port = await freePort()
  const child = fork(processFile, [String(port), String(options.processes)])
  await once(child, 'message')
  return {
    async measure(seconds) {
      const load = await runLoad({
        port,
        connections: options.connections,
        head: ['GET / HTTP/1.1', 'host: localhost'],
        bodies: null,
        seconds,
        expected: '{}',
      })
      if (load.errors > 0) throw new Error(`the empty route failed: ${load.firstError}`)
      return load.perSecond
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
