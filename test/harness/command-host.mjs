import { createServer } from 'node:net'
import { json } from 'node:stream/consumers'
import { runCommand } from '../../dist/commands.js'

/**
 * Runs commands for tests that only set up their database with them: starting a process for each took a third of the whole
 * suite. On the socket that it is given, each connection carries one command: the arguments of `execCli` come in, its result
 * goes out.
 */
const server = createServer({ allowHalfOpen: true }, async (socket) => {
  const { environment, words } = await json(socket)
  const [stdout, stderr] = [[], []]
  const terminal = {
    environment,
    print: (line) => stdout.push(`${line}\n`),
    complain: (line) => stderr.push(`${line}\n`),
    stopping: () => new AbortController().signal,
  }
  const exitCode = await runCommand(words, terminal)
  socket.end(JSON.stringify({ exitCode, stdout: stdout.join(''), stderr: stderr.join('') }))
})
server.listen(process.argv[2], () => process.send('listening'))
process.on('disconnect', () => process.exit())
