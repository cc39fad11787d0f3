/**
 * Writes what is made from the source: src/db/tables.ts from the migrated database, docs/openapi.json from the routes, docs/keys.md from the keys of the administration. Adds new
 * migrations to migrations/frozen.json; one that stands there is never changed, since data was made with it.
 * With --check it writes nothing, and exits 1 when a file is stale, the OpenAPI document is not valid, or it breaks
 * clients of docs/openapi.released.json.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { sql } from 'kysely'
import { readConfig } from '../src/config.ts'
import type { OpenApiDocument } from '../src/http/openapi.ts'
import { paths } from '../src/lib/paths.ts'
import { keysTexts } from '../src/messages/office/keys.ts'
import { keyRows } from '../src/office/keys/keys-page.tsx'
import { openService, type Service } from '../src/start/open-service.ts'
import { breakingChanges } from './breaking-changes.ts'
import { documentOf } from './openapi-document.ts'

const check = process.argv.includes('--check')
const problems: string[] = []

function write(file: string, text: string): void {
  if (!check) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) problems.push(`${file} is stale: run npm run generate`)
}

async function tableTypes(service: Service): Promise<string> {
  const { host, port } = service.database.address
  const url = `postgres://guichet_owner@localhost/guichet?host=${encodeURIComponent(String(host))}&port=${port}`
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
      '(graphile_worker.*|schema_migration)',
    ],
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  const withNumbers = generated.replace(
    /^export type Int8 = .*$/m,
    '/** Parsed as numbers: see database.ts. */\nexport type Int8 = ColumnType<number, number, number>;',
  )
  return (await closedLists(service)).reduce(withClosedList, withNumbers)
}

type ClosedList = { readonly table: string; readonly column: string; readonly values: string }

/** The columns whose values a check constraint lists. Languages come and go: a row may still have one that is not offered. */
async function closedLists({ context: { database } }: Service): Promise<readonly ClosedList[]> {
  const { rows } = await database.asServer((tx) =>
    sql<{ table: string; definition: string }>`select conrelid::regclass::text as table,
      pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' order by 1, 2`.execute(tx),
  )
  return rows.flatMap(({ table, definition }) => {
    const [, column = '', values] =
      /^CHECK \(\((\w+) (?:= ANY \(|<@ )ARRAY\[((?:'[\w% ]+'::text(?:, )?)+)\]\)?\)\)(?: NOT VALID)?$/.exec(
        definition,
      ) ?? []
    if (values === undefined || column === 'language') return []
    return [
      { table: camel(table), column: camel(column), values: values.replaceAll('::text', '').replaceAll("'", '"') },
    ]
  })
}

function withClosedList(text: string, { table, column, values }: ClosedList): string {
  const [begin, end] = [text.indexOf(`export interface ${table[0]?.toUpperCase()}${table.slice(1)} {`), /\n\}/g]
  end.lastIndex = begin
  const body = text.slice(begin, end.exec(text)?.index)
  const typed = body.replace(new RegExp(`(?<=^  ${column}: .*)string(\\[\\])?`, 'm'), (_, several?: string) =>
    several ? `(${values.split(', ').join(' | ')})[]` : values.split(', ').join(' | '),
  )
  return text.replace(body, typed)
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The keys of the administration, as its page says them. */
function keysPage(): string {
  const { title, lead, columns, own, browser } = keysTexts.en
  const rows = keyRows(keysTexts.en)
  const tables = [
    [own.title, rows.own],
    [browser.title, rows.browser],
  ] as const
  return [
    `# ${title}`,
    `${lead} The page \`${paths.keys}\` of the administration (\`?\`) says the same in its languages.`,
    ...tables.flatMap(([name, lines]) => [
      `## ${name}`,
      [
        `| ${columns.key} | ${columns.does} |`,
        '|---|---|',
        ...lines.map(({ keys, does }) => `| ${keys.map((key) => `\`${key}\``).join(' ')} | ${does} |`),
      ].join('\n'),
    ]),
  ]
    .join('\n\n')
    .concat('\n')
}

async function checkDocument(document: OpenApiDocument): Promise<void> {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
  if (!valid) problems.push(`docs/openapi.json is not valid OpenAPI: ${JSON.stringify(errors)}`)
  const released = JSON.parse(readFileSync('docs/openapi.released.json', 'utf8')) as OpenApiDocument
  problems.push(...breakingChanges(released, document).map((change) => `breaks clients: ${change}`))
}

/** Those that are not listed yet are listed by whoever generates; a listed one that is another or gone is always a problem. */
function freezeMigrations(): void {
  const list = 'migrations/frozen.json'
  const frozen = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>
  const present = new Map(
    globSync('migrations/*.sql').map((file) => [
      file.replace('migrations/', ''),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  )
  for (const [name, checksum] of Object.entries(frozen))
    if (present.get(name) !== checksum)
      problems.push(
        `migrations/${name} was changed, and data that was made with it could not be upgraded: put it back, and write a new one`,
      )
  if (check) return
  const all = Object.fromEntries([...present].sort())
  writeFileSync(list, `${JSON.stringify({ ...all, ...frozen }, null, 2)}\n`)
}

freezeMigrations()
const directory = mkdtempSync(join(tmpdir(), 'guichet-generate-'))
// The database's account must be able to pass; otherwise root's database would lie elsewhere, and be left there.
chmodSync(directory, 0o711)
const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' })
const service = await openService(config, 'command', { log: () => undefined })
try {
  write('src/db/tables.ts', await tableTypes(service))
  const document = await documentOf(service.context)
  write('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`)
  write('docs/keys.md', keysPage())
  if (check) await checkDocument(document)
} finally {
  await service.close()
  rmSync(directory, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
