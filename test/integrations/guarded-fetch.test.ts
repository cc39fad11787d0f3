import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch, FetchRefusedError } from '../../src/integrations/fetch/guarded-fetch.ts'
import { isPublicAddress } from '../../src/integrations/fetch/public-address.ts'
import { patienceMs } from '../harness/patience.ts'

const limits = { maxBytes: 100_000, timeoutMs: patienceMs }
/** For what never comes to its end. */
const brief = { ...limits, timeoutMs: 1500 }

const servers: Server[] = []

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

/** Answers with the image's bytes; says how often it was reached. */
let reached = 0
let insidePort = 0

beforeAll(async () => {
  insidePort = await listen((_request, response) => {
    reached++
    response.end('inside')
  })
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function refusal(
  url: string,
  options: Parameters<typeof createGuardedFetch>[0] = { allow: [] },
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

describe('addresses that lead inside', () => {
  const forbidden = [
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '169.254.169.254',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '192.88.99.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '2130706433',
    '3232235777',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:808:808::1]',
    '[2001:0:53aa:64c::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
  ]

  it.each(forbidden)('refuses %s', async (host) => {
    const before = reached
    expect(await refusal(`http://${host}:${insidePort}/`)).toBe('forbidden_address')
    expect(reached).toBe(before)
  })

  it('refuses names of this machine, with and without a trailing dot', async () => {
    expect(await refusal(`http://localhost:${insidePort}/`)).toBe('forbidden_address')
    // Not every resolver knows the dotted form; where it is known, it leads to this machine.
    expect(['forbidden_address', 'unreachable']).toContain(await refusal(`http://localhost.:${insidePort}/`))
  })

  it('knows public addresses', () => {
    for (const address of [
      '8.8.8.8',
      '1.1.1.1',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2001:4860:4860::8888',
    ]) {
      expect(isPublicAddress(address), address).toBe(true)
    }
    for (const text of ['', 'example.org', '8.8.8.8%eth0', 'fe80::1%eth0', '8.8.8'])
      expect(isPublicAddress(text), text).toBe(false)
  })
})

describe('names', () => {
  it('refuses a name of which one address is private', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect(await refusal(`http://mixed.test:${insidePort}/`, { allow: [], resolve })).toBe('forbidden_address')
  })

  it('connects to the address it checked, whatever the name resolves to the second time', async () => {
    let asked = 0
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    const before = reached
    const fetched = await createGuardedFetch({ allow: [`rebind.test:${insidePort}`], resolve })(
      `http://rebind.test:${insidePort}/`,
      limits,
    )
    expect(fetched.body.toString()).toBe('inside')
    // The name was asked for once: had the connection asked again, it would have gone to 127.0.0.2, where nothing listens.
    expect(asked).toBe(1)
    expect(reached).toBe(before + 1)
  })

  it('gives up on a name server that never answers', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    expect(await refusal('http://silent.test/', { allow: [], resolve }, brief)).toBe('too_slow')
  })

  it('says no more than that a name is unknown', async () => {
    const resolve = async () => {
      throw new Error('ENOTFOUND')
    }
    expect(await refusal('http://unknown.test/', { allow: [], resolve })).toBe('unreachable')
  })
})

describe('redirects', () => {
  it('checks every hop: an allowed server cannot send the fetch elsewhere inside', async () => {
    const port = await listen((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${insidePort}/` }).end(),
    )
    const before = reached
    expect(await refusal(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`] })).toBe('forbidden_address')
    expect(reached).toBe(before)
  })

  it('follows a good one and ends a circle', async () => {
    const port = await listen((request, response) => {
      if (request.url === '/good') response.end('image')
      else response.writeHead(302, { location: request.url === '/circle' ? '/circle' : '/good' }).end()
    })
    const allow = [`127.0.0.1:${port}`]
    expect((await createGuardedFetch({ allow })(`http://127.0.0.1:${port}/start`, limits)).body.toString()).toBe(
      'image',
    )
    expect(await refusal(`http://127.0.0.1:${port}/circle`, { allow })).toBe('too_many_redirects')
  })

  it('refuses other schemes, also behind a redirect', async () => {
    const port = await listen((_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
    expect(await refusal(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`] })).toBe('invalid_url')
  })
})

describe('addresses that are none', () => {
  it.each([
    '',
    'x',
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:image/png,x',
    'javascript:1',
    'gopher://example.org/',
    'http://user:secret@example.org/',
    'http://',
    'http://[fe80::1%25eth0]/',
  ])('refuses %j', async (url) => {
    expect(await refusal(url)).toBe('invalid_url')
  })
})

describe('servers that do harm', () => {
  it('ends at the time limit: headers that never come, and a body that drips', async () => {
    const silent = await listen(() => undefined)
    expect(await refusal(`http://127.0.0.1:${silent}/`, { allow: [`127.0.0.1:${silent}`] }, brief)).toBe('too_slow')
    const dripping = await listen((_request, response) => {
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    })
    expect(await refusal(`http://127.0.0.1:${dripping}/`, { allow: [`127.0.0.1:${dripping}`] }, brief)).toBe('too_slow')
  })

  it('ends at the size limit: announced, endless, and behind a content encoding', async () => {
    const announced = await listen((_request, response) =>
      response.writeHead(200, { 'content-length': '5000000000' }).write('x'),
    )
    expect(await refusal(`http://127.0.0.1:${announced}/`, { allow: [`127.0.0.1:${announced}`] })).toBe('too_large')
    const endless = await listen((_request, response) => {
      const more = (): void => {
        if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    expect(await refusal(`http://127.0.0.1:${endless}/`, { allow: [`127.0.0.1:${endless}`] })).toBe('too_large')
    const zipped = gzipSync(Buffer.alloc(50_000_000))
    const bomb = await listen((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped),
    )
    const answer = await createGuardedFetch({ allow: [`127.0.0.1:${bomb}`] })(`http://127.0.0.1:${bomb}/`, limits)
    // Never unpacked: what arrives is what was sent.
    expect(answer.body.length).toBe(zipped.length)
  })

  it('takes only an answer of 200', async () => {
    const port = await listen((_request, response) => response.writeHead(500).end('x'))
    expect(await refusal(`http://127.0.0.1:${port}/`, { allow: [`127.0.0.1:${port}`] })).toBe('bad_status')
  })
})
