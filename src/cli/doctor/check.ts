/** The result of one check; `message` says what is wrong and what to do about it, or that all is well. */
export type Finding = {
  readonly name: string
  /** `notice`: nothing is wrong, yet somebody should look. */
  readonly status: 'ok' | 'notice' | 'failed' | 'skipped'
  readonly message: string
}

export type Check = () => Promise<string>

/** Thrown by a check: what is wrong, and what to do. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

/** Thrown by a check: nothing is wrong, yet somebody should look. */
export class CheckNotice extends Error {
  override readonly name = 'CheckNotice'
}

/** Thrown by a check that has nothing to look at yet. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped'
}

/** The finding of one check; one that breaks has failed with what broke it. */
export async function runCheck(name: string, check: Check): Promise<Finding> {
  try {
    return { name, status: 'ok', message: await check() }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { name, status: statusOf(error), message }
  }
}

function statusOf(error: unknown): Finding['status'] {
  if (error instanceof CheckSkipped) return 'skipped'
  return error instanceof CheckNotice ? 'notice' : 'failed'
}
