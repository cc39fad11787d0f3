import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import type { Job } from '../../features/deps.ts'
import { doAndNoteAtRoot, noteFromRoot } from '../../features/tenant/note-at-root.ts'
import { listTenantNames } from '../../features/tenant/root.queries.ts'
import { findTenantById } from '../../features/tenant/tenant.queries.ts'
import {
  countJobs,
  dropJob,
  type JobCount,
  listJobs,
  type QueuedJob,
  runGivenUpJobs,
  runJobNow,
} from '../../jobs/manage-jobs.ts'
import { numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { maskWords } from '../../lib/mask.ts'
import { paths } from '../../lib/paths.ts'
import { rootWorkTexts } from '../../messages/office/root-work.ts'
import { MachineText, Maybe } from '../../http/wire/schemas.ts'
import { actionPage } from '../kit/action-page.ts'
import { listPage } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { ActionButton } from '../../pages/parts.tsx'
import { type Column, DataTable } from '../kit/table.tsx'
import { When } from '../../pages/format.tsx'
import { showRootPage } from './frame.tsx'
import { organisationPath } from './read-organisation.ts'
import { rootRooms, superUser } from './rooms.ts'
import { useReader, useTexts } from '../../pages/reader.ts'

/** The id of a job as a form sends it; any other text names no job. */
const jobId = /^\d{1,18}$/

/** What waits to be done, and what was given up. */
export function registerRootJobs(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: rootRooms.jobs,
    access: superUser,
    narrow: {},
    read: (_, { limit, offset }) =>
      context.database.asServer(async (tx) => {
        const rows = await listJobs(tx, { limit, offset })
        const ids = rows.flatMap(({ tenantId }) => (tenantId === null ? [] : [tenantId]))
        return { rows, counts: await countJobs(tx), names: await listTenantNames(tx, ids) }
      }),
    show: ({ asked: { request }, found: { rows, counts, names }, done }) => {
      const { language } = request
      const words = rootWorkTexts[language].jobs
      return {
        title: words.title,
        lead: words.lead,
        empty: words.none,
        said: saidOf(done, words.done),
        columns: columnsOf(names, language),
        foot:
          rows.length === 0 ? null : (
            <>
              {counts.some(({ state }) => state === 'given_up') ? (
                <ActionButton action={paths.serverJobsAttempts}>{words.allAgain}</ActionButton>
              ) : null}
              <h2>{words.counts}</h2>
              <Counts counts={counts} />
            </>
          ),
      }
    },
    frame: (asked, title, content) => showRootPage(asked, { title, room: 'jobs' }, content),
  })

  registerJobActions(app, context)
}

function registerJobActions(app: FastifyInstance, context: Context): void {
  const of = { of: rootRooms.jobs, access: superUser }
  actionPage(app, {
    ...of,
    name: 'attempts',
    body: { job: Maybe(MachineText({ max: 18 })) },
    act: ({ request: { actor } }, _, { job }) => {
      const note = { action: 'job.tried_again', subjectId: null } as const
      return doAndNoteAtRoot(context, actor, async (tx) => {
        if (!job) return { answer: null, change: { ...note, after: { count: await runGivenUpJobs(tx) } } }
        const name = orNotFound(jobId.test(job) ? await runJobNow(tx, job) : null)
        return { answer: null, change: { ...note, after: { job: name } } }
      })
    },
    goesOn: () => `${rootRooms.jobs}?done=again`,
  })
  actionPage(app, {
    ...of,
    name: 'removal',
    body: { job: MachineText({ max: 18 }) },
    act: ({ request: { actor } }, _, { job }) => drop(context, actor, job),
    goesOn: () => `${rootRooms.jobs}?done=dropped`,
  })
}

/** Drops a job; this is noted at Root, and with the organisation whose job it was. */
async function drop(context: Context, actor: Actor, job: string): Promise<void> {
  const { tenant, note } = await doAndNoteAtRoot(context, actor, async (tx) => {
    const { name, tenantId, about } = orNotFound(jobId.test(job) ? await dropJob(tx, job) : null)
    const tenant = tenantId === null ? null : await findTenantById(tx, tenantId)
    const note = { action: 'job.dropped', after: { job: name, about } } as const
    const whose = tenant ? { organisation: tenant.organisation } : {}
    return { answer: { tenant, note }, change: { ...note, subjectId: tenantId, after: { ...whose, ...note.after } } }
  })
  if (tenant) await noteFromRoot(context, actor, tenant, note)
}

/** Names a job; jobs that the clock starts have no words of their own. */
function nameOf(name: string, language: Language): string {
  const { names, clock } = rootWorkTexts[language].jobs
  const known: Readonly<Record<Job['name'], string>> = names
  return Object.entries(known).find(([key]) => key === name)?.[1] ?? clock({ name })
}

function columnsOf(names: ReadonlyMap<string, string>, language: Language): readonly Column<QueuedJob>[] {
  const words = rootWorkTexts[language].jobs
  const { columns } = words
  return [
    { name: columns.what, show: ({ name }) => nameOf(name, language) },
    {
      name: columns.organisation,
      show: ({ tenantId }) =>
        tenantId === null ? null : <a href={organisationPath(tenantId)}>{names.get(tenantId) ?? tenantId}</a>,
    },
    { name: columns.state, bare: true, show: ({ state }) => words.states[state] },
    {
      name: columns.attempts,
      figures: true,
      show: ({ attempts, maxAttempts }) => words.attempts({ made: attempts, most: maxAttempts }),
    },
    { name: columns.next, show: ({ state, runAt }) => (state === 'given_up' ? null : <When at={runAt} />) },
    { name: columns.failure, show: ({ lastError }) => (lastError === null ? null : maskWords(lastError)) },
    { name: columns.do, show: (job) => (job.state === 'running' ? null : <RowActions job={job} />) },
  ]
}

function RowActions({ job: { id, name } }: { readonly job: QueuedJob }) {
  const { language } = useReader()
  const words = rootWorkTexts[language].jobs
  const named = (button: string) => `${button}: ${nameOf(name, language)} (${id})`
  return (
    <div class="actions">
      <ActionButton action={paths.serverJobsAttempts} sends={{ job: id }} label={named(words.again)}>
        {words.again}
      </ActionButton>
      <details>
        <summary aria-label={named(words.drop)}>{words.drop}</summary>
        <p>{words.dropNote}</p>
        <ActionButton action={paths.serverJobsRemoval} sends={{ job: id }} look="danger" label={named(words.drop)}>
          {words.drop}
        </ActionButton>
      </details>
    </div>
  )
}

function Counts({ counts }: { readonly counts: readonly JobCount[] }) {
  const { language } = useReader()
  const words = useTexts(rootWorkTexts).jobs
  const { columns } = words
  return (
    <DataTable
      label={words.counts}
      rows={counts}
      keyOf={({ name, state }) => `${name} ${state}`}
      columns={[
        { name: columns.what, show: ({ name }) => nameOf(name, language) },
        { name: columns.state, bare: true, show: ({ state }) => words.states[state] },
        { name: columns.count, figures: true, show: ({ count }) => numberText(count, language) },
      ]}
    />
  )
}
