import { basename } from 'node:path'
import { readFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import { theServer } from '../features/account/actor.ts'
import { bringFile, FileRefusedError, runFile } from '../features/import/begin-import.ts'
import { fieldNames, unreadColumns } from '../features/import/import-columns.ts'
import { getImport, listRefusals, refusedCount } from '../features/import/import.queries.ts'
import { importKinds } from '../features/import/import-kind.ts'
import { runImport } from '../features/import/run-import.ts'
import { importTexts } from '../messages/office/import.ts'
import { listOf } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'
import { flag, oneOf, operand, optional, required } from './options.ts'

/** So many lines that were left out are printed; the page of the import has them all. */
const mostPrinted = 100

type Column = readonly [field: string, heading: string]

export const command = tenantCommand({
  whose: 'the organisation that the file is brought to',
  operand: operand('<file>', 'CSV with a line of headings, or JSON as lists of the interface answer it'),
  remark:
    'What is there already stays as it is: a file may be brought again. The documentation "Imports" says what it may hold.',
  options: {
    '--kind <kind>': required('what the file holds', oneOf(importKinds)),
    '--column <field=heading...>': optional('the columns that fields are read from', listOf(readColumn)),
    '--check': flag('say what would be left out, and write nothing'),
  },
  async run(context, tenant, { options: { kind, column = [], check }, operand: file }) {
    const { words, id } = await bring()
    const brought = await context.database.asTenant(tenant.id, (tx) => getImport(tx, id))
    const guessed = fieldNames(kind).map(
      (field): Column => [field, brought.columnNames[brought.mapping[field] ?? -1] ?? ''],
    )
    const columns = [...guessed, ...column].map(([field, heading]) => ({ field, column: heading }))
    // It is run here, and left to no job: no service need be running.
    const alone = { ...context, enqueue: async () => undefined }
    await runFile(alone, tenant, theServer, { id, run: check ? 'check' : 'import', columns })
    await runImport(context, tenant.id, id)
    const { ended, refusals } = await context.database.asTenant(tenant.id, async (tx) => ({
      ended: await getImport(tx, id),
      refusals: await listRefusals(tx, id, { limit: mostPrinted }),
    }))
    const counts = { taken: ended.takenCount, known: ended.knownCount, refused: refusedCount(ended) }
    const left = refusals.map(
      ({ line, field, problem }) => `line ${line}${field === null ? '' : `, ${field}`}: ${words.problems[problem]}`,
    )
    const sum = `${counts.taken} lines ${check ? 'would be' : 'were'} imported, ${counts.known} are there already, ${counts.refused} ${check ? 'would be' : 'were'} left out.`
    const unread = unreadColumns(ended)
    const dropped = unread.length === 0 ? [] : [words.unread({ columns: unread.join(', ') })]
    return { json: { uuid: id, ...counts, refusals, unread }, text: [sum, ...dropped, ...left].join('\n') }

    async function bring() {
      const words = importTexts.en
      try {
        const bytes = await readFile(file)
        const { id } = await bringFile(context, tenant, theServer, {
          kind,
          fileName: basename(file).slice(0, 200),
          bytes,
        })
        return { words, id }
      } catch (error) {
        if (error instanceof FileRefusedError)
          throw new CommandRefusedError(`"${file}": ${words.problemsOfFile[error.problem]}`)
        if (error instanceof Error && 'syscall' in error)
          throw new CommandRefusedError(`"${file}" cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
        throw error
      }
    }
  },
})

function readColumn(value: string): Column {
  const at = value.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It is not a field and a heading such as user_mail=Courriel.')
  return [value.slice(0, at), value.slice(at + 1)]
}
