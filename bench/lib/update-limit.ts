import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BenchService } from './service.ts'

/** The least that a hot write costs on this machine: a bare prepared UPDATE … RETURNING by primary key, 32 clients. */
export type UpdateLimit = {
  readonly how: string
  /** One measurement: updates per second. */
  measure(seconds: number): Promise<number>
}

const rows = 1_000_000
const clients = 32
const statement = "update bench.limit_row set status = 'scanned', scanned_at = now() where id = $1 returning id, status"
const run = promisify(execFile)

export async function prepareUpdateLimit(service: BenchService): Promise<UpdateLimit> {
  const client = await service.connect()
  await client.query(
    'create schema bench; create table bench.limit_row (id bigint primary key, status text not null, scanned_at timestamptz) with (fillfactor = 85)',
  )
  await client.query(
    `insert into bench.limit_row (id, status) select id, 'not_scanned' from generate_series(1, ${rows}) id`,
  )
  await client.query('vacuum analyze bench.limit_row')
  await client.end()
  const version = await run('pgbench', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
  return version === null
    ? { how: `${clients} connections from Node`, measure: (seconds) => measureFromNode(service, seconds) }
    : { how: version, measure: (seconds) => measureByPgbench(service, seconds) }
}

async function measureByPgbench({ database }: BenchService, seconds: number): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'guichet-pgbench-'))
  const script = join(directory, 'update.sql')
  await writeFile(script, `\\set id random(1, ${rows})\n${statement.replace('$1', ':id')};\n`)
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)]
  const where = ['-h', database.host, '-p', String(database.port), '-U', 'postgres']
  const { stdout } = await run('pgbench', [...options, '-f', script, ...where, 'guichet'])
  await rm(directory, { recursive: true })
  const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (perSecond === undefined) throw new Error(`pgbench printed no rate:\n${stdout}`)
  return Number(perSecond)
}

async function measureFromNode({ database }: BenchService, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  const address = { ...database, user: 'postgres', database: 'guichet' }
  const drive = async () => {
    const client = new pg.Client(address)
    await client.connect()
    let done = 0
    for (; performance.now() < end; done++) {
      const id = 1 + Math.floor(Math.random() * rows)
      await client.query({ name: 'limit', text: statement, values: [id] })
    }
    await client.end()
    return done
  }
  const done = await Promise.all(Array.from({ length: clients }, drive))
  return done.reduce((sum, each) => sum + each, 0) / seconds
}
