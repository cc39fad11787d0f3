import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type NameServer = {
  /** `127.0.0.1:<port>`, for DNS_SERVERS. */
  readonly address: string
  /** The TXT record of each name. */
  readonly records: Map<string, string>
  /** The names for which it answers with a failure (SERVFAIL). */
  readonly silent: Set<string>
  close(): void
}

/** Starts a name server (RFC 1035) that knows TXT records alone: those in `records`, and "no such name" for the rest. */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string>()
  const silent = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query, records, silent), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, records, silent, close: () => socket.close() }
}

function answerTo(query: Buffer, records: ReadonlyMap<string, string>, silent: ReadonlySet<string>): Buffer {
  const labels: string[] = []
  let end = 12
  for (let length = query.readUInt8(end); length > 0; length = query.readUInt8(end)) {
    labels.push(query.toString('latin1', end + 1, end + 1 + length))
    end += 1 + length
  }
  const question = query.subarray(12, end + 5)
  const name = labels.join('.').toLowerCase()
  const text = silent.has(name) ? undefined : records.get(name)
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  // A response; recursion desired and available; code 2 for a failure, 3 for an unknown name.
  const missing = silent.has(name) ? 0x8182 : 0x8183
  header.writeUInt16BE(text === undefined ? missing : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  if (text === undefined) return Buffer.concat([header, question])
  header.writeUInt16BE(1, 6)
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
  // The name as a pointer to the question; TXT, IN, no time to live.
  const record = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([header, question, record, data])
}
