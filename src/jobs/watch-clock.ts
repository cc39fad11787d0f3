import { performance } from 'node:perf_hooks'
import type { Running } from './keep-running.ts'

const lookMs = 5_000
/** Corrections of a clock that runs a little fast are less. */
const stepMs = 30_000

/** Broken once the clock of this machine is put back: what waits for a time by it would wait until that time comes again. */
export function watchClock(): Running {
  let timer: NodeJS.Timeout | undefined
  const broken = new Promise<string>((resolve) => {
    let ahead = Date.now() - performance.now()
    timer = setInterval(() => {
      const before = ahead
      ahead = Date.now() - performance.now()
      if (before - ahead > stepMs) resolve('the clock was put back')
    }, lookMs)
    timer.unref()
  })
  return {
    broken,
    async stop() {
      clearInterval(timer)
    },
  }
}
