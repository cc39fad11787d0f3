import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byProgram, reasons } from '../harness/by-program.ts'
import { execCli } from '../harness/cli.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/**
 * Everything a page of the administration does is a use case that the API uses too (ADR 0190): each page names its operation
 * or command, or why there is none. Seen red with a page route that the table does not have, with an operation and a command
 * that do not exist, and with a change that was said to be done by a GET.
 */
let server: TestServer
let routes: readonly string[]

beforeAll(async () => {
  server = await startServer()
  const listed = (await server.cli('routes'))['routes'] as { method: string; url: string }[]
  routes = listed.map(({ method, url }) => `${method} ${url}`)
})

afterAll(() => server?.stop())

const said = Object.entries(byProgram).map(([route, elsewhere]) => [route, [elsewhere].flat()] as const)
const named = [...new Set(said.flatMap(([, elsewhere]) => elsewhere))]

describe('what a page of the administration does', () => {
  it('is said to be done elsewhere, or why not, of each page and of no other', () => {
    const pages = routes.filter((route) => route.split(' ')[1]?.startsWith('/admin/'))
    expect(pages.length).toBeGreaterThan(150)
    expect(
      pages.filter((route) => !(route in byProgram)),
      'a new page: say which operation tells or does the same, or which of `reasons` holds, in test/harness/by-program.ts (ADR 0190)',
    ).toEqual([])
    expect(
      Object.keys(byProgram).filter((route) => !pages.includes(route)),
      'no page any more: take its line out of test/harness/by-program.ts',
    ).toEqual([])
    for (const [route, elsewhere] of said) expect(elsewhere.length, route).toBeGreaterThan(0)
  })

  it('is done by operations that there are', () => {
    expect(named.filter((name) => name.includes(' /') && !routes.includes(name))).toEqual([])
  })

  it('is done by commands that there are', async () => {
    const commands = named.filter((name) => name.startsWith('guichet '))
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) {
      const { stdout } = await execCli({}, [...command.split(' ').slice(1), '--help'])
      expect(stdout, command).toContain(`Usage: ${command}`)
    }
  })

  it('is done by something that does it, where it changes anything, or for a reason of the list', () => {
    for (const [route, elsewhere] of said) {
      for (const name of elsewhere) {
        if (!name.includes(' /') && !name.startsWith('guichet ')) expect(reasons).toHaveProperty([name])
        if (route.startsWith('POST ')) expect(name, route).not.toMatch(/^(GET |question$|overview$)/)
      }
    }
  })
})
