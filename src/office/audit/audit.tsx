import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listActorNames } from '../../features/account/actor.queries.ts'
import { readOpenPeriod } from '../../features/accounting/period.ts'
import { auditNouns } from '../../features/audit/action.ts'
import { listAuditActors, listAuditEntries } from '../../features/audit/audit.queries.ts'
import { listSubjects } from '../../features/audit/subject.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import type { Language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { AuditEntries, idsOf } from './audit-entries.tsx'
import { explainFields } from '../kit/explain.ts'
import { showAdminPage } from '../kit/frame.tsx'

const AuditQuery = Type.Object({
  ...PagerQuery.properties,
  of: Type.Optional(UuidIn),
  who: Type.Optional(TextQuery),
  what: Type.Optional(TextQuery),
  from: Type.Optional(TextQuery),
  to: Type.Optional(TextQuery),
})

/** Who did what in this organisation: all of it, what was chosen, or what was done to one thing (ADR 0132). */
export function registerAuditPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.audit,
    access: staff('audit'),
    query: AuditQuery,
    handler: async ({ tenant, actor, language, query, request, reply }) => {
      const words = auditTexts[language]
      const { of = '', ...asked } = query
      const chosen = { who: asked.who ?? '', what: asked.what ?? '', from: asked.from ?? '', to: asked.to ?? '' }
      const days = tryDays(chosen, tenant.timeZone, language)
      if (days.problems.length > 0) reply.code(400)
      const filter = {
        from: days.from,
        until: days.until,
        of: of === '' ? null : [of],
        by: chosen.who === 'server' ? chosen.who : readUuid(chosen.who),
        noun: auditNouns.find((noun) => noun === chosen.what) ?? null,
      }
      const shown = await context.database.asTenant(tenant.id, async (tx) => {
        const entries = await listAuditEntries(tx, filter, rowsOf(query.page))
        const actors = await listAuditActors(tx)
        return {
          entries,
          actors,
          names: await listActorNames(tx, actors),
          subjects: await listSubjects(tx, entries.flatMap(idsOf)),
        }
      })
      const { entries, names, subjects } = shown
      const isChosen = of !== '' || Object.values(chosen).some((value) => value !== '')
      const { timeZone, currency } = tenant
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'audit' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          {of === '' ? null : (
            <p>
              {words.of} · <a href={paths.audit}>{words.everything}</a>
            </p>
          )}
          <Problems problems={days.problems} title={words.filter.refused} />
          <FilterForm {...{ ...shown, chosen, of, problems: days.problems, language }} />
          {entries.length === 0 ? (
            <p class="empty">{isChosen ? words.filter.nothing : words.nothing}</p>
          ) : (
            <AuditEntries
              entries={entries.slice(0, cardsPerPage)}
              names={names}
              opensTeam={hasStaffPermission(actor, tenant, 'team') && tenant.category !== 'root'}
              reader={{ timeZone, currency, now: context.now(), language, subjects }}
            />
          )}
          <Pager
            page={query.page ?? 1}
            more={entries.length > cardsPerPage}
            language={language}
            query={{ of, ...chosen }}
          />
        </div>,
      )
    },
  })
}

type Chosen = { readonly who: string; readonly what: string; readonly from: string; readonly to: string }

type FilterProps = {
  readonly actors: readonly string[]
  readonly names: ReadonlyMap<string, string>
  readonly chosen: Chosen
  readonly of: string
  readonly problems: readonly FormProblem[]
  readonly language: Language
}

function FilterForm({ actors, names, chosen, of, problems, language }: FilterProps) {
  const { filter, by, nouns } = auditTexts[language]
  const people = actors
    .flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? ''] as const] : []))
    .toSorted(([, left], [, right]) => left.localeCompare(right))
  return (
    <search>
      <form class="search" method="get" action={paths.audit} aria-label={filter.title}>
        {of === '' ? null : <input type="hidden" name="of" value={of} />}
        <Choice
          id="who"
          label={filter.who}
          value={chosen.who}
          options={[['', filter.anybody], ['server', by.server], ...people]}
        />
        <Choice
          id="what"
          label={filter.what}
          value={chosen.what}
          options={[['', filter.anything], ...auditNouns.map((noun) => [noun, nouns[noun]] as const)]}
        />
        <Field id="from" label={filter.from} type="date" problems={problems} value={chosen.from} />
        <Field id="to" label={filter.to} type="date" problems={problems} value={chosen.to} />
        <button class="button quiet" type="submit">
          {filter.button}
        </button>
      </form>
    </search>
  )
}

/** What is wrong with the days is said beside them. */
function tryDays({ from, to }: Chosen, timeZone: string, language: Language) {
  try {
    return { ...readOpenPeriod({ from, to }, timeZone), problems: [] }
  } catch (error) {
    const problems = error instanceof AppError ? explainFields(error, language) : null
    if (problems === null) throw error
    return { from: null, until: null, problems }
  }
}
