/**
 * Bundles the service into dist/: guichet.js, workshop.js, commands.js, and chunks that they load when a command or a process needs them. Bundling
 * takes about a second, and nothing when nothing changed, so every script builds first and nothing ever runs a stale build. Packages stay
 * external, so that native ones load from node_modules, but for those of hundreds of little files. The scanner is
 * bundled into dist/scanner/, for browsers (ADR 0183). Before that the messages are made from their catalogues. The pages of docs/ that
 * are served become dist/chapters.json, and the fonts of the pages dist/fonts/ (ADR 0104).
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }
import { type BuildStamp, inputsOf, isBuilt } from './build-stamp.ts'
import './messages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist')

/** Scripts that import the source are bundled too, since Node runs TypeScript but no JSX: `build.ts generate`. */
const script = process.argv[2]

// Looked at before anything is read: what is written meanwhile is built the next time.
const inputs = inputsOf(root)
const stamp = join(target, 'build.json')
if (script === undefined && isBuilt(stamp, inputs)) process.exit()

/** The service, and what it starts beside itself for work that takes long. */
const programs = {
  guichet: 'src/main.ts',
  workshop: 'src/integrations/workshop/workshop-process.ts',
  // The commands for a process that runs many of them: the tests furnish their databases so.
  commands: 'src/cli/run-command.ts',
}

/** Plain ECMAScript in 262 and 373 files: finding and reading them took two thirds of the time of a command. */
const bundledPackages: readonly string[] = ['kysely', 'typebox']

/** `inject` of the bundler would move the factory into a chunk of its own, loaded after the application. */
const withJsxFactory: Plugin = {
  name: 'JSX factory',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx$/ }, ({ path }) => ({
      contents: `import { Fragment, h } from 'preact';${readFileSync(path, 'utf8')}`,
      loader: 'tsx',
    }))
  },
}

/**
 * Names of the scanner's own parts that nobody outside reads, so that they are short there: what its components call, what its store does,
 * what a verdict says, and sentences that are asked for by their own name alone. Those of the browser stay, as do all that are sent or kept.
 */
const ownNames = {
  mangleProps: new RegExp(
    `^(${[
      '(on|note|list|around|companions|by)[A-Z].*',
      'find(Admission|Ticket|Snapshot)',
      'is(ListUnread|Unpaired|TorchOn|Pressed|Revoked|Shown|Beside|Looking|MachineText|Admission|Group|Check|Over|Archived|CameraOn)',
      'is(Allowed|ByName|Dated|First|Fresh|Held|Last|Locked|On|Quiet|SignedBy|Today|Unlocked|Up)|has(More|Torch)|wasAsked',
      'tones|vibration|synchronisation|endBeginning|admittedHere|maySearch|admitByName|countQueue|patience|standing|questions|readings',
      'headline|refusal|admittedAt|listedAs|lateness|askedAt|lensId|ticketId|scanId|toggleTorch|turnO(n|ff)|look(Once|Again)|SearchScreen',
      'admit(Group|tedOf)|keep(Events|Scan)|putPage|hurry|database|network|verdict|problem|advice|facts|decided|elsewhere',
      'texts|stored|server|shown|around|outcome|camera|offline|pairing|recent|kiosk|signs',
      '(ready|readyCheck|silence|none|ask)Note|(revoked|replace|lock|unlock|group)Title|(replace|keep|lock)Button|(this|other)Device',
      'inside(Label|Unknown)|readyCheck|fieldShort|lockLead|underWay|group(Rest|Admit)|no(Group|Gate|List)|notAdmitted|ofReservation',
      'ask(Supervisor|Unread)|admit(Not|Of|Question)|givenAway|undo(Of|Over)',
    ].join('|')})$`,
  ),
  reserveProps: /^on(Click|Input|Submit|Change)$/,
}

const scanner = await buildScanner(join(target, 'scanner'))
const { cutFonts } = await import('./cut-fonts.ts')
const fonts = await cutFonts(join(target, 'fonts'))
const { chaptersIn } = await import('./chapters.ts')
const chapters = { path: join(target, 'chapters.json'), contents: Buffer.from(JSON.stringify(chaptersIn(root))) }

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: script === undefined ? programs : { [script]: `scripts/${script}.ts` },
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
for (const directory of ['scanner', 'fonts']) mkdirSync(join(target, directory), { recursive: true })
for (const { path, contents } of [...scanner, ...fonts, chapters]) if (!isSame(path, contents)) replace(path, contents)
const files = outputFiles.toSorted((left, right) => rank(left.path) - rank(right.path))
for (const file of files) if (!isSame(file.path, file.contents)) replace(file.path, file.contents)
if (script === undefined) {
  const all = [...scanner, ...fonts, chapters, ...files]
  removeAllBut(new Set(all.map((file) => file.path)))
  const outputs = Object.fromEntries(all.map((file) => [file.path, file.contents.length]))
  const built: BuildStamp = { inputs, outputs }
  noteBuilt(Buffer.from(JSON.stringify(built)))
}

type OutputFile = { readonly path: string; readonly contents: Uint8Array }

/**
 * What reads codes in pictures, with the WebAssembly of its package; the application, which knows its name; then the
 * worker that keeps them all, named by what they hold; then the list of them, by which the service finds one whole version
 * while another is being written.
 */
async function buildScanner(outdir: string): Promise<readonly OutputFile[]> {
  const shared = {
    absWorkingDir: root,
    outdir,
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    // A letter with an accent is half as long so, and modules are read as nothing else.
    charset: 'utf8',
    logLevel: 'warning',
  } as const
  const icons = Object.fromEntries(
    ['icon.svg', 'icon-192.png', 'icon-512.png'].map((file) => [file.split('.')[0], `scanner/icons/${file}`]),
  )
  const named = { ...shared, entryNames: '[name]-[hash]', assetNames: '[name]-[hash]' }
  const decoder = await build({
    ...named,
    entryPoints: { decoder: 'scanner/camera/decoder.ts' },
    loader: { '.wasm': 'file' },
  })
  const decoderFile = decoder.outputFiles.map(({ path }) => basename(path)).find((name) => name.endsWith('.js'))
  const application = await build({
    ...named,
    entryPoints: { scanner: 'scanner/main.tsx', style: 'scanner/scanner.css', ...icons },
    loader: { '.woff2': 'file', '.png': 'copy', '.svg': 'copy' },
    splitting: true,
    chunkNames: '[name]-[hash]',
    // Elements as calls of `h`, whose children are arguments: lighter than calls of the runtime, which name them.
    tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    plugins: [withJsxFactory],
    ...ownNames,
    define: { decoderFile: JSON.stringify(decoderFile) },
  })
  const files = [...decoder.outputFiles, ...application.outputFiles]
  const assets = files.map(({ path }) => basename(path)).toSorted()
  const worker = await build({
    ...shared,
    entryPoints: { sw: 'scanner/service-worker.ts' },
    define: { scannerAssets: JSON.stringify(assets) },
  })
  const list = { path: join(outdir, 'files.json'), contents: Buffer.from(JSON.stringify(assets)) }
  return [...files, ...worker.outputFiles, list]
}

/** What earlier builds left. A draft is another build's, under way. */
function removeAllBut(paths: ReadonlySet<string>): void {
  for (const directory of new Set([...paths].map(dirname))) {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name)
      if (!paths.has(path) && /\.(js(\.map)?|css|svg|png|wasm|woff2)$/.test(name)) rmSync(path, { force: true })
    }
  }
}

function rank(path: string): number {
  return ['commands.js', 'workshop.js', 'guichet.js'].indexOf(basename(path))
}

function isSame(path: string, contents: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(contents)
  } catch {
    return false
  }
}

/** What cannot be noted, on a disk that takes nothing, is built again the next time. */
function noteBuilt(contents: Uint8Array): void {
  try {
    replace(stamp, contents)
  } catch {
    return
  }
}

function replace(path: string, contents: Uint8Array): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, contents)
  renameSync(draft, path)
}
