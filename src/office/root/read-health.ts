import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { dataDirectories } from '../../config.ts'
import type { Context } from '../../context.ts'
import { type AppliedMigration, compareApplied } from '../../db/migrator.ts'
import { countOpenReports } from '../../features/tenant/page-report.queries.ts'
import { countOrganisations } from '../../features/tenant/root.queries.ts'
import { logFault } from '../../http/error-handler.ts'
import { readDiskSpace } from '../../lib/disk-space.ts'
import { createLookEverywhere } from './look-everywhere.ts'

/** A disk that went away never answers. */
const mostMs = 3_000

/** What the checks are made of; null: it could not be read, and the log says why. */
export type HealthFacts = Awaited<ReturnType<ReturnType<typeof createHealthReading>>>

/** Makes what reads the facts of the checks, each by itself, so that one that fails or never answers takes no other with it; it never throws. */
export function createHealthReading(app: FastifyInstance, context: Context) {
  const { database, backups, config } = context
  const lookEverywhere = createLookEverywhere(app, context)
  const readDirectory = () => database.asServer((tx) => countOrganisations(tx, context.now()))
  const reading = {
    figures: createFact(app, 'organisations', readDirectory),
    reports: createFact(app, 'reports', () => database.asServer((tx) => countOpenReports(tx, null))),
    database: createFact(app, 'database', () => readDatabase(context)),
    space: createFact(app, 'space', () => readDiskSpace(dataDirectories(config))),
    backups: createFact(app, 'backups', async () => ({ list: await backups.list() })),
    everywhere: createFact(app, 'everywhere', async () => lookEverywhere((await readDirectory()).all)),
  }
  return async () => {
    const [figures, reports, facts, space, kept, everywhere] = await Promise.all([
      reading.figures(),
      reading.reports(),
      reading.database(),
      reading.space(),
      reading.backups(),
      reading.everywhere(),
    ])
    return { figures, reports, database: facts, space, backups: kept, everywhere }
  }
}

/** Makes what reads one fact. Of one that does not answer no second reading begins: each would hold a thread or a connection. */
function createFact<Fact>(app: FastifyInstance, name: string, load: () => Promise<Fact>): () => Promise<Fact | null> {
  let underWay: Promise<Fact> | null = null
  return async () => {
    underWay ??= load().finally(() => {
      underWay = null
    })
    try {
      return await Promise.race([underWay, refuseLate()])
    } catch (error) {
      logFault(app, error, `what the overview says of ${name} could not be read`)
      return null
    }
  }
}

async function refuseLate(): Promise<never> {
  await wait(mostMs, undefined, { ref: false })
  throw new Error(`no answer within ${mostMs} ms`)
}

type DatabaseFacts = {
  readonly version: string
  readonly late: number
  readonly veryLate: number
  readonly givenUp: number
  readonly workers: number
  readonly isRotating: boolean
  /** Migrations in their order. */
  readonly migrations: readonly AppliedMigration[]
}

async function readDatabase({ database }: Pick<Context, 'database'>) {
  const facts = await database.asServer(async (tx) => {
    const { rows } = await sql<DatabaseFacts>`select current_setting('server_version') as version,
        (select count(*)::int from graphile_worker._private_jobs where locked_at is null
          and attempts < max_attempts and run_at < now() - interval '1 minute') as late,
        (select count(*)::int from graphile_worker._private_jobs where locked_at is null
          and attempts < max_attempts and run_at < now() - interval '10 minutes') as "veryLate",
        (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts) as "givenUp",
        -- Each holds one of these as long as it lives (jobs/orphans.ts).
        (select count(*)::int from pg_stat_activity where datname = current_database()
          and application_name = 'guichet jobs lock') as workers,
        (select json_agg(json_build_object('name', name, 'checksum', checksum) order by name) from schema_migration) as migrations,
        coalesce((select next_secret_fingerprint is not null from server_setting), false) as "isRotating"`.execute(tx)
    const [facts] = rows
    if (!facts) throw new Error('the database gave no answer')
    return facts
  })
  return { ...facts, compared: await compareApplied(facts.migrations) }
}
