import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

// The words of the README themselves, run by bash: only the port and the environment are those of this test.
test('the tour of the README ends with the second scan', async () => {
  const readme = await readFile('README.md', 'utf8')
  const [shorthand = '', lines = ''] = [...readme.matchAll(/```bash\n(.*?)```/gs)].map(([, block]) => block)
  expect(lines.trimEnd().split('\n')).toHaveLength(10)
  const tour = `${shorthand}${lines}`.replaceAll(':8080', `:${server.port}`)
  const { stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', tour], {
    encoding: 'utf8',
    env: { ...server.environment, HOME: server.dataDir, PATH: await pathWithCurl() },
  })
  const scans = stdout
    .trimEnd()
    .split('\n')
    .slice(-2)
    .map((line) => JSON.parse(line) as { success: boolean; message: string })
  expect(scans, stderr).toMatchObject([
    { success: true, message: 'Ticket successfully scanned' },
    { success: false, message: 'Ticket already scanned' },
  ])
})

/** Where there is no curl, or one too old for `--json`, Node speaks in its place: the tour is never skipped. */
async function pathWithCurl(): Promise<string> {
  const path = process.env['PATH'] ?? ''
  if (spawnSync('curl', ['--json', '{}', '--version']).status === 0) return path
  const directory = join(server.dataDir, 'bin')
  await mkdir(directory)
  const script = `#!/bin/sh\nexec '${process.execPath}' '${resolve('test/harness/curl.mjs')}' "$@"\n`
  await writeFile(join(directory, 'curl'), script, { mode: 0o755 })
  return `${directory}:${path}`
}
