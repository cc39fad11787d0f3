import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { DatabaseServer } from './database.ts'

/** A statement as a process sent it. */
export type SentStatement = {
  /** The name under which it was prepared; '' when it had none. */
  readonly name: string
  readonly text: string
  /** The values of its parameters that were sent as text; the others are bytes. */
  readonly values: readonly (string | null)[]
}

/** What was sent to the database between two calls of `take`. */
export type Traffic = {
  readonly statements: readonly SentStatement[]
  /** How often a connection sent something after it had the answers to all it had sent before. */
  readonly roundTrips: number
  /** The number of rows that the database answered with. */
  readonly rows: number
}

export type DatabaseProxy = {
  /** Turns the address of a database into one that leads through this proxy. */
  readonly address: (url: string) => string
  /** Returns what was sent since the last call. */
  take(): Traffic
  /** From now on holds back what is sent, without telling anybody. */
  freeze(): void
  /** Sends on what was held back. */
  thaw(): void
  /** Cuts that application's connections to the database, old and new; its process hears nothing of it until `find`. */
  lose(application: string): void
  find(): void
  /** Counts statements sent since the last `take` that have these words in their text. */
  count(words: string): number
  /** How many connections wait for an answer. */
  waiting(): number
  stop(): Promise<void>
}

/** Starts a proxy between a server under test and its database that passes on everything unless frozen, and notes what was sent. */
export async function startDatabaseProxy(database: DatabaseServer): Promise<DatabaseProxy> {
  let statements: SentStatement[] = []
  let roundTrips = 0
  let rows = 0
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  const named = new Map<string, Set<() => void>>()
  let isFrozen = false
  let lostApplication: string | null = null

  const server = createServer((near) => {
    const far = connect(join(database.host, `.s.PGSQL.${database.port}`))
    const texts = new Map<string, string>()
    let unanswered = 0
    let isLost = false
    const lose = () => {
      isLost = true
      far.destroy()
    }
    const sent = (type: string, body: Buffer) => {
      if (type === '') {
        const application = applicationIn(body)
        const others = named.get(application) ?? new Set()
        named.set(application, others.add(lose))
        near.on('close', () => others.delete(lose))
        if (application === lostApplication) lose()
      }
      if (type === 'P') {
        const [name, text] = readTexts(body, 2)
        texts.set(name ?? '', text ?? '')
      }
      if (type === 'B') {
        const [, name = ''] = readTexts(body, 2)
        statements.push({ name, text: texts.get(name) ?? '', values: readValues(body) })
      }
      if (type === 'Q') statements.push({ name: '', text: readTexts(body, 1)[0] ?? '', values: [] })
      if (type === 'Q' || type === 'S') {
        if (unanswered === 0) roundTrips++
        unanswered++
        waiting.add(near)
      }
    }
    const read = messageReader(sent, { startsUntyped: true })
    const readBack = messageReader((type) => {
      if (type === 'D') rows++
      if (type === 'Z') unanswered = Math.max(0, unanswered - 1)
      if (unanswered === 0) waiting.delete(near)
    })
    near.on('data', (chunk: Buffer) => {
      read(chunk)
      if (!isLost) far.write(chunk)
    })
    far.on('data', (chunk: Buffer) => {
      readBack(chunk)
      near.write(chunk)
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      if (isFrozen) socket.pause()
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        waiting.delete(socket)
        if (!isLost || socket === near) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: (url) => {
      const { username, pathname } = new URL(url)
      return `postgres://${username}@127.0.0.1:${port}${pathname}`
    },
    take() {
      const taken = { statements, roundTrips, rows }
      statements = []
      roundTrips = 0
      rows = 0
      return taken
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    lose(application) {
      lostApplication = application
      for (const lose of named.get(application) ?? []) lose()
    },
    find() {
      lostApplication = null
    },
    count: (words) => statements.filter(({ text }) => text.includes(words)).length,
    waiting: () => waiting.size,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Splits the stream of one side into messages; the first message of a client has no type: ''. */
function messageReader(
  found: (type: string, body: Buffer) => void,
  { startsUntyped } = { startsUntyped: false },
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let untyped = startsUntyped
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = untyped ? 0 : 1
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      found(untyped ? '' : String.fromCharCode(rest.readUInt8(0)), rest.subarray(head + 4, end))
      untyped = false
      rest = rest.subarray(end)
    }
  }
}

/** The application's name in the first message of a connection: after its version come names and values. */
function applicationIn(body: Buffer): string {
  const texts = body.toString('utf8', 4).split('\0')
  return texts[texts.indexOf('application_name') + 1] ?? ''
}

/** The first texts of a message, each of which ends with a zero. */
function readTexts(body: Buffer, count: number): readonly string[] {
  const texts: string[] = []
  for (let from = 0; texts.length < count; ) {
    const end = body.indexOf(0, from)
    texts.push(body.toString('utf8', from, end))
    from = end + 1
  }
  return texts
}

/** The values in a Bind message: after its two names come the formats of the values, then the values. */
function readValues(body: Buffer): readonly (string | null)[] {
  let at = body.indexOf(0, body.indexOf(0) + 1) + 1
  const formats = Array.from({ length: body.readInt16BE(at) }, (_, index) => body.readInt16BE(at + 2 + 2 * index))
  at += 2 + 2 * formats.length
  const count = body.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, (_, index) => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    const value = body.subarray(at, at + length)
    at += length
    return (formats[index] ?? formats[0] ?? 0) === 0 ? value.toString() : `\\x${value.toString('hex')}`
  })
}
