/**
 * Bundles the service into dist/: guichet.js, and chunks that it loads when a command or a process needs them. Bundling
 * takes a fraction of a second, so every script builds first and nothing ever runs a stale build. Packages stay
 * external, so that native ones load from node_modules, but for those of hundreds of little files.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist')

/** Scripts that import the source are bundled too, since Node runs TypeScript but no JSX: `build.ts generate`. */
const script = process.argv[2]

/** Plain ECMAScript in 262 and 373 files: finding and reading them took two thirds of the time of a command. */
const bundledPackages: readonly string[] = ['kysely', 'typebox']

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: script === undefined ? { guichet: 'src/main.ts' } : { [script]: `scripts/${script}.ts` },
  outdir: target,
  write: false,
  bundle: true,
  splitting: script === undefined,
  external: Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    (name) => !bundledPackages.includes(name),
  ),
  platform: 'node',
  format: 'esm',
  target: 'node24',
  sourcemap: 'linked',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
})

// Chunks before the entry that names them, each whole or not at all: a command may start while another builds.
mkdirSync(target, { recursive: true })
const files = outputFiles.toSorted((left, right) => rank(left.path) - rank(right.path))
for (const file of files) if (!isSame(file.path, file.contents)) replace(file.path, file.contents)
if (script === undefined) removeAllBut(new Set(files.map((file) => basename(file.path))))

/** What earlier builds left. A draft is another build's, under way. */
function removeAllBut(names: ReadonlySet<string>): void {
  for (const name of readdirSync(target)) {
    if (!names.has(name) && /\.js(\.map)?$/.test(name)) rmSync(join(target, name), { force: true })
  }
}

function rank(path: string): number {
  return basename(path) === 'guichet.js' ? 1 : 0
}

function isSame(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents)
  } catch {
    return false
  }
}

function replace(path: string, contents: Uint8Array): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, contents)
  renameSync(draft, path)
}
