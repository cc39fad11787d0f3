import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { listActorNames } from '../../../features/account/actor.queries.ts'
import { type AuditEntry, listAuditEntries } from '../../../features/audit/audit.queries.ts'
import type { Language } from '../../../lib/language.ts'
import { staff } from '../../route.ts'
import { auditTexts } from '../../texts/admin/audit-texts.ts'
import { UuidIn } from '../../wire/schemas.ts'
import { When } from '../format.tsx'
import { page } from '../page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../pager.tsx'
import { actorName } from './actor-name.ts'
import { auditValue } from './audit-value.ts'
import { showAdminPage } from './frame.tsx'
import { DataTable } from './table.tsx'

/** Who did what in this organisation: all of it, or what was done to one thing (ADR 0132). */
export function registerAuditPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/admin/audit/',
    access: staff('audit'),
    summary: 'Who did what',
    query: Type.Object({ ...PagerQuery.properties, of: Type.Optional(UuidIn) }),
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = auditTexts[language]
      const { entries, names } = await context.database.asTenant(tenant.id, async (tx) => {
        const of = query.of === undefined ? null : [query.of.toLowerCase()]
        const entries = await listAuditEntries(tx, { of, ...rowsOf(query.page) })
        return {
          entries,
          names: await listActorNames(
            tx,
            entries.map(({ actorId }) => actorId),
          ),
        }
      })
      const shown = { names, timeZone: tenant.timeZone, now: context.now(), language }
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'audit' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          {query.of === undefined ? null : (
            <p>
              {words.of} · <a href="/admin/audit/">{words.everything}</a>
            </p>
          )}
          {entries.length === 0 ? (
            <p class="empty">{words.nothing}</p>
          ) : (
            <Entries entries={entries.slice(0, cardsPerPage)} {...shown} />
          )}
          <Pager
            page={query.page ?? 1}
            more={entries.length > cardsPerPage}
            language={language}
            query={query.of === undefined ? {} : { of: query.of }}
          />
        </div>,
      )
    },
  })
}

type EntriesProps = {
  readonly entries: readonly AuditEntry[]
  readonly names: ReadonlyMap<string, string>
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Entries({ entries, names, ...when }: EntriesProps) {
  const words = auditTexts[when.language]
  const { columns, actions } = words
  return (
    <DataTable
      label={words.title}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.when, show: ({ at }) => <When at={at} {...when} /> },
        {
          name: columns.who,
          show: (entry) =>
            [actorName(entry, names, when.language), ...(entry.fromRoot ? [words.fromRoot] : [])].join(', '),
        },
        { name: columns.what, show: ({ action }) => actions[action] },
        {
          name: columns.before,
          show: (entry) => <Values values={valuesOf(entry, 'before')} {...when} />,
        },
        {
          name: columns.after,
          show: (entry) => <Values values={valuesOf(entry, 'after')} {...when} />,
        },
      ]}
    />
  )
}

function valuesOf(entry: AuditEntry, side: 'before' | 'after'): readonly (readonly [string, unknown])[] {
  const kept = entry[side]
  const named = kept !== null && typeof kept === 'object' && !Array.isArray(kept) ? Object.entries(kept) : []
  return [...named, ...entry.personal.map((value) => [value.field, value[side]] as const)]
}

type ValuesProps = Omit<EntriesProps, 'entries' | 'names'> & {
  readonly values: ReturnType<typeof valuesOf>
}

function Values({ values, ...when }: ValuesProps) {
  if (values.length === 0) return null
  return (
    <ul class="small">
      {values.map(([field, value]) => (
        <li key={field}>
          <span class="muted">{field}</span> {auditValue(field, value, when)}
        </li>
      ))}
    </ul>
  )
}
