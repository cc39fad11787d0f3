import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type MailServer = {
  /** For SMTP_URL. */
  readonly url: string
  /** Recipients of the mails that were taken, in order. */
  readonly taken: readonly string[]
  /** Addresses that are refused: for good with 550, for now with 451. */
  readonly answers: Map<string, 550 | 451>
  stop(): Promise<void>
}

/** As much of SMTP (RFC 5321) as a mail client needs. */
export async function startMailServer(): Promise<MailServer> {
  const taken: string[] = []
  const answers = new Map<string, 550 | 451>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    let recipient = ''
    let inMessage = false
    let received = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('data', (chunk: string) => {
      received += chunk
      for (let end = received.indexOf('\r\n'); end !== -1; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        if (inMessage) {
          if (line !== '.') continue
          inMessage = false
          taken.push(recipient)
          say('250 taken')
        } else if (/^rcpt to:/i.test(line)) {
          recipient = /<(.+)>/.exec(line)?.[1] ?? ''
          say(`${answers.get(recipient) ?? 250} recipient`)
        } else if (/^data$/i.test(line)) {
          inMessage = true
          say('354 go on')
        } else if (/^quit$/i.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    answers,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
