/** npm and a terminal both pass an interrupt on, so that one Ctrl-C arrives two or three times. */
const sameWishMs = 1_000

/** Resolves at the first SIGTERM or SIGINT; one more, a second later, ends the process at once. */
export function onStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stoppingSince: number | undefined
    const stop = () => {
      if (stoppingSince !== undefined && performance.now() - stoppingSince > sameWishMs) process.exit(1)
      stoppingSince ??= performance.now()
      resolve()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
