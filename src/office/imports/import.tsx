import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { isSilent, removeFile, type RunKind, runFile } from '../../features/import/begin-import.ts'
import { fieldNames, isRequired, unreadColumns } from '../../features/import/import-columns.ts'
import {
  getImport,
  type Import,
  type ImportRefusal,
  listRefusals,
  readFirstLines,
  refusedCount,
} from '../../features/import/import.queries.ts'
import { type ImportFieldName, importKinds } from '../../features/import/import-kind.ts'
import { numberText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import type { Asked } from '../../http/route.ts'
import { staff } from '../../http/route.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { EnumIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import { importTexts } from '../../messages/office/import.ts'
import { Choice } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { ActionButton, Facts, Go, Section } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { showRoom } from '../kit/frame.tsx'
import { Listed } from '../kit/list-page.tsx'
import { Deletion, LogLink, saidOf } from '../kit/parts.tsx'

const of = paths.import
const access = staff('settings')

/** The name in the form of the column that a field is read from. */
const columnName = (field: string) => `column_${field.replaceAll('.', '_')}`

const allFields = [...new Set(importKinds.flatMap(fieldNames))]
const columnFields = Object.fromEntries(allFields.map((name) => [columnName(name), Maybe(TypedText({ max: 400 }))]))
const RunBody = { run: EnumIn(['check', 'import']), ...columnFields }

/** Registers the page of one file: what its columns mean, what a check found, how far it is, and what became of its lines. */
export function registerImportPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: of,
    access,
    params: UuidParams,
    query: Type.Object({ ...PagerQuery.properties, done: Type.Optional(TextQuery) }),
    handler: (asked) => show(context, asked, asked.params.uuid, { ...asked.query, problems: [], chosen: null }),
  })

  actionPage(app, {
    of,
    name: '',
    access,
    body: RunBody,
    act: async ({ request: { tenant, actor } }, id, body) => {
      const { kind } = await context.database.asTenant(tenant.id, (tx) => getImport(tx, id))
      const chosen = columnsIn(fieldNames(kind), body)
      const columns = Object.entries(chosen).map(([field, column]) => ({ field, column }))
      await runFile(context, tenant, actor, { id, run: body.run as RunKind, columns })
    },
    goesOn: (_, id) => at(of, { uuid: id }),
    refused: {
      explain: (refusal, { request: { language } }) => explain(refusal, language),
      show: (asked, id, problems, body) => {
        const chosen = columnsIn(allFields, body)
        return show(context, asked, id, { problems, chosen })
      },
    },
  })

  actionPage(app, {
    of,
    name: 'removal',
    access,
    act: ({ request: { tenant, actor } }, id) => removeFile(context, tenant, actor, id),
    goesOn: () => at(paths.imports, {}, { done: 'removed' }),
    refused: {
      explain: ({ code }, { request: { language } }) =>
        code === 'invalid_transition' ? [{ field: null, detail: importTexts[language].isRunning }] : null,
      show: (asked, id, problems) => show(context, asked, id, { problems, chosen: null }),
    },
  })
}

type Chosen = Readonly<Record<string, string>>

function columnsIn(names: readonly string[], body: object): Chosen {
  const sent = body as Readonly<Record<string, string | null | undefined>>
  return Object.fromEntries(names.map((name) => [name, sent[columnName(name)] ?? '']))
}

function explain({ code, details }: AppError, language: Asked['request']['language']): readonly FormProblem[] | null {
  const words = importTexts[language]
  if (code === 'in_use') return [{ field: null, detail: words.inUse }]
  if (code === 'invalid_transition') return [{ field: null, detail: words.isRunning }]
  if (code !== 'validation_failed') return null
  const fields = Object.keys(details.fields ?? {}).map((name) => name.replace(/^columns\./, ''))
  return fields.map((name) => {
    const known: Readonly<Record<string, string>> = words.fields
    return { field: columnName(name), detail: words.columnNeeded({ field: known[name] ?? name }) }
  })
}

type State = {
  readonly page?: number
  readonly done?: string
  readonly problems: readonly FormProblem[]
  /** The columns as they were chosen in a form that was refused; null: as they are kept. */
  readonly chosen: Chosen | null
}

async function show(context: Context, asked: Asked, id: string, state: State): Promise<string> {
  const { tenant, language } = asked.request
  const number = state.page ?? 1
  const { file, refusals, first } = await context.database.asTenant(tenant.id, async (tx) => ({
    file: await getImport(tx, id),
    refusals: await listRefusals(tx, id, rowsOf(number)),
    first: await readFirstLines(tx, id, 1),
  }))
  const words = importTexts[language]
  const isRunning = file.state === 'checking' || file.state === 'importing'
  if (isRunning) asked.reply.header('refresh', '3')
  const isStill = isSilent(file, context.now())
  const lines = words.lines({ count: file.lineCount, number: numberText(file.lineCount, language) })
  const isOpen = file.state === 'draft' || file.state === 'checked'
  return showRoom(
    asked,
    {
      title: file.fileName,
      area: 'imports',
      back: [paths.imports, words.back],
      heading: <Written>{file.fileName}</Written>,
      lead: `${words.kinds[file.kind]} · ${lines}`,
      said: saidOf(state.done, {}),
    },
    <Problems problems={state.problems} title={words.notBegun} />,
    isRunning ? <Progress {...{ file, isStill }} /> : null,
    file.endedAt === null ? null : <Outcome file={file} />,
    file.endedAt === null || refusedCount(file) === 0 ? null : <Refusals {...{ refusals, number }} />,
    isOpen ? <Mapping {...{ file, state }} sample={first[0]?.cells ?? []} /> : null,
    isRunning && !isStill ? null : (
      <Deletion action={`${at(of, { uuid: id })}removal/`} title={words.remove} help={words.removeHelp} />
    ),
    <LogLink of={id} />,
  )
}

function Progress({ file, isStill }: { readonly file: Import; readonly isStill: boolean }) {
  const words = useTexts(importTexts)
  const { language } = useReader()
  const { doneCount, lineCount, state } = file
  const said = { done: numberText(doneCount, language), total: numberText(lineCount, language) }
  return (
    <Section id="progress" title={words.states[state]}>
      <p class="numbers">{words.running(said)}</p>
      <progress value={doneCount} max={Math.max(1, lineCount)} aria-labelledby="progress" />
      <p>{isStill ? words.goOnHelp : words.runningHelp}</p>
      {isStill ? (
        <ActionButton
          action={at(of, { uuid: file.id })}
          sends={{ run: state === 'checking' ? 'check' : 'import', ...keptColumns(file) }}
        >
          {words.goOn}
        </ActionButton>
      ) : null}
    </Section>
  )
}

/** The columns as they are kept, for a form that changes none of them. */
function keptColumns({ kind, mapping, columnNames }: Import): Chosen {
  const columns = fieldNames(kind).map((name) => [columnName(name), columnNames[mapping[name] ?? -1] ?? ''])
  return Object.fromEntries(columns)
}

/** Where what was imported is found. */
const lists = {
  locations: paths.locations,
  artists: paths.artists,
  options: paths.options,
  products: paths.products,
  events: paths.events,
  members: paths.members,
  tickets: paths.reservations,
  cards: paths.cards,
} as const satisfies Record<Import['kind'], string>

function Outcome({ file }: { readonly file: Import }) {
  const words = useTexts(importTexts)
  const { language } = useReader()
  const isDone = file.state === 'done'
  const count = (value: number) => numberText(value, language)
  return (
    <Section id="outcome" title={isDone ? words.doneTitle : words.checkedTitle}>
      <Facts
        facts={[
          [isDone ? words.taken : words.wouldTake, count(file.takenCount)],
          [words.known, count(file.knownCount)],
          [words.refused, count(refusedCount(file))],
        ]}
      />
      {refusedCount(file) === 0 ? <p>{words.noneRefused}</p> : null}
      {isDone ? (
        <div class="actions">
          <Go class="button quiet" to={lists[file.kind]}>
            {words.look}
          </Go>
        </div>
      ) : file.takenCount > 0 ? (
        <ActionButton action={at(of, { uuid: file.id })} sends={{ run: 'import', ...keptColumns(file) }} look="main">
          {words.import}
        </ActionButton>
      ) : null}
    </Section>
  )
}

type RefusalsProps = { readonly refusals: readonly ImportRefusal[]; readonly number: number }

function Refusals({ refusals, number }: RefusalsProps) {
  const words = useTexts(importTexts)
  const { language } = useReader()
  const columns = words.refusalColumns
  return (
    <Section id="refusals" title={words.refusals} lead={words.refusalsLead}>
      <Listed
        label={words.refusals}
        rows={refusals}
        keyOf={({ line }) => String(line)}
        columns={[
          { name: columns.line, figures: true, show: ({ line }) => numberText(line, language) },
          { name: columns.field, show: ({ field }) => (field === null ? '' : words.fields[field as ImportFieldName]) },
          { name: columns.why, show: ({ problem }) => words.problems[problem] },
        ]}
        empty={null}
        page={number}
        at="refusals"
      />
    </Section>
  )
}

type MappingProps = { readonly file: Import; readonly state: State; readonly sample: readonly string[] }

/** As much of a value as tells what a column holds. */
const longestSample = 28

/** Asks for each field which column it is read from; what the first line has there says what a column holds. */
function Mapping({ file, state, sample }: MappingProps) {
  const words = useTexts(importTexts)
  const { kind, mapping, columnNames, id } = file
  const action = at(of, { uuid: id })
  const text = (column: string, index: number) => {
    const whole = sample[index] ?? ''
    const shown = whole.length > longestSample ? `${whole.slice(0, longestSample).toWellFormed()}…` : whole
    return shown === '' ? column : words.sample({ column, sample: shown })
  }
  const isChecked = file.state === 'checked'
  const unread = unreadColumns(file)
  const button = (run: RunKind, isMain: boolean) => (
    <button class={isMain ? 'button' : 'button quiet'} type="submit" name="run" value={run}>
      {words[run]}
    </button>
  )
  const columns = columnNames.map((column, index) => [column, text(column, index), true] as const)
  const form = (
    <form method="post" action={action} class="narrow">
      {fieldNames(kind).map((field) => (
        <Choice
          key={field}
          id={columnName(field)}
          label={isRequired(kind, field) ? words.needed({ field: words.fields[field] }) : words.fields[field]}
          problems={state.problems}
          value={state.chosen?.[field] ?? columnNames[mapping[field] ?? -1] ?? ''}
          options={[['', words.none], ...columns]}
        />
      ))}
      {unread.length === 0 ? null : <p>{words.unread({ columns: unread.join(', ') })}</p>}
      <p class="muted small">{words.checkHelp}</p>
      <div class="actions">
        {button('check', !isChecked)}
        {button('import', false)}
      </div>
    </form>
  )
  return (
    <Section id="mapping" title={words.mapping} lead={words.mappingLead}>
      {isChecked ? (
        <details open={state.chosen !== null}>
          <summary>{words.change}</summary>
          {form}
        </details>
      ) : (
        form
      )}
    </Section>
  )
}
