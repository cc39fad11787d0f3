import cluster from 'node:cluster'
import { runCommand } from './cli/run-command.ts'
import { runWebProcess } from './start/cluster.ts'

if (cluster.isWorker) {
  await runWebProcess()
} else {
  process.exitCode = await runCommand(process.argv.slice(2))
}
