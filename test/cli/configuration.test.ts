import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execCli } from '../harness/cli.ts'
import { patienceMs } from '../harness/patience.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guichet-config-'))
  await chmod(directory, 0o711)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const inDirectory = (more: NodeJS.ProcessEnv) => ({
  PATH: process.env['PATH'],
  DATA_DIR: join(directory, 'data'),
  ...more,
})

/** What the doctor, who makes nothing, says of the variables. */
async function judge(environment: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await execCli(inDirectory(environment), ['doctor', '--json'])
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] }
  const found = checks.find(({ name }) => name === 'configuration')
  return found?.status === 'failed' ? found.message : 'good'
}

const unreachable = 'postgres://guichet@127.0.0.1:1/guichet'

/** Public keys of age: one as `age-keygen` prints it, and a post-quantum one. */
const [backupKey, postQuantumKey] = (await Promise.all(
  [await generateX25519Identity(), await generateHybridIdentity()].map(identityToRecipient),
)) as [string, string]

const bad: Readonly<Record<string, readonly string[]>> = {
  PORT: ['65536', '-1', '80a', '0x50', '0'],
  HOST: ['a b', 'http://localhost'],
  DOMAIN: ['!', 'a..b', '10.0.0.1', 'tickets.example.org:8080', 'tickets.1'],
  PUBLIC_URL: ['tickets', 'https://elsewhere.example', 'http://localhost/path', 'ftp://localhost'],
  META_LABEL: ['Meta', 'a.b', '-a', 'www', 'api', 'admin'],
  DATABASE_URL: ['mysql://h/d', 'postgres://', 'postgres:///guichet', 'postgres:guichet', 'postgres:///d?host='],
  DATABASE_ADMIN_URL: ['postgres:///guichet', 'guichet'],
  ROLE: ['jobs'],
  PROCESSES: ['0', '65', '999', 'many', '1.5'],
  SECRET_KEY: ['short'],
  STRIPE_API_URL: ['api.stripe.com', 'https://api.stripe.com/v1', 'ftp://api.stripe.com'],
  SMTP_URL: ['smtp://', 'smtp:mail.example.org', 'http://mail.example.org', 'mail.example.org:25'],
  MAIL_FROM: ['@', 'guichet', 'Guichet <guichet>', 'a@b, c@d', 'Guichet <a@b> x', 'a@b c', 'a, b <a@b.example>'],
  FETCH_ALLOW: ['localhost', 'localhost:0', 'localhost:65536', 'http://localhost:80', ':80', 'a:80 b', '::1:80'],
  DNS_SERVERS: ['dns.example.org', '9.9.9.9:0', '9.9.9.9 x'],
  // A letter too many, one that was mistyped, a private key, that of a device, and a good one with what is none.
  BACKUP_KEY: [
    `${backupKey}q`,
    `${backupKey.slice(0, -1)}${backupKey.endsWith('q') ? 'p' : 'q'}`,
    'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX',
    'age1tag1qw3tzhqqqqq',
    `${backupKey}, mine`,
  ],
  RATE_LIMIT: ['no'],
  SECURITY_CONTACT: ['security', 'http://example.org/report', 'mailto:a@b.example\nExpires: never', '@'],
  MAP_TILES: ['tiles.example.org/{z}/{x}/{y}.png', 'https://tiles.example.org/{z}/{x}.png', 'data:{z}{x}{y}'],
  MAP_CREDIT: ['two\nlines'],
  REGISTRATION: ['yes', 'Open'],
  SECOND_FACTOR: ['on', 'Required'],
  RESERVED_WORDS: ['*', '-', 'a b*c'],
  TRUST_PROXY: ['proxy', '10.0.0.0/33'],
  CORS_ORIGINS: ['example.org', 'https://example.org/'],
  TIME_ZONE: ['Paris'],
  LOG_LEVEL: ['verbose'],
}

const good: Readonly<Record<string, readonly string[]>> = {
  DOMAIN: ['localhost', 'Tickets.Example.org', '1.example.org'],
  META_LABEL: ['agenda', 'meta', 'a'],
  DATABASE_URL: [
    unreachable,
    'postgresql://127.0.0.1:1/guichet',
    'postgres:///guichet?host=/nowhere',
    'postgres://guichet@/guichet?host=/nowhere',
    'postgres://%2Fnowhere/guichet',
  ],
  PROCESSES: ['1', '64', 'auto'],
  STRIPE_API_URL: ['https://api.stripe.com', 'http://127.0.0.1:12111'],
  SMTP_URL: ['smtp://mail.example.org', 'smtps://user:pass%40word@mail.example.org:465'],
  MAIL_FROM: ['a@b.example', 'Guichet <a@b.example>', '"The Barn, Leeds" <a@b.example>', 'Théâtre <a@b.example>'],
  SECURITY_CONTACT: ['security@example.org', 'https://example.org/report', 'mailto:a@b.example', 'tel:+33123456789'],
  MAP_TILES: ['https://tiles.example.org/{z}/{x}/{y}.png?key=a', 'http://127.0.0.1:8080/{z}/{y}/{x}'],
  MAP_CREDIT: ['© OpenStreetMap contributors https://www.openstreetmap.org/copyright'],
  BACKUP_KEY: [backupKey, `${backupKey},${backupKey}`, postQuantumKey],
  DNS_SERVERS: ['9.9.9.9', '9.9.9.9:5353, 2620:fe::fe', '[2620:fe::fe]:53'],
  FETCH_ALLOW: ['localhost:1', 'images.example:65535, 10.0.0.1:8080', '[::1]:80'],
}

/** The first values of all variables together, then the second ones, and so on: each round is a process. */
function rounds(table: Readonly<Record<string, readonly string[]>>): readonly Record<string, string>[] {
  const most = Math.max(...Object.values(table).map((values) => values.length))
  return Array.from({ length: most }, (_, round) =>
    Object.fromEntries(
      Object.entries(table).flatMap(([name, values]) => {
        const value = values[round]
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  )
}

describe('configuration', () => {
  /**
   * Seen red with each check as it was before: reserved labels, hosts, senders and ports were not looked at, nor port 0 and
   * a domain that ends in a number, which were taken and led to addresses that are none.
   */
  test('a bad value of any variable is refused by name', async () => {
    for (const round of rounds(bad)) {
      const verdict = await judge({ DATABASE_URL: unreachable, ...round })
      const named = [...verdict.matchAll(/^ {2}- (\w+) must be/gm)].map(([, name]) => name)
      expect(named.sort(), JSON.stringify(round)).toEqual(Object.keys(round).sort())
    }
  })

  test('a good one is taken', async () => {
    for (const round of rounds(good))
      expect(await judge({ DATABASE_URL: unreachable, ...round }), JSON.stringify(round)).toBe('good')
  })

  test('everything that is wrong is said together, once, by any command', async () => {
    const environment = inDirectory(Object.fromEntries(Object.entries(bad).map(([name, [value]]) => [name, value])))
    const result = await execCli(environment, ['serve'])
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
    const named = result.stderr.split('\n').flatMap((line) => /^ {2}- (\w+)/.exec(line)?.[1] ?? [])
    expect(named.sort()).toEqual(Object.keys(bad).sort())
    expect(await readdir(directory)).not.toContain('data')
  })

  test('settings that contradict each other are refused', async () => {
    expect(await judge({ ROLE: 'worker' })).toContain('ROLE=worker needs DATABASE_URL')
    expect(await judge({ DATABASE_ADMIN_URL: unreachable })).toContain('DATABASE_ADMIN_URL needs DATABASE_URL')
  })
})

describe('a DATA_DIR that cannot be used is said in a line', () => {
  /** With a limit: Node's own recursive mkdir never comes back from /proc, which was seen red so. */
  async function refusalOf(environment: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> {
    const child = promisify(execFile)(process.execPath, ['dist/guichet.js', ...words], {
      env: environment,
      timeout: patienceMs,
    })
    const { code, stdout, stderr } = await child.then(
      () => ({ code: 0, stdout: '', stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    return stderr
  }

  test.each([{}, { DATABASE_URL: unreachable }])('with %j', async (more) => {
    const file = join(directory, 'file')
    await writeFile(file, '')
    const impossible: readonly (readonly [string, RegExp])[] = [
      [file, /^DATA_DIR is \S+, which is no directory.*\n$/],
      [join(file, 'data'), /^DATA_DIR \S+ leads through a file.*\n$/],
      ['/proc/guichet/data', /^DATA_DIR \/proc\/guichet\/data cannot be used \(ENOENT\).*\n$/],
      ['/proc', /^(DATA_DIR \/proc cannot be used|This account may not write in DATA_DIR \/proc).*\n$/],
    ]
    for (const [DATA_DIR, expected] of impossible)
      expect(await refusalOf(inDirectory({ DATA_DIR, ...more }), ['serve'])).toMatch(expected)
    for (const words of [['migrate'], ['user', 'grant', '--email', 'ada@barn.test']])
      expect(await refusalOf(inDirectory({ DATA_DIR: '/proc/guichet/data', ...more }), words)).toContain('/proc')
  })

  test('the doctor says so as well, and makes nothing', async () => {
    const file = join(directory, 'file')
    await writeFile(file, '')
    const { stdout, exitCode } = await execCli(inDirectory({ DATA_DIR: join(file, 'data') }), ['doctor', '--json'])
    expect(exitCode).toBe(1)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] }
    expect(checks.find(({ name }) => name === 'data directory')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`${file} is a file`),
    })
  })

  test('one that this account may not write in', async (context) => {
    if (process.getuid?.() === 0) context.skip()
    const closed = join(directory, 'closed')
    await mkdir(closed, { mode: 0o500 })
    const stderr = await refusalOf(inDirectory({ DATA_DIR: join(closed, 'data') }), ['serve'])
    expect(stderr).toMatch(/^This account may not write in DATA_DIR .*\n$/)
  })
})
