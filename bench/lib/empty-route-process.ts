import cluster from 'node:cluster'
import { once } from 'node:events'
import fastify from 'fastify'

/** The least that answering costs on this machine: an empty route, on as many web processes. argv: port, processes. */
const [, , port = '', processes = ''] = process.argv

if (cluster.isPrimary) {
  for (let number = 0; number < Number(processes); number++) {
    const worker = cluster.fork()
    await once(worker, 'listening')
  }
  process.send?.('ready')
  process.once('disconnect', () => process.exit())
} else {
  const app = fastify()
  app.get('/', async () => ({}))
  await app.listen({ host: '127.0.0.1', port: Number(port) })
}
