import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { readonly status?: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

export type AgendaServer = {
  /** The value of FETCH_ALLOW. */
  readonly allow: string
  url(path: string): string
  /** Answers so from now on. */
  put(path: string, answer: Answer): void
  /** The headers of every request for it, in their order. */
  asked(path: string): readonly IncomingHttpHeaders[]
}

/** Starts the web site of a venue elsewhere, on loopback; what it does not have is a 404. It lives as long as the tests of the file. */
export async function startAgendaServer(): Promise<AgendaServer> {
  const answers = new Map<string, Answer>()
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const { status = 200, body = '', headers = {} } = answers.get(path) ?? { status: 404 }
    const isKnown = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
    response.writeHead(isKnown ? 304 : status, { 'content-type': 'text/calendar', ...headers }).end(isKnown ? '' : body)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const allow = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    allow,
    url: (path) => `http://${allow}${path}`,
    put: (path, answer) => void answers.set(path, answer),
    asked: (path) => requests.filter((one) => one.path === path).map(({ headers }) => headers),
  }
}

/** Writes a calendar of these events, each its lines. */
export function agendaOf(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT'])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Le Rex//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

/** A day so many days ahead, as calendars write it. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
}
