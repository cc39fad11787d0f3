import type pg from 'pg'
import { beat, heartbeatMs, lastingClient } from './lasting-client.ts'
import type { DatabaseAddress } from './pool.ts'
import { holdLife, newLife } from './process-life.ts'

/**
 * What processes keep in memory: the directory of tenants and hosts, the data key; and each tenant's published catalogue, devices and
 * signing keys.
 */
export type ChangeTopic = 'directory' | 'data_key' | 'catalogue' | 'device' | 'signing_key'

export type ChangeFeed = {
  /** Calls `listener` after each committed change, in every process; `tenantId` is null for what is of the server. */
  on(topic: ChangeTopic, listener: (tenantId: string | null) => void): void
  /** Tells this process alone, at once: the person who makes a change sees it with their next request. */
  tell(topic: ChangeTopic, tenantId: string | null): void
  /** False while the connection is away: caches must then not be trusted. */
  isLive(): boolean
  /** The number by which others know whether this process lives (`isProcessAlive`); its lock is held on the same connection. */
  readonly life: number
  close(): Promise<void>
}

const channel = 'guichet_change'
const reconnectMs = 250

/**
 * One LISTEN connection per process. When it is lost every listener is told to clear what it has, since a change may
 * have been missed, and again once it is back.
 */
export async function openChangeFeed(address: DatabaseAddress): Promise<ChangeFeed> {
  const listeners: { topic: ChangeTopic; listener: (tenantId: string | null) => void }[] = []
  let life = newLife()
  let client: pg.Client | null = null
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const clearAll = () => {
    for (const entry of listeners) entry.listener(null)
  }
  const tell = (topic: string | undefined, tenantId: string | null) => {
    for (const entry of listeners) if (entry.topic === topic) entry.listener(tenantId)
  }

  async function connect(): Promise<void> {
    const next = lastingClient(address, 'guichet change feed', lost)
    next.on('notification', (message) => {
      const [topic, tenantId] = (message.payload ?? '').split(' ')
      tell(topic, tenantId ?? null)
    })
    await next.connect()
    await next.query(`listen ${channel}`)
    // Another number on each connection: the lock of one that was lost may be held until the database notices.
    const nextLife = newLife()
    await next.query(holdLife(nextLife))
    life = nextLife
    client = next
    clearAll()
  }

  function lost(which: pg.Client): void {
    if (client === which) {
      client = null
      clearAll()
    }
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      connect().catch(() => lost(which))
    }, reconnectMs).unref()
  }

  await connect()
  const heartbeat = setInterval(() => client && void beat(client, lost), heartbeatMs).unref()
  return {
    on: (topic, listener) => listeners.push({ topic, listener }),
    tell,
    isLive: () => client !== null,
    get life() {
      return life
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(heartbeat)
      await client?.end()
    },
  }
}

/** The statement that tells every process of a change; run inside the transaction, it is sent when that commits. */
export function changeNotification(topic: ChangeTopic, tenantId: string | null): string {
  return tenantId === null ? topic : `${topic} ${tenantId}`
}

export const changeChannel = channel
