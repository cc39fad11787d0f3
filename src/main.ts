import cluster from 'node:cluster'

const lingerMs = 1_000

// Each side is loaded only where it runs: a command starts without the web server, a web process without the commands.
if (cluster.isWorker) {
  const { runWebProcess } = await import('./start/cluster.ts')
  await runWebProcess()
} else {
  const { runCommand } = await import('./cli/run-command.ts')
  process.exitCode = await runCommand(process.argv.slice(2))
  // Everything is closed by now; a connection that would not be must not keep the process.
  setTimeout(() => process.exit(), lingerMs).unref()
}
