import type { Context } from '../../context.ts'
import { isNearlyFull } from '../../lib/disk-space.ts'
import { momentText, numberText, withinSentence } from '../../lib/format.ts'
import { sizeText } from '../../lib/size-text.ts'
import { rootCareTexts } from '../../messages/office/root-care.ts'
import type { Finding, HealthCheck, HealthReader } from './health-checks.ts'
import type { HealthFacts } from './read-health.ts'
import { walletHealth } from './wallet-health.ts'

/** Free space below this is worth a look, before the disk is nearly full. */
const fewFreeBytes = 2 * 1024 ** 3
const dayMs = 86_400_000
const failed: Finding = { state: 'failed', value: '' }

type Known<Fact extends keyof HealthFacts> = NonNullable<HealthFacts[Fact]>

/** Examines what keeps the service alive and what waits for its super-users. */
export function examineHealth(
  context: Pick<Context, 'config' | 'now'>,
  reader: HealthReader,
  facts: HealthFacts,
): Readonly<Record<HealthCheck, Finding>> {
  const { figures, reports, space, backups } = facts
  const { smtpUrl } = context.config
  return {
    registrations: figures === null ? failed : lookIfAny(figures.waiting, reader),
    reports: reports === null ? failed : lookIfAny(reports, reader),
    ...examineDatabase(facts.database, reader),
    space: space === null ? failed : examineSpace(space, reader),
    backups: backups === null ? failed : examineBackups(backups.list, context.now(), reader),
    // Without its account and its password.
    mail: smtpUrl === null ? { state: 'look', value: '' } : { state: 'good', value: new URL(smtpUrl).hostname },
    ...examineEverywhere(facts.everywhere, reader),
  }
}

function lookIfAny(count: number, { language }: HealthReader): Finding {
  return { state: count > 0 ? 'look' : 'good', value: numberText(count, language) }
}

function examineDatabase(found: HealthFacts['database'], reader: HealthReader) {
  if (found === null) {
    const checks = { database: failed, migrations: failed, jobs: failed, workers: failed, given_up: failed }
    return { ...checks, secret: failed, versions: failed }
  }
  const number = (count: number) => numberText(count, reader.language)
  return {
    database: { state: 'good', value: found.version },
    migrations: examineMigrations(found),
    jobs: {
      state: found.veryLate > 0 ? 'wrong' : found.late > 0 ? 'look' : 'good',
      value: number(found.veryLate > 0 ? found.veryLate : found.late),
    },
    workers: { state: found.workers > 0 ? 'good' : 'wrong', value: number(found.workers) },
    given_up: lookIfAny(found.givenUp, reader),
    secret: { state: found.isRotating ? 'look' : 'good', value: '' },
    versions: { state: 'good', value: `Node ${process.versions.node}, PostgreSQL ${found.version}` },
  } as const satisfies Partial<Record<HealthCheck, Finding>>
}

/** Tells how the migrations that were applied compare with the files of this version. */
function examineMigrations({ migrations, compared: { pending, changed, unknown } }: Known<'database'>): Finding {
  const strange = [...unknown, ...changed]
  if (strange.length > 0) return { state: 'wrong', value: strange.join(', ') }
  if (pending.length > 0) return { state: 'look', value: pending.join(', ') }
  return { state: 'good', value: migrations.at(-1)?.name ?? '' }
}

function examineSpace(space: Known<'space'>, { language }: HealthReader): Finding {
  const { freeBytes } = space
  const state = isNearlyFull(space) ? 'wrong' : freeBytes < fewFreeBytes ? 'look' : 'good'
  return { state, value: sizeText(freeBytes, language) }
}

/** Examines the age of the backups: one older than two nights means that the clock has missed one. */
function examineBackups(found: Known<'backups'>['list'], now: Date, reader: HealthReader): Finding {
  const words = rootCareTexts[reader.language].backups
  if (found === null) return { state: 'wrong', value: words.unreadable }
  const [last] = found
  if (last === undefined) return { state: 'wrong', value: words.noneHere }
  const at = new Date(last.madeAt)
  const isOld = now.getTime() - at.getTime() > 2 * dayMs
  const value = withinSentence(momentText({ at, now, ...reader }), reader.language)
  return { state: isOld ? 'look' : 'good', value }
}

function examineEverywhere(everywhere: HealthFacts['everywhere'], reader: HealthReader) {
  if (everywhere === null || everywhere === 'failed') return { unsent: failed, wallets: failed }
  if (everywhere === 'under_way') {
    const unknown: Finding = { state: 'unknown', value: '' }
    return { unsent: unknown, wallets: unknown }
  }
  const { found, asOf } = everywhere
  return {
    unsent: { ...lookIfAny(found.unsent, reader), asOf },
    wallets: { ...walletHealth(found.wallets, reader), asOf },
  }
}
