import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { readPulse, readWaitingPulse } from '../../features/overview/read-pulse.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { page } from '../../pages/page.ts'

/** Milliseconds between two looks: nobody needs to know sooner, and few people look on an evening. */
const lookEveryMs = 2_000
/** The number of looks between two readings of open tasks: they are more to read, and people do them. */
const looksToWaiting = 5
/** The time after which the browser asks again, so that somebody who has signed out meanwhile is told no more. */
const longestMs = 5 * 60_000
/** The most listeners of one organisation in one process. */
const mostListeners = 50

/** People who follow the evening of one organisation, and its figures when they were last told. */
type Followed = {
  readonly tenant: Tenant
  readonly listeners: Set<PassThrough>
  pulse: string | null
  waiting: string | null
  looks: number
  isLooking: boolean
}

/**
 * Tells pages of tonight that something has happened, by server-sent events without content: they ask for themselves again,
 * with the rights of the viewer. However many people follow, each process looks once.
 */
export function registerLive(app: FastifyInstance, context: Context): void {
  const followed = new Map<string, Followed>()
  const looking = setInterval(() => {
    for (const one of followed.values())
      look(context, one).catch((error: unknown) => app.log.warn({ err: error }, 'tonight could not be looked at'))
  }, lookEveryMs).unref()
  // A stop waits for answers that are under way, and these would end of themselves much later.
  app.addHook('preClose', async () => {
    clearInterval(looking)
    for (const { listeners } of followed.values()) for (const listener of listeners) listener.end()
  })

  page(app, {
    method: 'GET',
    url: paths.live,
    access: staff('overview'),
    exposeHead: false,
    description: 'Server-sent events without content. Who asks for anything else is told 204.',
    handler: async ({ tenant, request, reply }) => {
      const wanted = request.headers.accept?.includes('text/event-stream') ?? false
      const stream = wanted ? listen(followed, tenant) : null
      // This tells a browser not to ask again.
      if (stream === null) return reply.code(204).send()
      reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return reply.send(stream)
    },
  })
}

/** Starts to follow. Null: as many follow already as may. */
function listen(followed: Map<string, Followed>, tenant: Tenant): PassThrough | null {
  const one = followed.get(tenant.id) ?? {
    tenant,
    listeners: new Set(),
    pulse: null,
    waiting: null,
    looks: 0,
    isLooking: false,
  }
  if (one.listeners.size >= mostListeners) return null
  followed.set(tenant.id, one)
  const stream = new PassThrough()
  one.listeners.add(stream)
  // Something at once, or the browser would not know that it is connected.
  stream.write('retry: 3000\n\n')
  const end = setTimeout(() => stream.end(), longestMs).unref()
  stream.once('close', () => {
    clearTimeout(end)
    one.listeners.delete(stream)
    if (one.listeners.size === 0) followed.delete(tenant.id)
  })
  return stream
}

/** Looks whether something has happened; a look that takes longer than the time to the next is not overtaken by it. */
async function look(context: Context, one: Followed): Promise<void> {
  if (one.isLooking) return
  one.isLooking = true
  try {
    const pulse = await readPulse(context, one.tenant)
    const waiting = one.looks++ % looksToWaiting === 0 ? await readWaitingPulse(context, one.tenant) : one.waiting
    // The first look may be later than the page: a newcomer is told once too often rather than not at all.
    const said = pulse === one.pulse && waiting === one.waiting ? ':\n\n' : 'data:\n\n'
    one.pulse = pulse
    one.waiting = waiting
    for (const listener of one.listeners) listener.write(said)
  } finally {
    one.isLooking = false
  }
}
