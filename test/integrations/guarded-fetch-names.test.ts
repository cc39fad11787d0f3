import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createGuardedFetch, FetchRefusedError } from '../../src/integrations/fetch/guarded-fetch.ts'
import { patienceMs } from '../harness/patience.ts'

const limits = { maxBytes: 100_000, timeoutMs: patienceMs }
const servers: Server[] = []

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function refusal(
  url: string,
  options: Parameters<typeof createGuardedFetch>[0],
  within = limits,
): Promise<string> {
  try {
    await createGuardedFetch(options)(url, within)
    return 'fetched'
  } catch (error) {
    if (error instanceof FetchRefusedError) return error.reason
    throw error
  }
}

describe('names of this machine', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'images.localhost', 'images.localhost.'])(
    '%s is refused without asking a resolver',
    async (host) => {
      let asked = 0
      const resolve = async () => {
        asked++
        return []
      }
      expect(await refusal(`http://${host}/`, { allow: [], resolve })).toBe('forbidden_address')
      expect(asked).toBe(0)
    },
  )
})

describe('what is allowed although private', () => {
  it('is exactly that host and port, as written', async () => {
    const seen: string[] = []
    const port = await listen((request, response) => {
      seen.push(request.headers.host ?? '')
      response.end('x')
    })
    const other = await listen((_request, response) => response.end('x'))
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const options = { allow: [`MinIO.test:${port}`], resolve }
    expect(await refusal(`http://minio.test:${port}/`, options)).toBe('fetched')
    for (const url of [
      `http://minio.test:${other}/`,
      `http://minio.test.:${port}/`,
      `http://x.minio.test:${port}/`,
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
    ]) {
      expect(await refusal(url, options), url).toBe('forbidden_address')
    }
    expect(seen).toEqual([`minio.test:${port}`])
  })

  it('covers one hop, not the next', async () => {
    let asked = 0
    const inside = await listen((_request, response) => response.end('inside'))
    const port = await listen((_request, response) =>
      response.writeHead(302, { location: `http://second.test:${inside}/` }).end(),
    )
    const resolve = async () => {
      asked++
      return [{ address: '127.0.0.1', family: 4 }]
    }
    expect(await refusal(`http://first.test:${port}/`, { allow: [`first.test:${port}`], resolve })).toBe(
      'forbidden_address',
    )
    expect(asked).toBe(2)
  })
})

describe('the connection', () => {
  it('tries each checked address of a name', async () => {
    const port = await listen((_request, response) => response.end('x'))
    // Nothing listens on the first.
    const resolve = async () => [
      { address: '127.0.0.2', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect(await refusal(`http://two.test:${port}/`, { allow: [`two.test:${port}`], resolve })).toBe('fetched')
  })

  it('says nothing about who asks, and follows five redirects but not six', async () => {
    const seen: string[][] = []
    const port = await listen((request, response) => {
      seen.push(Object.keys(request.headers).sort())
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('x')
      else response.writeHead(302, { location: `/${left - 1}`, 'set-cookie': 'who=me' }).end()
    })
    const allow = [`127.0.0.1:${port}`]
    const answer = await createGuardedFetch({ allow })(`http://127.0.0.1:${port}/5`, limits)
    expect(answer.finalUrl).toBe(`http://127.0.0.1:${port}/0`)
    expect(await refusal(`http://127.0.0.1:${port}/6`, { allow })).toBe('too_many_redirects')
    for (const names of seen) expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  it('has one time limit for all hops, and for a name server that fails to answer after the first', async () => {
    const port = await listen((_request, response) => {
      response.writeHead(302, { location: '/again' }).end()
    })
    let asked = 0
    const resolve = async () => {
      if (asked++ > 0) await delay(2 * patienceMs, undefined, { ref: false })
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const options = { allow: [`slow.test:${port}`], resolve }
    expect(await refusal(`http://slow.test:${port}/`, options, { ...limits, timeoutMs: 3000 })).toBe('too_slow')
    expect(asked).toBe(2)
  })
})
