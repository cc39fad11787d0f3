/** Why the embedded database cannot be opened, in words for the person who runs the service. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

/** Another living process runs the server of this data directory. */
export class DataDirectoryInUseError extends EmbeddedDatabaseError {
  override name = 'DataDirectoryInUseError'

  /** @param holder null when the other process has not yet written down who it is */
  constructor(dataDir: string, holder: { readonly pid: number; readonly since: string } | null) {
    const who = holder ? `process ${holder.pid} since ${holder.since}` : 'another process'
    super(`${dataDir} is in use by ${who}; stop it or choose another DATA_DIR`)
  }
}

/** The code of a system error ('ENOENT', …) or of a PostgreSQL error, undefined when there is none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
