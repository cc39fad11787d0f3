import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../harness/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const hasCurl = spawnSync('curl', ['--version']).status === 0

// The words of the README themselves, run by bash: only the port and the environment are those of this test.
test.skipIf(!hasCurl)('the tour of the README ends with the second scan', async () => {
  const readme = await readFile('README.md', 'utf8')
  const tour = /```bash\n(.*?)```/s.exec(readme)?.[1]?.replaceAll(':8080', `:${server.port}`) ?? ''
  const { stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', tour], {
    encoding: 'utf8',
    env: { ...server.environment, HOME: server.dataDir },
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
