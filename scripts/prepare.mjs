// Builds after an installation, with the project's own Node, whatever Node npm runs on. Before one there is nothing to
// build with: `npx guichet` runs this too, and an error here would leave its cache broken for good.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const ownNode = path('../node_modules/node/bin/node')

if (existsSync(ownNode) && existsSync(path('../node_modules/esbuild'))) {
  const { status } = spawnSync(ownNode, [path('build.ts')], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
