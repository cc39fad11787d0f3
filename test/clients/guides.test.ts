import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf, follow, readGuide } from '../harness/guide.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/** The guides of docs/guides: what they tell to type is run as it stands, but for the port and the name of the organisation. */
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

/** Whether this machine can run the guide, but for that of TypeScript, which is in typescript.test.ts; `.ci/run` installs what is missing, where it may. */
const speaks: Readonly<Record<string, () => boolean>> = {
  curl: () => spawnSync('curl', ['--json', '{}', '--version']).status === 0,
  python: () => spawnSync('python3', ['--version']).status === 0,
  php: () => spawnSync('php', ['--version']).status === 0,
}

it('there is a test of every guide', () => {
  expect(
    globSync('docs/guides/*.md')
      .map((file) => basename(file, '.md'))
      .toSorted(),
  ).toEqual([...Object.keys(speaks), 'typescript'].toSorted())
})

describe('ends with the second scan, as it says', () => {
  it.runIf(speaks['curl']?.())('curl', async () => {
    const guide = await readGuide(server, 'curl')
    const { stdout, stderr } = follow(server, guide, blockOf(guide, 'bash', 1))
    expect(stdout, stderr).toBe(blockOf(guide, 'text'))
  })

  for (const [language, interpreter] of [
    ['python', 'python3'],
    ['php', 'php'],
  ] as const)
    it.runIf(speaks[language]?.())(language, async () => {
      const guide = await readGuide(server, language)
      const file = join(server.dataDir, `guide.${language}`)
      await writeFile(file, blockOf(guide, language))
      const { stdout, stderr } = follow(server, guide, `${interpreter} ${file}`)
      expect(stdout, stderr).toBe(blockOf(guide, 'text'))
    })
})
