import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { visitorPaths } from '../lib/paths.ts'
import { refusalTexts } from '../messages/interface/refusal.ts'

/** How long a client has to read the reason, before the connection ends whether they close it or not. */
const lingerMs = 2000

/**
 * Answers bytes that are no request: there is no host, no language and no route yet, so the problem is said in English
 * and the connection ends. Headers that are too large: 431; headers or a body that never come to an end: 408; else 400.
 */
export function answerUnreadableRequest(error: Pick<NodeJS.ErrnoException, 'code'>, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const { title } = refusalTexts.en.errors.invalid_body
  const problem = {
    type: `${visitorPaths.docsErrors}#invalid_body`,
    title,
    status,
    detail: STATUS_CODES[status],
    code: 'invalid_body',
    request_id: randomUUID(),
  }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
