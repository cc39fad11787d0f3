import { AppError, type ErrorCode } from '../errors.ts'
import { WalletKeysRefusedError } from '../integrations/wallet/wallet-keys-refused-error.ts'

/** Errors whose message was written for the person who runs the service. */
const plainErrors = new Set([
  'BackupError',
  'CommandRefusedError',
  'DataDirectoryError',
  'DataDirectoryInUseError',
  'EmbeddedDatabaseError',
  'ImageRefusedError',
  'MigrationError',
  'ListenError',
  'SecretKeyError',
  'StoppedError',
])

/** A refusal that only the command line knows. */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError'
}

/** Wrong usage that no parser of one option can see. */
export class WrongUsageError extends Error {
  override readonly name = 'WrongUsageError'
}

/** Their message is enough, and nothing was asked of the service. */
const usageErrors = new Set(['ConfigError', 'WrongUsageError'])

export type Failure = { readonly message: string; readonly exitCode: 1 | 2 }

/** Explains a failure to a person at a terminal: the reason in plain words, and a stack only for what nobody foresaw. */
export async function explainFailure(error: unknown): Promise<Failure> {
  if (error instanceof AppError) return { message: await explainRefusal(error), exitCode: 1 }
  if (error instanceof WalletKeysRefusedError) {
    const { explainWalletKeys } = await import('./explain-wallet-keys.ts')
    return { message: explainWalletKeys(error), exitCode: 1 }
  }
  if (!(error instanceof Error)) return { message: String(error), exitCode: 1 }
  if (usageErrors.has(error.name)) return { message: error.message, exitCode: 2 }
  if (plainErrors.has(error.name)) return { message: error.message, exitCode: 1 }
  const message = explainDatabaseError(error) ?? explainSystemError(error) ?? error.stack ?? error.message
  return { message, exitCode: 1 }
}

/** Texts for a terminal in place of those of the service, which are meant for a browser or a program. */
const atATerminal: { readonly [Code in ErrorCode]?: string } = {
  not_found: 'Nothing here is known by that name or number.',
  device_archived: 'The time of this device is over: "guichet device set-end" gives it another end.',
}

async function explainRefusal(error: AppError): Promise<string> {
  const { refusalTexts } = await import('../messages/interface/refusal.ts')
  const { detail: more, fields = {} } = error.details
  const own = more === undefined ? atATerminal[error.code] : refusalTexts.en.details[more]
  if (own !== undefined) return own
  const { describeFields } = await import('../http/describe-fields.ts')
  const { title, detail } = refusalTexts.en.errors[error.code]
  const problems = Object.entries(describeFields(fields, 'en')).map(
    ([field, messages]) => `${field}: ${messages.join(' ')}`,
  )
  return [problems.length > 0 ? `${title}.` : `${title}. ${detail}`, ...problems].join('\n')
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', 'ENOENT'])

/** PostgreSQL's class 28 is a refused login, 3D an unknown database. */
function explainDatabaseError(error: Error): string | null {
  const { code, syscall } = error as Error & { code?: string; syscall?: string }
  if (code === undefined) return null
  if (unreachable.has(code) && syscall !== undefined && syscall !== 'open')
    return `The database does not answer (${error.message}).`
  if (code === '42P01') return 'This database is not set up for this version yet: run "guichet migrate".'
  if (code === '53100') return `The disk of the database is full (${error.message}); free some space.`
  if (/^(28|3D|57P)/.test(code)) return `The database refuses (${error.message}).`
  return null
}

const systemErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full; free some space.',
  EDQUOT: 'The disk quota of this account is used up; free some space.',
  EACCES: 'This account may not do that; check whose file it is.',
  EPERM: 'This account may not do that; check whose file it is.',
  EROFS: 'The disk is read-only.',
  EMFILE: 'Too many files are open; raise the limit (ulimit -n).',
}

function explainSystemError(error: Error): string | null {
  const { code, path } = error as NodeJS.ErrnoException
  const words = code === undefined ? undefined : systemErrors[code]
  return words === undefined ? null : `${path === undefined ? '' : `${path}: `}${words} (${code})`
}
