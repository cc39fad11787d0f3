import { sql } from 'kysely'
import { dataDirectories } from '../../config.ts'
import type { Context } from '../../context.ts'
import { type AppliedMigration, compareApplied } from '../../db/migrator.ts'
import { isNearlyFull, readDiskSpace } from '../../lib/disk-space.ts'
import { momentText, numberText, withinSentence } from '../../lib/format.ts'
import { sizeText } from '../../lib/size-text.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import type { Finding, HealthCheck, HealthReader } from './health-checks.ts'
import type { LookedAt } from './look-everywhere.ts'
import { walletHealth } from './wallet-health.ts'

/** Free space below this is worth a look, before the disk is nearly full. */
const fewFreeBytes = 2 * 1024 ** 3
const dayMs = 86_400_000

/**
 * Examines what keeps the service alive and what waits for its super-users. What is all organisations' is told by `everywhere`; the rest
 * costs the same however many there are.
 */
export async function examineHealth(
  context: Context,
  reader: HealthReader,
  waiting: { readonly registrations: number; readonly reports: number },
  everywhere: LookedAt | null,
): Promise<Readonly<Record<HealthCheck, Finding>>> {
  const { config } = context
  const found = await readDatabase(context)
  const space = await readDiskSpace(dataDirectories(config))
  const free = space.freeBytes
  const number = (count: number) => numberText(count, reader.language)
  const lookIfAny = (count: number): Finding => ({ state: count > 0 ? 'look' : 'good', value: number(count) })
  return {
    registrations: lookIfAny(waiting.registrations),
    reports: lookIfAny(waiting.reports),
    database: { state: 'good', value: found.version },
    migrations: await examineMigrations(found.migrations),
    jobs: {
      state: found.veryLate > 0 ? 'wrong' : found.late > 0 ? 'look' : 'good',
      value: number(found.veryLate > 0 ? found.veryLate : found.late),
    },
    workers: { state: found.workers > 0 ? 'good' : 'wrong', value: number(found.workers) },
    given_up: lookIfAny(found.givenUp),
    space: {
      state: isNearlyFull(space) ? 'wrong' : free < fewFreeBytes ? 'look' : 'good',
      value: sizeText(free, reader.language),
    },
    backups: await examineBackups(context, reader),
    // Without its account and its password.
    mail:
      config.smtpUrl === null
        ? { state: 'look', value: '' }
        : { state: 'good', value: new URL(config.smtpUrl).hostname },
    unsent: everywhere === null ? { state: 'unknown', value: '' } : lookIfAny(everywhere.unsent),
    wallets: everywhere === null ? { state: 'unknown', value: '' } : walletHealth(everywhere.wallets, reader),
    secret: { state: found.isRotating ? 'look' : 'good', value: '' },
    versions: { state: 'good', value: `Node ${process.versions.node}, PostgreSQL ${found.version}` },
  }
}

/** Compares the migrations that were applied with the files of this version. */
async function examineMigrations(applied: readonly AppliedMigration[]): Promise<Finding> {
  const { pending, changed, unknown } = await compareApplied(applied)
  const strange = [...unknown, ...changed]
  if (strange.length > 0) return { state: 'wrong', value: strange.join(', ') }
  if (pending.length > 0) return { state: 'look', value: pending.join(', ') }
  return { state: 'good', value: applied.at(-1)?.name ?? '' }
}

/** Examines the age of the backups: one older than two nights means that the clock has missed one. */
async function examineBackups({ backups, now }: Context, reader: HealthReader): Promise<Finding> {
  const words = rootCareTexts[reader.language].backups
  const found = await backups.list()
  if (found === null) return { state: 'wrong', value: words.unreadable }
  const [last] = found
  if (last === undefined) return { state: 'wrong', value: words.noneHere }
  const at = new Date(last.madeAt)
  const isOld = now().getTime() - at.getTime() > 2 * dayMs
  const value = withinSentence(momentText({ at, now: now(), ...reader }), reader.language)
  return { state: isOld ? 'look' : 'good', value }
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

async function readDatabase({ database }: Pick<Context, 'database'>): Promise<DatabaseFacts> {
  return database.asServer(async (tx) => {
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
}
