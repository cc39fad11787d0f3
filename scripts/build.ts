/**
 * Bundles the service into dist/guichet.js. Bundling takes about a tenth of a second, so every script builds first and
 * nothing ever runs a stale build; packages stay external, so that native ones load from node_modules.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Scripts that import the source are bundled too, since Node runs TypeScript but no JSX: `build.ts generate`. */
const script = process.argv[2]
await build({
  absWorkingDir: root,
  entryPoints: script === undefined ? { guichet: 'src/main.ts' } : { [script]: `scripts/${script}.ts` },
  outdir: 'dist',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  sourcemap: 'linked',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
})
