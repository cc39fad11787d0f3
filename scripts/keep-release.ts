/**
 * Keeps what this version leaves behind. Every later one proves that it upgrades it (test/cli/upgrade.test.ts): a backup of the
 * demonstration in test/releases/<version>, without pictures, with the secret it was made under, which protects nothing. And that it
 * breaks no client of it (scripts/breaking-changes.ts): the interface as it is described now.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const target = join('test', 'releases', manifest.version)
const dataDir = mkdtempSync(join(tmpdir(), 'guichet-release-'))
// As root the database runs under another account, which must be able to pass.
chmodSync(dataDir, 0o711)
const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '18480' }

const demonstration = spawn(process.execPath, ['dist/guichet.js', 'demo', '--json'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await untilFilled(demonstration)
  rmSync(join(dataDir, 'media'), { recursive: true, force: true })
  const made = execFileSync(process.execPath, ['dist/guichet.js', 'backup', '--json'], { env, encoding: 'utf8' })
  const { directory } = JSON.parse(made) as { readonly directory: string }
  mkdirSync(target, { recursive: true })
  cpSync(directory, join(target, 'backup'), { recursive: true })
  cpSync(join(dataDir, 'secret-key'), join(target, 'secret-key'))
  copyFileSync(join('docs', 'openapi.json'), join('docs', 'openapi.released.json'))
  console.log(`${target} is kept, and the interface as it is described.`)
} finally {
  demonstration.kill('SIGTERM')
  await once(demonstration, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

/** It says its one object when it is filled. */
async function untilFilled({ stdout, exitCode }: ChildProcess): Promise<void> {
  if (exitCode === null && stdout) await once(stdout, 'data')
}
