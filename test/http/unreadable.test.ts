import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server?.stop())

/** Sends bytes as they are; everything that comes back until the connection ends. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.end(bytes)
  await once(socket, 'close')
  return received
}

it.each([
  ['what is no HTTP', 'HELLO\r\n\r\n', 400],
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nhost: meta.localhost\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`,
    431,
  ],
  ['a bad header', 'GET / HTTP/1.1\r\nhost meta.localhost\r\n\r\n', 400],
])('answers %s with a problem, not with words of its parts', async (_name, bytes, status) => {
  const answer = await sendBytes(bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('application/problem+json')
  const problem = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  expect(problem).toMatchObject({ status, code: 'invalid_body', request_id: expect.any(String) })
})
