import { sql } from 'kysely'
import type { ServerTx, TenantTx } from '../db/database.ts'
import type { Statement } from '../db/pipeline.ts'
import type { Job } from '../features/deps.ts'
import { priorityOf } from './lanes.ts'
import { flagOf } from './turns.ts'

const mostAttempts = 12
const asksProvider: ReadonlySet<Job['name']> = new Set([
  'check_payment',
  'check_renewal',
  'send_refund',
  'check_refunds',
  'check_disputes',
])

/**
 * Adds a job in the caller's transaction (graphile-worker's own function), so that it exists exactly when the change
 * that asked for it does. The payload holds ids only: the queue is a server table.
 */
export async function enqueue(tx: TenantTx | ServerTx, job: Job, later?: { readonly afterMs: number }): Promise<void> {
  const { name, ...rest } = job
  const payload = JSON.stringify(rest)
  const key = later ? `later ${name} ${payload}` : keyOf(job)
  await sql`select graphile_worker.add_job(${name}, ${payload}::json, max_attempts => ${mostAttempts}::int,
    queue_name => ${queueOf(job)}::text, job_key => ${key}::text,
    run_at => now() + ${later?.afterMs ?? 0}::float8 * interval '1 millisecond',
    priority => ${priorityOf[name] ?? 0}::int, flags => array[${flagOf(job)}]::text[])`.execute(tx)
}

/**
 * Jobs that ask a payment provider run one after the other per tenant: an outage there, or a key that was revoked, holds up
 * one of the jobs that run at once and no more.
 */
function queueOf(job: Job): string | null {
  // Strangers' servers take their time: two are waited for at once, whoever named them.
  if (job.name === 'read_agenda') return `agendas ${Number.parseInt(job.agendaId.slice(-1), 16) % 2}`
  return asksProvider.has(job.name) && 'tenantId' in job ? `payments ${job.tenantId}` : null
}

/** The key of a job: one that is asked for twenty times before it runs need run only once. */
function keyOf(job: Job): string | null {
  if (job.name === 'check_payment') return `${job.name} ${job.paymentId}`
  if (job.name === 'check_renewal') return `${job.name} ${job.renewalId}`
  if (job.name === 'check_refunds' || job.name === 'check_disputes')
    return `${job.name} ${job.tenantId} ${job.providerPaymentId}`
  // Two presses are one backup.
  if (job.name === 'make_backup_now') return job.name
  if (job.name === 'read_agenda') return `${job.name} ${job.agendaId}`
  if (job.name === 'tell_followers') return `${job.name} ${job.tenantId}`
  return job.name === 'tell_of_event' ? `${job.name} ${job.noticeId}` : null
}

/** Makes the statement that adds many jobs at once in a pipelined transaction; none of them has a queue or a key. */
export function jobStatement(jobs: readonly Job[]): Statement {
  return {
    name: 'add_jobs',
    text: `select from graphile_worker.add_jobs(array(
      select (name, payload::json, null, null, ${mostAttempts}, null, priority, array[flag])::graphile_worker.job_spec
      from unnest($1::text[], $2::text[], $3::int[], $4::text[]) as job (name, payload, priority, flag)))`,
    values: [
      jobs.map(({ name }) => name),
      jobs.map(({ name: _, ...payload }) => JSON.stringify(payload)),
      jobs.map(({ name }) => priorityOf[name] ?? 0),
      jobs.map(flagOf),
    ],
  }
}
