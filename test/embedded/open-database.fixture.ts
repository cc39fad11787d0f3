// Opens the embedded database in a process of its own and says on standard output, one JSON object a line, what
// happens. Stops on SIGTERM, also while it opens, and when its standard input ends: with the test that started it.
import { type EmbeddedDatabaseOptions, openEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
const options = JSON.parse(process.argv[2] ?? '{}') as Omit<EmbeddedDatabaseOptions, 'log'>

const stopping = new AbortController()
const stop = () => stopping.abort(new Error('stopped'))
process.once('SIGTERM', stop)
process.stdin.resume().once('end', stop)

try {
  const { signal } = stopping
  const log = (message: string, level = 'info') => say({ log: message, level })
  const database = await openEmbeddedDatabase({ ...options, log, stopping: signal })
  const { socketDirectory, port, ownedByThisProcess, cluster, setAside } = database
  const end = async () => {
    await database.stop()
    process.exit()
  }
  if (signal.aborted) await end()
  signal.addEventListener('abort', end)
  say({ opened: { socketDirectory, port, ownedByThisProcess, cluster, setAside } })
} catch (error) {
  say({ refused: error instanceof Error ? { name: error.name, message: error.message } : { message: error } })
  process.exit()
}
