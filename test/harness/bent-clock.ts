import { fileURLToPath } from 'node:url'

const preload = (name: string) => ({ NODE_OPTIONS: `--import ${fileURLToPath(new URL(name, import.meta.url))}` })

/** Environment of a process whose clock does not move: everything counted by the minute falls into one minute. */
export const stillClock = preload('still-clock.mjs')

/** Environment of a process whose long waits, of ten seconds and more, are a hundred times shorter. */
export const hastyTimers = preload('hasty-timers.mjs')

/** Environment of a process that waits for connections and turns a hundred times as long before it gives up. */
export const patientTimers = preload('patient-timers.mjs')

/** Environment of a process whose clock is that many days ahead. */
export const daysLater = (days: number) => ({ ...preload('days-later.mjs'), GUICHET_TEST_DAYS_LATER: String(days) })

/** Environment of a process whose clock does not move, and goes back an hour at SIGUSR2. */
export const clockBack = preload('clock-back.mjs')

/** Environment of a process whose clock is an hour ahead, until SIGUSR2 puts it back. */
export const clockPutBack = preload('clock-put-back.mjs')
