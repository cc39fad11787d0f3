/** npm and a terminal both pass an interrupt on, so that one Ctrl-C arrives two or three times. */
const sameWishMs = 1_000

/** The reason of the signal's abort: nobody's fault. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/**
 * Aborts at the first SIGTERM, SIGINT or SIGHUP (the terminal was closed); one more, a second later, ends the process
 * at once.
 */
export function onStopSignal(): AbortSignal {
  const controller = new AbortController()
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince > sameWishMs) process.exit(1)
    stoppingSince ??= performance.now()
    controller.abort(new StoppedError('Stopped by a signal before it was done; run it again.'))
  }
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop)
  return controller.signal
}

/** Resolves when the signal aborts, or has. */
export function untilStopped(stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) resolve()
    else stopping.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** With the terminal its streams are gone: words that nobody can read must not end a service in the middle of its stop. */
export function outliveTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
