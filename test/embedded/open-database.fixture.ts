// Opens the embedded database in a process of its own and says on standard output, one JSON object a line, what
// happens. Stops on SIGTERM, and when its standard input ends: with the test that started it.
import {
  type EmbeddedDatabaseOptions,
  openEmbeddedDatabase,
} from '../../src/db/embedded/embedded-database.ts'

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
const options = JSON.parse(process.argv[2] ?? '{}') as Omit<EmbeddedDatabaseOptions, 'log'>

try {
  const database = await openEmbeddedDatabase({ ...options, log: (log) => say({ log }) })
  const { socketDirectory, port, ownedByThisProcess } = database
  const stop = async () => {
    await database.stop()
    process.exit()
  }
  process.once('SIGTERM', stop)
  process.stdin.resume().once('end', stop)
  say({ opened: { socketDirectory, port, ownedByThisProcess } })
} catch (error) {
  say({ refused: error instanceof Error ? { name: error.name, message: error.message } : { message: error } })
}
