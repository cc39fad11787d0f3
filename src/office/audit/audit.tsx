import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { listActorNames } from '../../features/account/actor.queries.ts'
import { readOpenPeriod } from '../../features/accounting/period.ts'
import { auditNouns } from '../../features/audit/action.ts'
import { type AuditFilter, listAuditActors, listAuditEntries } from '../../features/audit/audit.queries.ts'
import { listSubjects } from '../../features/audit/subject.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { useTexts } from '../../pages/reader.ts'
import { entryColumns, idsOf } from './audit-entries.tsx'
import { tryDays } from '../kit/explain.ts'
import { showRoom } from '../kit/frame.tsx'
import { Submit } from '../../pages/parts.tsx'
import { Listed } from '../kit/list-page.tsx'

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
    handler: async (asked) => {
      const { tenant, actor, language, query, reply } = asked
      const words = auditTexts[language]
      const { of = '', who = '', what = '', from = '', to = '', page: number = 1 } = query
      const chosen = { of, who, what, from, to }
      const { read: days, problems } = tryDays(() => readOpenPeriod(chosen, tenant.timeZone), language)
      if (problems.length > 0) reply.code(400)
      const filter = {
        from: days?.from ?? null,
        until: days?.until ?? null,
        of: of === '' ? null : [of],
        by: who === 'server' ? who : readUuid(who),
        noun: auditNouns.find((noun) => noun === what) ?? null,
      }
      const { entries, people, ...told } = await readLog(context, tenant.id, filter, number)
      const isChosen = Object.values(chosen).some((value) => value !== '')
      const opensTeam = hasStaffPermission(actor, tenant, 'team') && tenant.category !== 'root'
      return showRoom(
        asked,
        { title: words.title, area: 'audit', lead: words.lead },
        of === '' ? null : (
          <p>
            {words.of} · <a href={paths.audit}>{words.everything}</a>
          </p>
        ),
        <Problems problems={problems} title={words.filter.refused} />,
        <FilterForm {...{ people, chosen, problems }} />,
        <Listed
          label={words.title}
          rows={entries}
          keyOf={({ id }) => id}
          columns={entryColumns({ ...told, opensTeam }, language)}
          empty={isChosen ? words.filter.nothing : words.nothing}
          page={number}
          query={chosen}
        />,
      )
    },
  })
}

async function readLog({ database }: Context, tenantId: string, filter: AuditFilter, number: number) {
  return database.asTenant(tenantId, async (tx) => {
    const entries = await listAuditEntries(tx, filter, rowsOf(number))
    const actors = await listAuditActors(tx)
    const names = await listActorNames(tx, actors)
    const named = actors.flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? ''] as const] : []))
    return {
      entries,
      names,
      /** The actors that may be chosen, in the order of their names. */
      people: named.toSorted(([, left], [, right]) => left.localeCompare(right)),
      subjects: await listSubjects(tx, entries.flatMap(idsOf)),
    }
  })
}

type FilterProps = {
  readonly people: readonly (readonly [id: string, name: string])[]
  readonly chosen: Readonly<Record<'of' | 'who' | 'what' | 'from' | 'to', string>>
  readonly problems: readonly FormProblem[]
}

function FilterForm({ people, chosen, problems }: FilterProps) {
  const { filter, by, nouns } = useTexts(auditTexts)
  return (
    <search>
      <form class="search" method="get" action={paths.audit} aria-label={filter.title}>
        {chosen.of === '' ? null : <input type="hidden" name="of" value={chosen.of} />}
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
        <Submit look="quiet">{filter.button}</Submit>
      </form>
    </search>
  )
}
