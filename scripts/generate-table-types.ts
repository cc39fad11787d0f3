/**
 * Writes src/db/tables.ts from a freshly migrated database; with --check it only says whether the file is fresh.
 * kysely-codegen reads the catalogue, so the types can never say something else than the migrations.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '../src/db/embedded/embedded-database.ts'
import { migrate } from '../src/db/migrator.ts'

const target = 'src/db/tables.ts'
const directory = mkdtempSync(join(tmpdir(), 'guichet-generate-'))
const database = await openEmbeddedDatabase({ dataDir: directory, purpose: 'command', log: () => undefined })
try {
  await migrate(
    { host: database.socketDirectory, port: database.port, database: 'guichet', user: 'guichet_owner' },
    'guichet_app',
  )
  const host = encodeURIComponent(database.socketDirectory)
  const url = `postgres://guichet_owner@localhost/guichet?host=${host}&port=${database.port}`
  const generated = execFileSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--camel-case',
      '--url',
      url,
      '--print',
      '--log-level',
      'silent',
      '--exclude-pattern',
      'schema_migration',
    ],
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  const tables = generated.replace(
    /^export type Int8 = .*$/m,
    '/** Parsed as numbers: see database.ts. */\nexport type Int8 = ColumnType<number, number, number>;',
  )
  if (!process.argv.includes('--check')) writeFileSync(target, tables)
  else if (readFileSync(target, 'utf8') !== tables) {
    console.error(`${target} is stale: run npm run generate`)
    process.exitCode = 1
  }
} finally {
  await database.stop()
  rmSync(directory, { recursive: true, force: true })
}
