import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { untilTrue } from './box-office.ts'

/** A call as it came. */
export type ReceivedCall = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly said: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }
}

/** What a call is answered: 204 where nothing is said. */
export type CallAnswer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string }

export type WebhookReceiver = {
  /** The value of FETCH_ALLOW: `127.0.0.1:<port>`. */
  readonly host: string
  url(path: string): string
  /** Answers calls to a path from now on. */
  answer(path: string, answer: CallAnswer | (() => Promise<CallAnswer>)): void
  /** Lists the calls to a path, in the order in which they came. */
  calls(path: string): readonly ReceivedCall[]
  /** Waits until there are so many calls to a path. */
  until(path: string, count: number): Promise<readonly ReceivedCall[]>
  stop(): Promise<void>
}

/** Starts a program that is told what happens, on loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedCall[] = []
  const answers = new Map<string, CallAnswer | (() => Promise<CallAnswer>)>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [path, body] = [request.url ?? '', Buffer.concat(chunks).toString()]
    received.push({ path, headers: request.headers, body, said: JSON.parse(body) })
    const known = answers.get(path) ?? {}
    const { status = 204, headers = {}, body: said = '' } = typeof known === 'function' ? await known() : known
    response.writeHead(status, headers).end(said)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = (path: string) => received.filter((call) => call.path === path)
  return {
    host,
    url: (path) => `http://${host}${path}`,
    answer: (path, answer) => answers.set(path, answer),
    calls,
    async until(path, count) {
      await untilTrue(async () => calls(path).length >= count)
      return calls(path)
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
