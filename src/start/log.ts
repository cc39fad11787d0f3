import pino, { type Logger } from 'pino'
import type { LogLevel } from '../config.ts'
import { nameOf } from '../jobs/keep-running.ts'

/** JSON lines on standard error; standard output is for what people are told. Never a header, a body or a query. */
export function createLog(level: LogLevel): Logger {
  return pino({ level }, process.stderr)
}

/**
 * Sends what libraries write to the console to the log, only as the kind of error it was: its words may name somebody.
 * graphile-worker does so when a runner that was stopped loses its connection.
 */
export function takeConsole(log: Logger): void {
  for (const method of ['error', 'warn', 'trace'] as const)
    console[method] = (...said: unknown[]) => {
      const error = said.find((part) => part instanceof Error)
      log.warn({ error: error && nameOf(error) }, 'a library wrote to the console')
    }
}
