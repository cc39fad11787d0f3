import { expect } from 'vitest'
import { type CliResult, execCli } from '../harness/cli.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/** No row's. */
export const anyUuid = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'

/** A server with two organisations for commands to be tried on: `le-cafe`, a venue, and `the-barn`, a festival. */
export async function startCafeAndBarn(): Promise<TestServer> {
  const server = await startServer()
  for (const [organisation, category] of [
    ['Le Café', 'S'],
    ['The Barn', 'F'],
  ] as const)
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      organisation,
      '--category',
      category,
      '--email',
      'ada@cafe.test',
    )
  return server
}

export function runOn(server: TestServer, ...words: string[]): Promise<CliResult> {
  return execCli(server.environment, words)
}

/** The only thing on standard output. */
export function objectOf(result: CliResult): Record<string, unknown> {
  expect(result.stdout.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(result.stdout) as Record<string, unknown>
}
