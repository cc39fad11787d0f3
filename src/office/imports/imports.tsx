import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import {
  countImports,
  type Import,
  type ImportOrder,
  importOrders,
  refusedCount,
  searchImports,
} from '../../features/import/import.queries.ts'
import { momentText, numberText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { staff } from '../../http/route.ts'
import { importTexts } from '../../messages/office/import.ts'
import type { Clock } from '../../pages/format.tsx'
import { listPage } from '../kit/list-page.tsx'
import { NameLink, saidOf } from '../kit/parts.tsx'
import { type Sign, Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'
import { registerImportPage } from './import.tsx'
import { registerNewImport } from './new-import.tsx'

/** What an organisation brings from another server (ADR 0281). */
export function registerImportPages(app: FastifyInstance, context: Context): void {
  registerNewImport(app, context)
  registerImportPage(app, context)
  listPage(app, context, {
    url: paths.imports,
    access: staff('settings'),
    area: 'imports',
    narrow: {},
    sorts: { by: importOrders, usual: '-created' },
    read: ({ request: { tenant } }, page) =>
      context.database.asTenant(tenant.id, async (tx) => ({
        rows: await searchImports(tx, page),
        count: await countImports(tx, {}),
      })),
    show: ({ asked: { request }, found: { count }, done }) => {
      const { tenant, language } = request
      const words = importTexts[language]
      return {
        title: words.title,
        lead: words.lead,
        said: saidOf(done, { removed: words.removed }),
        add: [paths.newImport, words.add],
        sums: [[words.title, numberText(count, language)]],
        empty: words.empty,
        columns: columnsOf({ timeZone: tenant.timeZone, now: context.now(), language }),
      }
    },
  })
}

function columnsOf(clock: Clock): readonly Column<Import, ImportOrder>[] {
  const { columns, kinds, states } = importTexts[clock.language]
  const number = (count: number) => numberText(count, clock.language)
  return [
    {
      name: columns.file,
      sort: 'file',
      show: ({ id, fileName }) => <NameLink href={at(paths.import, { uuid: id })}>{fileName}</NameLink>,
    },
    { name: columns.kind, bare: true, show: ({ kind }) => kinds[kind] },
    { name: columns.state, bare: true, show: ({ state }) => <Standing sign={signs[state]}>{states[state]}</Standing> },
    {
      name: columns.taken,
      figures: true,
      show: ({ state, takenCount }) => (state === 'done' ? number(takenCount) : ''),
    },
    { name: columns.refused, figures: true, show: (file) => (file.endedAt === null ? '' : number(refusedCount(file))) },
    { name: columns.when, sort: 'created', show: ({ createdAt }) => momentText({ ...clock, at: createdAt }) },
  ]
}

const signs = {
  draft: 'waits',
  checking: 'waits',
  checked: 'waits',
  importing: 'waits',
  done: 'well',
} as const satisfies Record<Import['state'], Sign>
