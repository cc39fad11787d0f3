import pino, { type Logger } from 'pino'
import type { LogLevel } from '../config.ts'

/** JSON lines on standard error; standard output is for what people are told. Never a header, a body or a query. */
export function createLog(level: LogLevel): Logger {
  return pino({ level }, process.stderr)
}
