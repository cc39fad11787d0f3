import pg from 'pg'

/**
 * Why the database could not do what was asked, though nothing was wrong with the question: it is out of reach or restarting
 * (`away`), has no room for one more (`crowded`), somebody holds what was wanted or it took too long (`held`), its disk is full, or
 * it takes no writes. Nothing of the transaction was written, unless its connection was lost under the commit.
 */
export type DatabaseFailure = 'away' | 'crowded' | 'held' | 'full' | 'read_only'

/** SQLSTATE, each class whole as PostgreSQL 18 has it. */
type ConnectionException = `08${'000' | '001' | '003' | '004' | '006' | '007' | 'P01'}`
type InsufficientResources = `53${'000' | '100' | '200' | '300' | '400'}`
type OperatorIntervention = `57${'000' | '014' | 'P01' | 'P02' | 'P03' | 'P04' | 'P05'}`
type OfOtherClasses = '25006' | '25P03' | '25P04' | '55P03'

/** The operating system's, of a connection to the server or of a file. */
type ConnectionCode =
  | ('ECONNREFUSED' | 'ECONNRESET' | 'ECONNABORTED' | 'EPIPE' | 'ETIMEDOUT')
  | ('ENOTFOUND' | 'EAI_AGAIN' | 'EHOSTUNREACH' | 'EHOSTDOWN' | 'ENETUNREACH' | 'ENETDOWN')
  /** No socket is there. */
  | 'ENOENT'
type FileCode = 'ENOSPC' | 'EDQUOT' | 'EROFS'

type SqlState = ConnectionException | InsufficientResources | OperatorIntervention | OfOtherClasses

const byState: Readonly<Record<SqlState, DatabaseFailure>> = {
  '08000': 'away',
  '08001': 'away',
  '08003': 'away',
  '08004': 'away',
  '08006': 'away',
  '08007': 'away',
  '08P01': 'away',
  '25006': 'read_only',
  // A transaction that stood still, or went on, for longer than the database's administrator allows.
  '25P03': 'held',
  '25P04': 'held',
  '53000': 'crowded',
  '53100': 'full',
  '53200': 'crowded',
  '53300': 'crowded',
  '53400': 'crowded',
  '55P03': 'held',
  '57000': 'away',
  '57014': 'held',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P04': 'away',
  '57P05': 'away',
}

const byConnectionCode: Readonly<Record<ConnectionCode, DatabaseFailure>> = {
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ECONNABORTED: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EHOSTUNREACH: 'away',
  EHOSTDOWN: 'away',
  ENETUNREACH: 'away',
  ENETDOWN: 'away',
  ENOENT: 'away',
}

const byFileCode: Readonly<Record<FileCode, DatabaseFailure>> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read_only' }

const connectionCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** The driver has no code for these. */
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired)/

/** A failure that no code of the database says. */
export class DatabaseFailedError extends Error {
  override readonly name = 'DatabaseFailedError'
  readonly failure: DatabaseFailure

  constructor(failure: DatabaseFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

/** Null for everything that is no failure of the database or its disk: a fault of ours, or a refusal. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if (error instanceof DatabaseFailedError) return error.failure
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (error instanceof pg.DatabaseError) return find(byState, code)
  if (awayMessages.test(error.message)) return 'away'
  return find(byFileCode, code) ?? (connectionCalls.has(syscall) ? find(byConnectionCode, code) : null)
}

/** True when nothing else could be asked of it now either: what comes next need not be tried. */
export function isDatabaseAway(error: unknown): boolean {
  const failure = databaseFailure(error)
  return failure !== null && failure !== 'held'
}

/** True when a row or a table was not to be had within the time that is waited for locks. */
export function isHeldByAnother(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

function find(list: Readonly<Record<string, DatabaseFailure>>, code: string): DatabaseFailure | null {
  return Object.hasOwn(list, code) ? (list[code] ?? null) : null
}
