import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

let registry: Server
/** What npm once heard of an advisory it keeps. */
let cache: string

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'guichet-npm-'))
})

afterEach(async () => {
  registry.close()
  await once(registry, 'close')
  await rm(cache, { recursive: true })
})

/** A registry that knows these advisories; null: that does not answer such questions. */
async function check(advisories: object | null) {
  registry = createServer((request, response) => {
    request.resume().on('end', () => {
      const asked = request.url?.endsWith('/advisories/bulk')
      response.writeHead(advisories === null ? 405 : asked ? 200 : 404, { connection: 'close' })
      response.end(asked && advisories !== null ? JSON.stringify(advisories) : '{}')
    })
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const child = spawn(process.execPath, ['scripts/advisories.ts'], {
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exitCode: (await exited)[0] as number, stdout, stderr }
}

const advisory = (severity: string) => ({
  fastify: [{ id: 1, url: 'https://advisories.test/1', title: 'It falls over', severity, vulnerable_versions: '*' }],
})

test('a high advisory about what runs in production fails the gate, by its name', async () => {
  const { exitCode, stdout } = await check(advisory('high'))
  expect(exitCode).toBe(1)
  expect(stdout).toContain('high: fastify')
})

test('a low one is said, and fails nothing', async () => {
  expect(await check(advisory('low'))).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('low: fastify') })
})

test('without advisories nothing is said', async () => {
  expect(await check({})).toMatchObject({ exitCode: 0, stdout: '' })
})

test('a registry that does not answer is said, and fails nothing', async () => {
  const { exitCode, stdout } = await check(null)
  expect([exitCode, stdout]).toEqual([0, 'Advisories were not looked at: the registry does not answer.\n'])
})
