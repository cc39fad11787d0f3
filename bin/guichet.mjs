#!/usr/bin/env -S node --max-semi-space-size=16
// Runs the built command line with the project's own Node: the machine's may be an older one. Where there is memory, V8 would let
// what just came to be take 134 MB before it looks what of it is still needed; 34 MB keep a server at half of what it took.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const build = path('../dist/guichet.js')
const ownNode = path('../node_modules/node/bin/node')

if (!existsSync(build)) {
  console.error('Guichet is not installed yet: run "npm ci" in its directory first.')
  process.exit(1)
}

const [major] = process.versions.node.split('.').map(Number)
if (major >= 24) {
  process.argv[1] = build
  await import(build)
} else {
  const child = spawn(
    existsSync(ownNode) ? ownNode : process.execPath,
    [...process.execArgv, build, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0)
  })
}
