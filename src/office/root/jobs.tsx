import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
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
import { listPage } from '../kit/list-page.tsx'
import { type Column, DataTable } from '../kit/table.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { showRootPage } from './frame.tsx'
import { organisationPath } from './read-organisation.ts'
import { rootRooms } from './rooms.ts'

const access = { kind: 'super_user' } as const
/** As a form sends it; of another one nothing is known. */
const jobId = /^\d{1,18}$/

/** What waits to be done, and what was given up. */
export function registerRootJobs(app: FastifyInstance, context: Context): void {
  listPage(app, {
    url: rootRooms.jobs,
    access,
    narrow: {},
    read: (_, { limit, offset }) =>
      context.database.asServer(async (tx) => {
        const rows = await listJobs(tx, { limit, offset })
        const ids = rows.flatMap(({ tenantId }) => (tenantId === null ? [] : [tenantId]))
        return { rows, counts: await countJobs(tx), names: await listTenantNames(tx, ids) }
      }),
    show: ({ asked: { request }, found: { rows, counts, names }, done }) => {
      const { tenant: root, language } = request
      const words = rootWorkTexts[language].jobs
      const action = (['again', 'dropped'] as const).find((one) => one === done)
      const when = { timeZone: root.timeZone, now: context.now(), language }
      return {
        title: words.title,
        lead: words.lead,
        empty: words.none,
        said: action === undefined ? null : words.done[action],
        columns: columnsOf(names, when),
        foot:
          rows.length === 0 ? null : (
            <>
              {counts.some(({ state }) => state === 'given_up') ? (
                <form method="post" action={paths.serverJobsAttempts}>
                  <button class="button quiet" type="submit">
                    {words.allAgain}
                  </button>
                </form>
              ) : null}
              <h2>{words.counts}</h2>
              <Counts counts={counts} language={language} />
            </>
          ),
      }
    },
    frame: (asked, title, content) => showRootPage(asked, { title, room: 'jobs' }, content),
  })

  page(app, {
    method: 'POST',
    url: paths.serverJobsAttempts,
    access,
    forms: true,
    body: Type.Object({ job: Maybe(MachineText({ max: 18 })) }),
    handler: async ({ actor, body, reply }) => {
      const { job } = body
      const note = { action: 'job.tried_again', subjectId: null } as const
      await doAndNoteAtRoot(context, actor, async (tx) => {
        if (!job) return { answer: null, change: { ...note, after: { count: await runGivenUpJobs(tx) } } }
        const name = orNotFound(jobId.test(job) ? await runJobNow(tx, job) : null)
        return { answer: null, change: { ...note, after: { job: name } } }
      })
      return reply.redirect(`${rootRooms.jobs}?done=again`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: paths.serverJobsRemoval,
    access,
    forms: true,
    body: Type.Object({ job: MachineText({ max: 18 }) }),
    handler: async ({ actor, body: { job }, reply }) => {
      const { tenant, note } = await doAndNoteAtRoot(context, actor, async (tx) => {
        const dropped = orNotFound(jobId.test(job) ? await dropJob(tx, job) : null)
        const { name, tenantId, about } = dropped
        const tenant = tenantId === null ? null : await findTenantById(tx, tenantId)
        const note = { action: 'job.dropped', after: { job: name, about } } as const
        const whose = tenant ? { organisation: tenant.organisation } : {}
        return {
          answer: { tenant, note },
          change: { ...note, subjectId: tenantId, after: { ...whose, ...note.after } },
        }
      })
      if (tenant) await noteFromRoot(context, actor, tenant, note)
      return reply.redirect(`${rootRooms.jobs}?done=dropped`, 303)
    },
  })
}

/** What the clock starts has no words of its own. */
function nameOf(name: string, language: Language): string {
  const { names, clock } = rootWorkTexts[language].jobs
  const known: Readonly<Record<Job['name'], string>> = names
  return Object.entries(known).find(([key]) => key === name)?.[1] ?? clock({ name })
}

type By = { readonly timeZone: string; readonly now: Date; readonly language: Language }

function columnsOf(names: ReadonlyMap<string, string>, when: By): readonly Column<QueuedJob>[] {
  const { language } = when
  const words = rootWorkTexts[language].jobs
  const { columns } = words
  return [
    { name: columns.what, show: ({ name }) => nameOf(name, language) },
    {
      name: columns.organisation,
      show: ({ tenantId }) =>
        tenantId === null ? null : <a href={organisationPath(tenantId)}>{names.get(tenantId) ?? tenantId}</a>,
    },
    { name: columns.state, show: ({ state }) => words.states[state] },
    {
      name: columns.attempts,
      figures: true,
      show: ({ attempts, maxAttempts }) => words.attempts({ made: attempts, most: maxAttempts }),
    },
    { name: columns.next, show: ({ state, runAt }) => (state === 'given_up' ? null : <When at={runAt} {...when} />) },
    { name: columns.failure, show: ({ lastError }) => (lastError === null ? null : maskWords(lastError)) },
    {
      name: columns.do,
      show: (job) => (job.state === 'running' ? null : <JobActions job={job} language={language} />),
    },
  ]
}

function JobActions({ job, language }: { readonly job: QueuedJob; readonly language: Language }) {
  const words = rootWorkTexts[language].jobs
  const name = nameOf(job.name, language)
  return (
    <div class="actions">
      <form method="post" action={paths.serverJobsAttempts}>
        <input type="hidden" name="job" value={job.id} />
        <button class="button quiet" type="submit" aria-label={`${words.again}: ${name} (${job.id})`}>
          {words.again}
        </button>
      </form>
      <details>
        <summary aria-label={`${words.drop}: ${name} (${job.id})`}>{words.drop}</summary>
        <p>{words.dropNote}</p>
        <form method="post" action={paths.serverJobsRemoval}>
          <input type="hidden" name="job" value={job.id} />
          <button class="button danger" type="submit" aria-label={`${words.drop}: ${name} (${job.id})`}>
            {words.drop}
          </button>
        </form>
      </details>
    </div>
  )
}

function Counts({ counts, language }: { readonly counts: readonly JobCount[]; readonly language: Language }) {
  const words = rootWorkTexts[language].jobs
  const { columns } = words
  return (
    <DataTable
      label={words.counts}
      rows={counts}
      keyOf={({ name, state }) => `${name} ${state}`}
      columns={[
        { name: columns.what, show: ({ name }) => nameOf(name, language) },
        { name: columns.state, show: ({ state }) => words.states[state] },
        { name: columns.count, figures: true, show: ({ count }) => numberText(count, language) },
      ]}
    />
  )
}
