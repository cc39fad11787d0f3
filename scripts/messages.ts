/**
 * Makes src/messages/ and src/lib/language.ts from the catalogues in messages/ (ADR 0260), and scanner/messages/, since the
 * scanner imports nothing of src. Whatever a catalogue lacks ends it. What is fresh is left, so that a build which changes
 * nothing does not load the parser.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalogue } from './message-module.ts'

type LanguageFacts = {
  readonly locale: string
  /** Chosen by people; another one is being translated, and what there is of it is checked. */
  readonly spoken: boolean
  /** How the first of a month is said in a date; what Intl says when it is not given. */
  readonly firstOfMonth?: string
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** The path of an area's module, without its `.ts`. */
const moduleOf = (area: string) =>
  area.startsWith('scanner/') ? area.replace('scanner/', 'scanner/messages/') : `src/messages/${area}`

const known: Readonly<Record<string, LanguageFacts>> = JSON.parse(read('messages/languages.json'))
const languages = Object.keys(known)
  .filter((language) => known[language]?.spoken)
  .toSorted()
const files = globSync('messages/*/**/*.json', { cwd: root }).toSorted()
const areas = [...new Set(files.map((file) => dirname(file).slice('messages/'.length)))]
const makers = ['scripts/message-module.ts', 'src/lib/typography.ts'].map((file) => read(file))
const problems: string[] = []

const languageModule = `// Made from the catalogues in messages/ by scripts/messages.ts.

/** The languages that people are spoken to in; everything they read exists in each. */
export const languages = [${languages.map((language) => `'${language}'`).join(', ')}] as const
export type Language = (typeof languages)[number]

/** By which Intl writes dates and amounts. */
export const locales: Readonly<Record<Language, string>> = {
${languages.map((language) => `  '${language}': '${known[language]?.locale}',\n`).join('')}}

/** How the first of a month is said in a date, where Intl does not know. */
export const firstsOfMonth: Readonly<Partial<Record<Language, string>>> = {
${languages.map(firstOf).join('')}}
`
write('src/lib/language.ts', languageModule)
write('scanner/messages/language.ts', languageModule)
for (const language of new Set(files.map(languageOf)))
  if (language !== 'notes' && !(language in known)) problems.push(`messages/languages.json does not know ${language}`)
const wanted = new Set([
  'scanner/messages/language.ts',
  ...areas.flatMap((area) =>
    ['', '.type', ...languages.map((language) => `.${language}`)].map((part) => `${moduleOf(area)}${part}.ts`),
  ),
])
for (const file of globSync('{src,scanner}/messages/**/*.ts', { cwd: root }))
  if (!wanted.has(file)) rmSync(join(root, file))
for (const area of areas) await makeArea(area)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

async function makeArea(area: string): Promise<void> {
  const own = files.filter((file) => dirname(file) === `messages/${area}`)
  const print = fingerprint([...makers, ...languages, ...own, ...own.map((file) => read(file))])
  const module = moduleOf(area)
  const heading = `// Made from messages/${area}/ by scripts/messages.ts: ${print}\n`
  if (read(`${module}.ts`).startsWith(heading)) return
  const missing = languages.filter((language) => !own.some((file) => languageOf(file) === language))
  problems.push(...missing.map((language) => `messages/${area}/${language}.json is missing`))
  if (missing.length > 0) return
  const { messageModule } = await import('./message-module.ts')
  const catalogues = Object.fromEntries(own.map((file) => [languageOf(file), JSON.parse(read(file))]))
  const { notes = {}, ...said } = catalogues as Record<string, Catalogue>
  const { code, parts, wrong } = messageModule(area, said, notes, languages)
  problems.push(...wrong)
  if (wrong.length > 0) return
  // Last the one by which all are known to be fresh.
  for (const [part, its] of parts) write(`${module}.${part}.ts`, heading + its)
  write(`${module}.ts`, heading + code)
}

function firstOf(language: string): string {
  const first = known[language]?.firstOfMonth
  return first === undefined ? '' : `  '${language}': '${first}',\n`
}

function languageOf(file: string): string {
  return basename(file, '.json')
}

function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
}

function read(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}

/** Whole or not at all: another build may read it. */
function write(file: string, text: string): void {
  if (read(file) === text) return
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}
