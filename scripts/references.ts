// Fails on a reference that leads nowhere: to a decision (ADR 0007), to a page of docs/ or one beside README.md and its
// heading (docs/interface/errors.md, "Every code"), to a numbered section of anything but an RFC, and on links and anchors
// of Markdown. The list of decisions has each of them once, under its title, and says which of
// them another one replaced; each file is named after its title. Fails on words that another one replaced, too.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { headingAnchor } from './heading-anchor.ts'

/** Applied migrations never change, so what one of them names stays as it was written then. */
const exceptions: Readonly<Record<string, string>> = {
  'migrations/0001_foundation.sql: ARCHITECTURE.md, "Tenant isolation"':
    'the part is called "Tenants are kept apart in three layers" today',
  'migrations/0120_guests_by_key.sql: docs/adr/0211-plans-without-statistics.md':
    'the page is called "Query plans without statistics" today',
}

/** What docs/glossary.md, "Words to use, and not", calls by another word. `taken_back` is on the wire and a column. */
const oldWords =
  /reckon\w*|(?:take|took|give|given)Back|\btakenBack|putAway|\b(?:(?:tak(?:e|es|en|ing)|took|g(?:ives?|iven|ave|iving)) (?:(?:an?|the|one|its|their) )?(?:[\w-]+ )?back|put(?:s|ting)? (?:(?:an?|the|one|its|their) )?(?:[\w-]+ )?(?:away|off)|dut(?:y|ies))\b/gi

type Decision = { readonly file: string; readonly title: string; readonly replacedBy: string | undefined }

const decisions = readDecisions()
const pages = new Map<string, string>()
const problems = new Set<string>()

for (const file of globSync(['{src,scanner,test,scripts,bench}/**/*.{ts,tsx,mjs,css}', 'migrations/*.sql']))
  if (file !== 'scripts/references.ts') checkText(file, readFileSync(file, 'utf8'))
for (const file of globSync(['*.md', '{docs,bench,test,src,scanner}/**/*.md', 'clients/*/*.md'])) {
  checkText(file, readPage(file))
  checkLinks(file, readPage(file))
}
checkList()

for (const problem of problems) console.error(problem)
if (problems.size > 0) process.exitCode = 1

function readDecisions(): ReadonlyMap<string, Decision> {
  return new Map(
    globSync('docs/adr/[0-9]*.md').map((file) => {
      const text = readFileSync(file, 'utf8')
      const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
      const replacedBy = /^Status: (?:superseded by|merged into) \[(\d{4})\]/m.exec(text)?.[1]
      return [file.slice('docs/adr/'.length).slice(0, 4), { file, title, replacedBy }]
    }),
  )
}

/** A page without its fenced code, which refers to nothing. */
function readPage(file: string): string {
  const text = pages.get(file) ?? readFileSync(file, 'utf8').replace(/^```.*?^```/gms, '')
  pages.set(file, text)
  return text
}

function report(file: string, reference: string, why: string): void {
  if (!exceptions[`${file}: ${reference}`]) problems.add(`${file}: ${reference}: ${why}`)
}

/** What comments and sentences refer to by name. A comment's lines are read as one. */
function checkText(file: string, raw: string): void {
  const text = raw.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#(?= ))?[ \t]*/g, ' ')
  for (const [list] of text.matchAll(/(?<=\bADRs? )\d+(?:(?:, | and |, and )\d{4}\b)*/g))
    for (const [number] of list.matchAll(/\d+/g)) checkDecision(file, number)
  for (const [path, , heading] of text.matchAll(
    /(?<![\w/.]|\]\()(?:docs\/[\w./-]*\w|(?:ARCHITECTURE|CHANGELOG|CONTRIBUTING|README|SECURITY)\.md)(, "([^"]+)")?/g,
  ))
    checkPath(file, path.replace(/, ".*/, ''), heading)
  for (const { 0: reference, index } of text.matchAll(/\bsections? \d[\d.]*/gi))
    if (!/\bRFC \d+.{0,200}$/.test(text.slice(Math.max(0, index - 240), index)))
      report(file, reference, 'a section of what? Name the decision or the page')
  for (const [reference] of text.matchAll(/\b(?:interface|decisions|docs\/adr), "[^"]*"/gi))
    report(file, reference, 'name the decision or the page')
  if (file.startsWith('migrations/') || file === 'docs/glossary.md') return
  for (const [word] of text.matchAll(oldWords)) report(file, word, 'docs/glossary.md has another word')
}

function checkDecision(file: string, number: string): void {
  const decision = decisions.get(number)
  if (!decision) report(file, `ADR ${number}`, 'there is no such decision')
  else if (decision.replacedBy && !file.startsWith('migrations/') && !file.startsWith('docs/adr/'))
    report(file, `ADR ${number}`, `replaced by ${decision.replacedBy}`)
}

function checkPath(file: string, path: string, heading: string | undefined): void {
  if (!existsSync(path)) report(file, path, 'there is no such file')
  else if (heading && path.endsWith('.md') && !titlesOf(path).includes(heading))
    report(file, `${path}, "${heading}"`, 'the page has no such heading')
}

/** Headings, and the words in bold that begin a paragraph. */
function titlesOf(page: string): string[] {
  const text = readPage(page)
  return [...text.matchAll(/^(?:#+ (.+)|\*\*(.+?)\.?\*\*.*)$/gm)].map(([, heading, bold]) => heading ?? bold ?? '')
}

/** Where links of Markdown lead within this repository. */
function checkLinks(file: string, text: string): void {
  for (const [link, label = '', target = ''] of text.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path = '', anchor] = target.split('#')
    const page = path ? normalize(join(dirname(file), path)) : file
    if (!existsSync(page)) report(file, link, 'there is no such file')
    else if (anchor && !titlesOf(page).some((title) => headingAnchor(title) === anchor))
      report(file, link, 'the page has no such heading')
    if (/^\d{4}$/.test(label) && !page.startsWith(`docs/adr/${label}-`)) report(file, link, 'leads to another decision')
    const number = /^docs\/adr\/(\d{4})-/.exec(page)?.[1]
    if (number && !file.startsWith('docs/adr/')) checkDecision(file, number)
  }
  if (file.startsWith('docs/adr/'))
    for (const [number] of text
      .replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)|^# \d+/gm, '')
      .matchAll(/(?<![\d:.+\w/-])0\d{3}(?!\w)/g))
      report(file, number, 'write a link')
}

/** The list has every decision once, says its title and what replaced it; who replaced it names it. */
function checkList(): void {
  const list = 'docs/adr/README.md'
  const entries = [
    ...readPage(list).matchAll(
      /^- \[(\d{4}\. [^\]]+)\]\(([^)]+)\)(?:, (?:superseded by|merged into) \[(\d{4})\]\([^)]+\))?$/gm,
    ),
  ]
  for (const [number, { file, title, replacedBy }] of decisions) {
    const [listed, ...others] = entries.filter(([, , path = '']) => file.endsWith(path))
    if (!listed || others.length > 0) report(list, number, 'is not listed once')
    else if (title !== listed[1]) report(list, number, `is called "${title}"`)
    else if (replacedBy !== listed[3]) report(list, number, `replaced by ${replacedBy ?? 'none'}`)
    const by = decisions.get(replacedBy ?? '')
    if (by && !readPage(by.file).includes(`[${number}](`)) report(by.file, number, 'is replaced here, and not named')
    const name = headingAnchor(
      title
        .replaceAll(/['’]/g, '')
        .replaceAll(/[^a-z0-9]+/gi, ' ')
        .trim(),
    )
    if (file !== `docs/adr/${name}.md`) report(file, title, 'the file is not named after its title')
  }
}
