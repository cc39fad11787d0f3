import { fileURLToPath } from 'node:url'

const preload = (name: string) => ({ NODE_OPTIONS: `--import ${fileURLToPath(new URL(name, import.meta.url))}` })

/** For the environment of a process whose minute never ends: what is counted by the minute is counted in one. */
export const stillClock = preload('still-clock.mjs')

/** For the environment of a process whose long waits, of ten seconds and more, are a hundred times shorter. */
export const hastyTimers = preload('hasty-timers.mjs')

/** For the environment of a process that runs so many days from now. */
export const daysLater = (days: number) => ({ ...preload('days-later.mjs'), GUICHET_TEST_DAYS_LATER: String(days) })

/** For the environment of a process whose clock stands still, and goes back an hour at SIGUSR2. */
export const clockBack = preload('clock-back.mjs')

/** For the environment of a process whose clock is an hour ahead, until SIGUSR2 puts it back. */
export const clockPutBack = preload('clock-put-back.mjs')
