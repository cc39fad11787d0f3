import { Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { bringFile, FileRefusedError, removeFile, type RunKind, runFile } from '../features/import/begin-import.ts'
import {
  countImports,
  getImport,
  type Import,
  type ImportRefusal,
  listImports,
  listRefusals,
  refusedCount,
} from '../features/import/import.queries.ts'
import { fieldNames, unreadColumns } from '../features/import/import-columns.ts'
import { importKinds, importProblems, importStates, mostImportBytes } from '../features/import/import-kind.ts'
import { needs } from '../http/route.ts'
import { ArrayIn, EnumIn, Text, TextOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { collection } from './collection.ts'
import { byId, listOffer } from './list-offer.ts'

/** Of a file, so many lines that were left out are told. */
const mostRefusals = 1000

type Told = Import & { readonly refusals: readonly ImportRefusal[] }

const ofRefusal = fieldsOf<ImportRefusal>()
const refusal = ofRefusal.object('ImportRefusal', {
  line: ofRefusal.integer('line', 7),
  field: ofRefusal.textOrNull('field', 'event'),
  problem: ofRefusal.choice(importProblems, 'problem', 'unknown_event'),
})

type Column = { readonly field: string; readonly column: string | null }
const ofColumn = fieldsOf<Column>()
const column = ofColumn.object('ImportColumn', {
  field: ofColumn.text('field', 'user_mail'),
  column: ofColumn.textOrNull('column', 'Courriel'),
})

const of = fieldsOf<Told>()
const told = of.object('Import', {
  uuid: of.uuid('id'),
  kind: of.choice(importKinds, 'kind', 'tickets'),
  file_name: of.text('fileName', 'billets.csv'),
  state: of.choice(importStates, 'state', 'done'),
  headings: of.value(withExample(Type.Array(TextOut), ['uuid', 'Courriel']), ({ columnNames }) => [...columnNames]),
  columns: of.each(column, ({ kind, mapping, columnNames }) =>
    fieldNames(kind).map((field) => ({ field, column: columnNames[mapping[field] ?? -1] ?? null })),
  ),
  unread: of.value(withExample(Type.Array(TextOut), ['Code postal']), (file) => [...unreadColumns(file)]),
  lines: of.integer('lineCount', 412),
  done: of.integer('doneCount', 412),
  taken: of.integer('takenCount', 400),
  known: of.integer('knownCount', 11),
  refused: of.integer(refusedCount, 1),
  refusals: of.each(refusal, 'refusals'),
  created: of.moment('createdAt'),
  ended: of.momentOrNull('endedAt'),
})

/** As long as the body may be; no pattern, which would follow every character of a large file. */
const FileText = Type.Unsafe<string>({ type: 'string', 'x-wire': 'machine_text', minLength: 1 })

const writes = needs('place:write', 'settings')

const imports = collection({
  tag: 'Imports',
  url: '/api/imports/',
  access: needs('place:read', 'settings'),
  writes,
  ...told,
  read: (id, { inTenant }) =>
    inTenant(async (tx) => ({
      ...(await getImport(tx, id)),
      refusals: await listRefusals(tx, id, { limit: mostRefusals }),
    })),
})

/** What is brought from another server (ADR 0281). */
export const registerImports = imports.register

imports.list({
  summary: 'List imports',
  description: 'Without their `refusals`.',
  offer: listOffer({ dates: 'was brought', sorts: { created: byId } }),
  rows: async (page, { inTenant }) =>
    (await inTenant((tx) => listImports(tx, page))).map((file) => ({ ...file, refusals: [] })),
  count: (narrowing, { inTenant }) => inTenant((tx) => countImports(tx, narrowing)),
})

imports.one({
  summary: 'Read one import',
  description: `\`refusals\` are the first ${mostRefusals} lines that the last check or import left out, with why.`,
})

imports.create({
  refuses: ['category_rule', 'permission_denied'],
  summary: 'Bring a file',
  description:
    'Nothing is imported yet: `columns` says what its columns seem to mean. `content` is CSV with a line of headings, or JSON as the lists of this interface answer it. A key needs the permission of what it brings as well: `product:write`, `event:write`, `membership:write`, `reservation:write` (tickets) or `card:write`.',
  mostBytes: mostImportBytes,
  body: Type.Object(
    {
      kind: EnumIn(importKinds),
      file_name: Type.Optional(Text({ max: 200, example: 'billets.csv' })),
      content: withExample(FileText, 'name;categorie_article;prices.name;prices.prix\nFriday;B;Full price;12.50'),
    },
    { title: 'ImportCreation' },
  ),
  handler: async ({ context, tenant, actor, body: { kind, file_name: fileName = kind, content }, idOfNew: id }) => {
    try {
      const bytes = new TextEncoder().encode(content)
      return { ...(await bringFile(context, tenant, actor, { id, kind, fileName, bytes })), refusals: [] }
    } catch (error) {
      if (error instanceof FileRefusedError) throw fieldError('content', `file_${error.problem}`)
      throw error
    }
  },
})

const RunIn = Type.Object(
  {
    columns: Type.Optional(
      ArrayIn(
        Type.Object(
          { field: Text({ max: 50, example: 'name' }), column: Text({ max: 100, example: 'name' }) },
          { title: 'ImportRunColumn' },
        ),
        { max: 100 },
      ),
    ),
  },
  { title: 'ImportRun' },
)

function runs(run: RunKind, operationId: string, summary: string, description: string): void {
  imports.act(`:uuid/${run === 'check' ? 'check' : 'run'}/`, {
    operationId,
    refuses: ['invalid_transition', 'in_use', 'category_rule', 'permission_denied'],
    summary,
    description: `${description} With \`columns\` exactly those are read, whatever was guessed. It is done by and by: read it again until \`ended\` is set. One file is checked or imported at a time.`,
    body: RunIn,
    work: ({ context, tenant, actor, id, body: { columns } }) => runFile(context, tenant, actor, { id, run, columns }),
  })
}

runs('check', 'checkImport', 'Check a file', 'Finds what would be left out, and why; nothing is written.')
runs(
  'import',
  'runImport',
  'Import a file',
  'What is there already stays as it is, so that a file may be brought again. Nobody is mailed, no money is booked, and no webhook is told.',
)

imports.delete(':uuid/', {
  operationId: 'deleteImport',
  refuses: ['invalid_transition'],
  summary: 'Forget a file',
  description: 'What was imported from it stays.',
  response: { 204: Type.Null() },
  handler: ({ context, tenant, actor, id }) => removeFile(context, tenant, actor, id),
})
