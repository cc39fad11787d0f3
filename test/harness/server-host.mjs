import { runCommand } from '../../dist/commands.js'

/**
 * Runs the servers of one worker of Vitest: each with a context, connections and listeners of its own, as `guichet serve` starts it.
 * What their first requests cost a new process, to load and to compile the service, took a fifth of the whole suite. Told
 * `{ start, environment }` and `{ stop }` by number; tells `{ ended, exitCode }`.
 */
const running = new Map()

process.on('message', ({ start, stop, environment }) => {
  if (stop !== undefined) running.get(stop)?.abort(new Error('stopped by its test'))
  if (start !== undefined) void serve(start, environment)
})
process.on('disconnect', () => process.exit())

async function serve(number, environment) {
  const controller = new AbortController()
  running.set(number, controller)
  const exitCode = await runCommand(['serve'], {
    environment,
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    stopping: () => controller.signal,
  })
  running.delete(number)
  process.send({ ended: number, exitCode })
}
