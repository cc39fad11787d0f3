/**
 * Replaces curl where there is none, with as much of it as the README uses. Every name is this machine, as curl has it for
 * `*.localhost`.
 */
import { request } from 'node:http'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    json: { type: 'string' },
  },
})
const url = new URL(positionals[0] ?? '')
const headers = { Host: url.host, Accept: '*/*' }
if (values.json !== undefined)
  Object.assign(headers, { 'Content-Type': 'application/json', Accept: 'application/json' })
for (const header of values.header) {
  const [name = '', ...value] = header.split(': ')
  Object.assign(headers, { [name]: value.join(': ') })
}
request(
  {
    host: '127.0.0.1',
    port: url.port,
    path: url.pathname + url.search,
    method: values.json === undefined ? 'GET' : 'POST',
    headers,
  },
  (answer) => answer.pipe(process.stdout),
).end(values.json)
