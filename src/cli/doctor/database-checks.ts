import type pg from 'pg'
import { compareMigrations } from '../../db/migrator.ts'
import { dataKeyOf, type secretsOf } from '../../features/tenant/data-key.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { CheckFailed, CheckNotice, CheckSkipped } from './check.ts'

const oldestPostgres = 15
const mostClockDifferenceMs = 5_000

/** One row of one statement; these look at the server itself, so no tenant's scope is needed or set. */
async function row<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T> {
  const { rows } = await client.query<T>(text)
  const [first] = rows
  if (first === undefined) throw new Error('the database gave no answer')
  return first
}

/** An older one lacks what the migrations use. */
export async function checkDatabaseVersion(client: pg.Client): Promise<string> {
  const { version, number } = await row<{ version: string; number: number }>(
    client,
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  )
  if (number >= oldestPostgres * 10_000) return `PostgreSQL ${version} answers`
  throw new CheckFailed(
    `This is PostgreSQL ${version}; Guichet needs ${oldestPostgres} or later. Upgrade it, or name another one in DATABASE_URL.`,
  )
}

export async function checkMigrations(client: pg.Client): Promise<string> {
  const { pending, changed, unknown } = await compareMigrations(client)
  if (unknown.length > 0)
    throw new CheckFailed(
      `This database was migrated by a newer version: ${unknown.join(', ')} is not known here. Install that version, or restore a backup from before.`,
    )
  if (changed.length > 0)
    throw new CheckFailed(
      `The checksum of ${changed.join(', ')} is not the one that was applied: the file was changed afterwards, or the database was made by another build. Put the file back as it was released; migrations only go forward. The service does not start like this.`,
    )
  if (pending.length === 0) return 'every migration of this version is applied, unchanged'
  throw new CheckFailed(
    `Not applied yet: ${pending.join(', ')}. Run "guichet migrate", or start the service, which does the same.`,
  )
}

export async function checkRoleIsBound(client: pg.Client): Promise<string> {
  const role = await row<{ name: string; bypasses: boolean }>(
    client,
    'select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  )
  if (!role.bypasses) return `the role ${role.name} is bound by row-level security`
  throw new CheckFailed(
    `The role ${role.name} can bypass row-level security, which keeps organisations apart. Run "alter role ${role.name} nosuperuser nobypassrls", or name another one in DATABASE_URL.`,
  )
}

export async function checkRoleOwnsNothing(client: pg.Client): Promise<string> {
  const { owned } = await row<{ owned: number }>(
    client,
    `select count(*)::int as owned from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_get_userbyid(relowner) = current_user`,
  )
  if (owned === 0) return 'the running role owns no table'
  throw new CheckFailed(
    `The running role owns ${owned} tables and could take their isolation away. Name the owner in DATABASE_ADMIN_URL and a role of its own in DATABASE_URL.`,
  )
}

export async function checkClock(client: pg.Client): Promise<string> {
  const before = Date.now()
  const { now } = await row<{ now: Date }>(client, 'select clock_timestamp() as now')
  const differenceMs = Math.abs(now.getTime() - (before + Date.now()) / 2)
  if (differenceMs <= mostClockDifferenceMs) return 'the clock agrees with the database'
  throw new CheckFailed(
    `This machine's clock and the database's differ by ${Math.round(differenceMs / 1000)} s: holds and doors would open and end at the wrong time. Let both follow a time server.`,
  )
}

type DoctorSetting = Parameters<typeof secretsOf>[0]

/** Null: the service was never started on this database. */
export async function findSetting(client: pg.Client): Promise<DoctorSetting | null> {
  const { rows } = await client.query<DoctorSetting>(
    `select secret_fingerprint as "secretFingerprint", data_key_sealed as "dataKeySealed",
       next_secret_fingerprint as "nextSecretFingerprint", next_data_key_sealed as "nextDataKeySealed",
       former_data_key_sealed as "formerDataKeySealed"
     from server_setting`,
  )
  return rows[0] ?? null
}

/** `secret` null: there is none here. */
export async function checkSecret(client: pg.Client, secret: SecretBox | null, place: string): Promise<string> {
  const setting = await findSetting(client)
  if (setting === null) throw new CheckSkipped('The service was never started on this database.')
  if (secret === null || dataKeyOf(setting, secret) === null)
    throw new CheckFailed(
      `The secret is ${secret === null ? 'missing' : `not the one the database ${place} was made with`}, so its signing keys cannot be read. Set the former SECRET_KEY, or bring back the file secret-key in DATA_DIR.`,
    )
  if (setting.nextSecretFingerprint !== null)
    throw new CheckNotice(
      'A rotation of the secret is not over, and the former one still opens: start every process with the new one, and run "guichet secret rotate" again.',
    )
  if (setting.formerDataKeySealed !== null)
    throw new CheckNotice(
      'The data key was replaced, and the former one still opens what may be sealed under it. It ends by itself within two hours while the service runs.',
    )
  return 'the secret is the one the database was made with'
}

export async function checkJobs(client: pg.Client): Promise<string> {
  const jobs = await row<{ late: number; given_up: number; oldest: Date | null }>(
    client,
    `select count(*) filter (where late)::int as late, count(*) filter (where given_up)::int as given_up,
       min(run_at) filter (where late) as oldest
     from (select run_at, attempts >= max_attempts as given_up,
       attempts < max_attempts and run_at < now() - interval '1 minute' and locked_at is null as late
       from graphile_worker.jobs) as job`,
  )
  if (jobs.late > 0)
    throw new CheckFailed(
      `${jobs.late} jobs (mails and the like) wait since ${jobs.oldest?.toISOString()}: start the service, or a process with ROLE=worker.`,
    )
  return jobs.given_up === 0 ? 'no job waits' : `no job waits; ${jobs.given_up} were given up after many tries`
}

export async function checkInstallation(client: pg.Client): Promise<string> {
  const found = await row<{ root: boolean; meta: boolean }>(
    client,
    `select coalesce(bool_or(category = 'root'), false) as root, coalesce(bool_or(first_meta), false) as meta from tenant`,
  )
  if (found.root && found.meta) return 'Root and Meta exist'
  throw new CheckFailed('Root or Meta is missing; start the service or run "guichet migrate", which makes them.')
}

/** Lists the keys of Root, which tell this installation from another. Null when the tables are not those of this build. */
export async function listRootKeyIds(client: pg.Client): Promise<readonly string[] | null> {
  try {
    await client.query('begin read only')
    await client.query("select set_config('app.tenant_id', id::text, true) from tenant where category = 'root'")
    const { rows } = await client.query<{ id: string }>(
      "select id from signing_key where tenant_id = current_setting('app.tenant_id')::uuid",
    )
    return rows.map(({ id }) => id)
  } catch {
    return null
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}
