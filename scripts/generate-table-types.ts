/**
 * Writes src/db/tables.ts from the migrated database named by DATABASE_URL; with --check it only says whether the file
 * is fresh. kysely-codegen reads the catalogue, so the types can never say something else than the migrations.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const target = 'src/db/tables.ts'
const url = process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL is needed')
const generated = execFileSync(
  'node_modules/.bin/kysely-codegen',
  ['--dialect', 'postgres', '--camel-case', '--url', url, '--print', '--log-level', 'silent', '--exclude-pattern', '(graphile_worker.*|schema_migration)'],
  { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
)
const tables = generated.replace(
  /^export type Int8 = .*$/m,
  '/** Parsed as numbers: see database.ts. */\nexport type Int8 = ColumnType<number, number, number>;',
)
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== tables) {
    console.error(`${target} is stale: run npm run generate`)
    process.exit(1)
  }
} else {
  writeFileSync(target, tables)
}
