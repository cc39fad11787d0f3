import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { execCli, runCli } from '../harness/cli.ts'
import { scanningAt } from '../harness/scanning.ts'
import { signIn } from '../harness/sign-in.ts'
import { hashOfRows } from '../harness/traces.ts'
import { twoDoors } from '../harness/two-tenants.ts'
import { type DataDirectory, makeDataDirectory } from './embedded-service.ts'

/** Two organisations whose server encrypts its backups to the administrator's key and to one that lies in a safe. */
const [own, safe, stranger] = [
  await generateX25519Identity(),
  await generateHybridIdentity(),
  await generateX25519Identity(),
]
const publicKeys = [await identityToRecipient(own), await identityToRecipient(safe)]
const doors = await twoDoors({ environment: { BACKUP_KEY: publicKeys.join(', ') } })
const { server, client, hall, other, phone, otherPhone } = doors
const { ticket } = scanningAt(doors)

const directories: DataDirectory[] = []
afterAll(() => Promise.all(directories.map((directory) => directory.remove())))

async function emptyDirectory(): Promise<DataDirectory> {
  const directory = await makeDataDirectory()
  directories.push(directory)
  await cp(join(server.dataDir, 'secret-key'), join(directory.path, 'secret-key'))
  return directory
}

/** As `age-keygen` writes it. */
async function identityFile({ path }: DataDirectory, name: string, key: string): Promise<string> {
  const file = join(path, name)
  await writeFile(file, `# created: 2026-11-25T03:00:00Z\n# public key: …\n${key}\n`, { mode: 0o600 })
  return file
}

const image = ['media', hall.tenantId, '0'.repeat(32), 'fhd.webp'] as const
const picture = 'what everybody sees in this picture'
await mkdir(join(server.dataDir, ...image.slice(0, 3)), { recursive: true })
await writeFile(join(server.dataDir, ...image), picture)

async function backUp(...words: string[]): Promise<string> {
  return String((await server.cli('backup', ...words))['directory'])
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** All that a thief of the directory can read, what is compressed as well, and the names of the files. */
async function readableIn(directory: string): Promise<string> {
  const files = await filesIn(directory)
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const texts = contents.map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1'))
  return [...files, ...texts].join('\n')
}

/** Of everything that a backup holds; when migrations were applied is none of it. */
async function contentsOf(superuser: pg.Client): Promise<string[]> {
  const lines = (await hashOfRows(superuser)).split('\n')
  return lines.filter((line) => !/^(public\.(session|sign_in_link|schema_migration)|graphile_worker)\b/.test(line))
}

async function manifestOf(directory: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'))
}

describe('an encrypted backup', () => {
  /** Seen red with the rows written as they are, and with the images linked as they are. */
  it('holds nothing that anybody could read, where a plain one does', async () => {
    await ticket()
    const words = ['ada@example.org', 'Lovelace', 'admin@example.org', 'The Hall', hall.slug, picture]
    const made = await backUp()
    const readable = await readableIn(made)
    for (const word of words) expect(readable).not.toContain(word)
    expect((await filesIn(made)).map((file) => file.slice(made.length + 1)).toSorted()).toEqual([
      'files.sha256',
      'manifest.json',
      `${image.join('/')}.age`,
      'rows.jsonl.gz.age',
    ])
    const manifest = await manifestOf(made)
    expect(Object.keys(manifest).toSorted()).toEqual([
      'bytes',
      'digest',
      'encryptedTo',
      'format',
      'images',
      'madeAt',
      'migrations',
      'rows',
      'seal',
      'tenants',
    ])
    expect(manifest).toMatchObject({ format: 2, encryptedTo: publicKeys })
    for (const file of await filesIn(made)) expect((await stat(file)).mode & 0o077).toBe(0)
    const plain = await runCli({ ...server.environment, BACKUP_KEY: '' }, [
      'backup',
      '--to',
      join(server.dataDir, 'plain'),
    ])
    const readablePlain = await readableIn(String(plain['directory']))
    for (const word of words) expect(readablePlain).toContain(word)
    expect(plain).toMatchObject({ encrypted_to: [] })
  })

  it('is in the format of age: each file opens by itself', async () => {
    const made = await backUp()
    const decrypter = new Decrypter()
    decrypter.addIdentity(own)
    const opened = await decrypter.decrypt(await readFile(join(made, `${image.join('/')}.age`)), 'text')
    expect(opened).toBe(picture)
  })

  /** Seen red with the second key left out. */
  it('is restored with either key, row by row and with its images; tickets scan where they belong', async () => {
    const [valid, theirs] = [await ticket(), await ticket({}, other)]
    // What is due when the backup is made is done here, and where it is restored as well.
    await untilQuiet(client)
    const made = await backUp()
    const before = await contentsOf(client)
    for (const key of [own, safe]) {
      const directory = await emptyDirectory()
      const file = await identityFile(directory, 'key.txt', key)
      expect(await directory.cli('restore', '--identity', file, made)).toMatchObject({ organisations: 4 })
      expect(await readFile(join(directory.path, ...image), 'utf8')).toBe(picture)
      expect((await filesIn(join(directory.path, 'media'))).length).toBe(1)
      await directory.start(['serve'])
      const superuser = await directory.connect()
      expect(await contentsOf(superuser)).toEqual(before)
      await superuser.end()
      const scan = (slug: string, key: string, { qr }: typeof valid) =>
        directory.send(slug, 'POST', '/scan/ticket/', { key, body: { qrcode_data: qr } })
      expect((await scan(hall.slug, phone.key, valid)).json.success).toBe(true)
      expect((await scan(hall.slug, phone.key, theirs)).json.success).toBe(false)
      expect((await scan(other.slug, otherPhone.key, theirs)).json.success).toBe(true)
    }
  })

  /**
   * Seen red without each: the look at the keys, at the digests, and at what cannot be opened (whole by digests that were
   * changed with it).
   */
  it('is refused without its key, with another one, or where it is cut, changed or not whole; nothing is made of it', async () => {
    const made = await backUp()
    const directory = await emptyDirectory()
    const [right, wrong] = [
      await identityFile(directory, 'right.txt', own),
      await identityFile(directory, 'wrong.txt', stranger),
    ]
    const none = await identityFile(directory, 'none.txt', publicKeys[0] ?? '')
    const refused = async (from: string, words: string, identity: string | null) => {
      const named = identity === null ? [] : ['--identity', identity]
      const { exitCode, stderr } = await execCli(directory.environment, ['restore', ...named, from])
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(words)])
      if (identity === null) return
      const verified = await execCli(directory.environment, ['backup', 'verify', ...named, from])
      expect([verified.exitCode, verified.stderr]).toEqual([1, expect.stringContaining(words)])
    }
    await refused(made, 'Name the file with its private key: --identity', null)
    await refused(made, 'That private key does not open this backup', wrong)
    await refused(made, 'There is no private key of age in that file', none)
    await refused(made, 'cannot be read: ENOENT', join(directory.path, 'nowhere.txt'))
    const rows = 'rows.jsonl.gz.age'
    const pictured = `${image.join('/')}.age`
    const damaged = join(directory.path, 'damaged')
    const change = async (path: string) => {
      const bytes = await readFile(join(damaged, path))
      const at = bytes.length - 20
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      await writeFile(join(damaged, path), bytes)
    }
    const cut = async (path: string) => truncate(join(damaged, path), (await stat(join(damaged, path))).size - 5)
    const damages: [string, () => Promise<void>][] = [
      [`${rows} was cut or changed`, () => change(rows)],
      [`${rows} was cut or changed`, () => cut(rows)],
      [`${rows} is missing`, () => rm(join(damaged, rows))],
      [`${pictured} was cut or changed`, () => change(pictured)],
      [`${pictured} is missing`, () => rm(join(damaged, pictured))],
      // Whoever changes a file may note it anew; it was never encrypted so.
      [`${rows} cannot be opened`, () => change(rows).then(() => renote(damaged, rows))],
      [`${rows} cannot be opened`, () => cut(rows).then(() => renote(damaged, rows))],
      [`${pictured} cannot be opened`, () => change(pictured).then(() => renote(damaged, pictured))],
      // Another file that was encrypted to the same key is none that holds rows.
      [
        'cannot be read to its end',
        async () => {
          await cp(join(damaged, pictured), join(damaged, rows))
          await renote(damaged, rows)
        },
      ],
    ]
    for (const [words, damage] of damages) {
      await rm(damaged, { recursive: true, force: true })
      await cp(made, damaged, { recursive: true })
      await damage()
      await refused(damaged, words, right)
    }
    expect((await readdir(directory.path)).toSorted()).toEqual([
      'damaged',
      'none.txt',
      'right.txt',
      'secret-key',
      'wrong.txt',
    ])
  })

  /** Seen red with a backup that is not opened said to be opened. */
  it('is verified without the key as far as that goes, and says so; with it, to its end', async () => {
    const made = await backUp()
    const directory = await emptyDirectory()
    const verified = await directory.exec('backup', 'verify', made)
    expect([verified.exitCode, verified.stdout]).toEqual([0, expect.stringContaining('Whole, not opened')])
    expect(await directory.cli('backup', 'verify', made)).toMatchObject({
      organisations: 4,
      images: 1,
      images_checked: true,
      opened: false,
      encrypted_to: publicKeys,
    })
    const file = await identityFile(directory, 'key.txt', own)
    const opened = await directory.exec('backup', 'verify', '--identity', file, made)
    expect(opened).toMatchObject({ exitCode: 0, stderr: '' })
    expect(opened.stdout).toMatch(/^Whole, as of/)
    expect(await directory.cli('backup', 'verify', '--identity', file, made)).toMatchObject({ opened: true })
    await chmod(file, 0o644)
    expect((await directory.exec('backup', 'verify', '--identity', file, made)).stderr).toContain(
      'Other accounts of this machine may read',
    )
  })
})

describe('the encrypted backups of the service', () => {
  const kept = join(server.dataDir, 'backups')
  const pictureOf = (directory: string) => join(directory, `${image.join('/')}.age`)
  const inodeOf = async (directory: string) => (await stat(pictureOf(directory))).ino

  it('are those of the clock as well, and Root says to which keys', async () => {
    await rm(kept, { recursive: true, force: true })
    await client.query("select graphile_worker.add_job('make_backup', '{}')")
    await expect
      .poll(async () => (await readdir(kept).catch(() => [])).filter((name) => !name.startsWith('.')))
      .toHaveLength(1)
    const [name = ''] = await readdir(kept)
    expect(await readableIn(join(kept, name))).not.toContain('ada@example.org')
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const cookie = await signIn(server, 'root', '', 'sue@server.test')
    const page = (await server.send('', 'GET', '/admin/server/backups/', { cookie })).text
    expect(page).toContain('>whole, encrypted<')
    for (const key of publicKeys) expect(page).toContain(key.slice(0, 16))
    expect(page).not.toContain('They are not encrypted')
  })

  /** Seen red with each condition left out. */
  it('share images that were encrypted to the same keys and are as they were, and no others', async () => {
    const [first, second] = [await backUp(), await backUp()]
    expect(await inodeOf(second)).toBe(await inodeOf(first))
    const toOne = { ...server.environment, BACKUP_KEY: publicKeys[0] }
    const third = String((await runCli(toOne, ['backup']))['directory'])
    expect(await inodeOf(third)).not.toBe(await inodeOf(first))
    // On a disk that forgets: what is there under both names is no longer what was encrypted.
    await writeFile(pictureOf(second), 'rotten')
    const fourth = await backUp()
    expect(await inodeOf(fourth)).not.toBe(await inodeOf(second))
    const directory = await emptyDirectory()
    const file = await identityFile(directory, 'key.txt', own)
    expect(await directory.cli('backup', 'verify', '--identity', file, fourth)).toMatchObject({ opened: true })
  })

  /** Changed after it was written and before it is noted: no digest tells. Seen red with digests alone read back. */
  it('are opened while they are made: what is not as it was encrypted is no backup', async () => {
    const to = join(server.dataDir, 'watched')
    const long = join(server.dataDir, 'media', 'z.webp')
    await writeFile(long, '')
    // Takes seconds to encrypt; by then the rows are written.
    await truncate(long, 256 * 1024 ** 2)
    const making = execCli(server.environment, ['backup', '--to', to])
    const underWay = async () => (await filesIn(to).catch(() => [])).some((file) => file.endsWith('z.webp.age'))
    await expect.poll(underWay, { interval: 10 }).toBe(true)
    const rows = (await filesIn(to)).find((file) => file.endsWith('rows.jsonl.gz.age')) ?? ''
    const bytes = await readFile(rows)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
    await writeFile(rows, bytes)
    const { exitCode, stderr } = await making
    await rm(long)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('rows.jsonl.gz.age cannot be opened')])
    expect(await readdir(to)).toEqual([])
  })

  /** Seen red with every word taken for a key: it failed at the first backup, as nobody foresaw. */
  it('need a public key: with another word nothing starts, and the word is not repeated', async () => {
    for (const word of [own, 'age1', `${publicKeys[0]}x`]) {
      const { exitCode, stderr } = await execCli({ ...server.environment, BACKUP_KEY: word }, ['backup'])
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('BACKUP_KEY must be')])
      expect(stderr).not.toContain(word === 'age1' ? publicKeys[0] : word)
    }
  })
})

/** Makes the digests say that a file was always as it is now. */
async function renote(directory: string, path: string): Promise<void> {
  const digestOf = async (file: string) =>
    createHash('sha256')
      .update(await readFile(join(directory, file)))
      .digest('hex')
  const lines = (await readFile(join(directory, 'files.sha256'), 'utf8')).split('\n')
  const anew = `${await digestOf(path)}  ${path}`
  await writeFile(
    join(directory, 'files.sha256'),
    lines.map((line) => (line.endsWith(`  ${path}`) ? anew : line)).join('\n'),
  )
  const manifest = { ...(await manifestOf(directory)), digest: await digestOf('files.sha256') }
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest))
}
