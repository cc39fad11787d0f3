/**
 * `npm run test:citus -- --url postgres://… [file…] [options]`: runs the tests of the interface, of races and of properties on a
 * distributed database; Vitest gets the files and options. The address is of the coordinator, as a superuser, in a database in which it
 * knows its workers (`scripts/citus-cluster.sh` makes one).
 */
import { spawnSync } from 'node:child_process'

const words = process.argv.slice(2)
const [flag, url, ...rest] = words
if (flag !== '--url' || url === undefined) {
  console.error('npm run test:citus -- --url postgres://postgres@127.0.0.1:9700/postgres [file…] [options]')
  process.exit(2)
}
const files = rest.some((word) => !word.startsWith('-')) ? [] : ['test/http', 'test/race', 'test/property']
const { status } = spawnSync('vitest', ['run', ...files, ...rest], {
  stdio: 'inherit',
  env: { ...process.env, CITUS_URL: url },
})
process.exitCode = status ?? 1
