import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execCli, hostCli } from '../harness/cli.ts'
import type { TestServer } from '../harness/server.ts'
import { anyUuid, startCafeAndBarn } from './cafe-and-barn.ts'

let server: TestServer

beforeAll(async () => {
  server = await startCafeAndBarn()
})
afterAll(() => server.stop())

const run = (...words: string[]) => hostCli(server.environment, words)

describe('every command', () => {
  // A value that is right for each required option, so that one alone can be left out or be wrong.
  const usages: readonly (readonly [words: string, required: readonly string[]])[] = [
    ['tenant create', ['--organisation', 'X', '--category', 'S', '--email', 'a@b.test']],
    ['user grant', ['--email', 'a@b.test']],
    ['passkey reset', ['--email', 'a@b.test']],
    ['team set', ['--tenant', 'le-cafe', '--email', 'a@b.test', '--role', 'steward']],
    ['team remove', ['--tenant', 'le-cafe', '--email', 'a@b.test']],
    ['team list', ['--tenant', 'le-cafe']],
    ['sign-in-link', ['--email', 'a@b.test']],
    ['api-key create', ['--tenant', 'le-cafe', '--user', 'a@b.test', '--name', 'x', '--permission', 'product:read']],
    ['api-key revoke', ['--tenant', 'le-cafe', 'abcdefgh']],
    ['api-key bind', ['--tenant', 'le-cafe', 'abcdefgh']],
    ['api-key roll', ['--tenant', 'le-cafe', 'abcdefgh']],
    ['api-key end-former', ['--tenant', 'le-cafe', 'abcdefgh']],
    ['device create', ['--tenant', 'le-cafe', '--name', 'Door']],
    ['device archive', ['--tenant', 'le-cafe', anyUuid]],
    ['device set-end', ['--tenant', 'le-cafe', '--until', 'none', anyUuid]],
    ['ticket qr', ['--tenant', 'le-cafe']],
    ['membership create', ['--tenant', 'le-cafe', '--email', 'a@b.test', '--price', anyUuid]],
    ['import run', ['events.csv', '--tenant', 'le-cafe', '--kind', 'events']],
    ['card import', ['cards.csv']],
    ['card list', []],
    ['card link', ['04a3b2c1', '--email', 'a@b.test']],
    ['card unlink', ['04a3b2c1']],
    ['card lost', ['04a3b2c1']],
    ['payment-keys set', ['--tenant', 'le-cafe']],
    ['payment-keys show', ['--tenant', 'le-cafe']],
    ['payment-keys clear', ['--tenant', 'le-cafe']],
    [
      'wallet set-apple',
      [
        '--tenant',
        'le-cafe',
        '--pass-type',
        'pass.test.cafe',
        '--team',
        'ABCDE12345',
        '--certificate',
        'a.pem',
        '--key',
        'b.pem',
        '--intermediate',
        'c.pem',
      ],
    ],
    ['wallet set-google', ['--tenant', 'le-cafe', '--issuer', '3388', '--service-account', 'a.json']],
    ['wallet show', ['--tenant', 'le-cafe']],
    ['wallet clear', ['--tenant', 'le-cafe']],
    ['refund retry', ['--tenant', 'le-cafe', anyUuid]],
    ['meta set-label', ['agenda']],
    ['federation add', ['--meta', 'meta', '--member', 'le-cafe']],
    ['tenant set', ['--tenant', 'le-cafe']],
    ['tenant archive', ['--tenant', 'le-cafe', '--reason', 'It closed']],
    ['tenant restore', ['--tenant', 'le-cafe']],
    ['tenant delete', ['--tenant', 'le-cafe', '--name', 'Le Café']],
    ['signing-key rotate', ['--tenant', 'le-cafe']],
    ['device pairing-code', ['--tenant', 'le-cafe', anyUuid]],
    ['event cancel', ['--tenant', 'le-cafe', anyUuid]],
    ['event postpone', ['--tenant', 'le-cafe', '--to', '2031-05-01T20:30', anyUuid]],
    ['ticket undo', ['--tenant', 'le-cafe', anyUuid]],
    ['mail list', ['--tenant', 'le-cafe']],
    ['mail retry', ['--tenant', 'le-cafe']],
    ['domain add', ['--tenant', 'le-cafe', 'tickets.cafe.test']],
    ['domain verify', ['--tenant', 'le-cafe', 'tickets.cafe.test']],
    ['routes', []],
    ['secret rotate', []],
    ['data-key replace', []],
    ['serve', []],
    ['demo', []],
    ['migrate', []],
    ['doctor', []],
    ['backup', []],
    ['backup verify', ['nowhere']],
    ['restore', ['nowhere']],
  ]

  test('is in this table', async () => {
    const helpOf = async (...words: string[]) => (await run(...words, '--help')).stdout
    const namesIn = (help: string) =>
      [...(help.split('Commands:')[1]?.matchAll(/^ {2}(\S+)/gm) ?? [])].map(([, name]) => String(name))
    const all: string[] = []
    for (const word of namesIn(await helpOf())) {
      const help = await helpOf(word)
      // What stands over others may be one itself; every command takes --json.
      if (help.includes('--json')) all.push(word)
      all.push(...namesIn(help).map((second) => `${word} ${second}`))
    }
    expect(all.sort()).toEqual(usages.map(([words]) => words).sort())
  })

  /** Seen red without the rows of `event cancel` and its like. */
  test('is in the README', async () => {
    const readme = await readFile('README.md', 'utf8')
    const named = [...readme.matchAll(/`([a-z-]+(?: [a-z-]+)?)`/g)].map(([, words]) => words)
    for (const [words] of usages) expect(named).toContain(words)
  })

  test.each(usages)('%s: --help says what it does and exits 0', async (words) => {
    const result = await run(...words.split(' '), '--help')
    expect(result).toMatchObject({ exitCode: 0, stderr: '' })
    expect(result.stdout).toContain(`Usage: guichet ${words}`)
    expect(result.stdout).toContain('--json')
  })

  test.each(usages)('%s: an unknown option is wrong usage', async (words, required) => {
    const result = await run(...words.split(' '), ...required, '--frobnicate', '--json')
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
    expect(result.stderr).toContain('--frobnicate')
  })

  test.each(usages.filter(([, required]) => required.length > 0))(
    '%s: a required value left out is wrong usage',
    async (words, required) => {
      const result = await run(...words.split(' '), ...required.slice(required[0]?.startsWith('--') ? 2 : 1), '--json')
      expect(result).toMatchObject({ exitCode: 2, stdout: '' })
      expect(result.stderr).toMatch(/required option|missing required argument/)
    },
  )

  test.each([
    ['nothing', []],
    ['a word nobody knows', ['frobnicate']],
    ['half a command', ['tenant']],
    ['an e-mail address that is none', ['user', 'grant', '--email', 'ada']],
    ['a category that is none', ['tenant', 'create', '--organisation', 'X', '--category', 'Q', '--email', 'a@b.test']],
    [
      'a name that is too long',
      ['tenant', 'create', '--organisation', 'x'.repeat(51), '--category', 'S', '--email', 'a@b.test'],
    ],
    [
      'a permission that is none',
      ['api-key', 'create', '--tenant', 'le-cafe', '--user', 'a@b.test', '--name', 'x', '--permission', 'all'],
    ],
    ['a UUID that is none', ['device', 'archive', '--tenant', 'le-cafe', '12']],
    ['a UUID among others that is none', ['ticket', 'qr', '--tenant', 'le-cafe', anyUuid, '12']],
    ['a UUID of an event that is none', ['ticket', 'qr', '--tenant', 'le-cafe', '--event', '12']],
    ['a card tag that is none', ['card', 'lost', '04a3b2cg']],
    ['a label that is none', ['meta', 'set-label', 'no_label']],
    ['a domain that is none', ['domain', 'add', '--tenant', 'le-cafe', 'tickets']],
    ['a domain to verify that is none', ['domain', 'verify', '--tenant', 'le-cafe', 'tick ets.test']],
    ['a key that is none', ['api-key', 'revoke', '--tenant', 'le-cafe', 'abc']],
    [
      'a name without a letter',
      ['tenant', 'create', '--organisation', '!!!', '--category', 'S', '--email', 'a@b.test'],
    ],
    ['a day that is none', ['device', 'create', '--tenant', 'le-cafe', '--name', 'x', '--until', '2099-02-30']],
    ['an end that is none', ['device', 'set-end', '--tenant', 'le-cafe', '--until', 'soon', anyUuid]],
    ['one operand too many', ['meta', 'set-label', 'a', 'b']],
  ])('%s is wrong usage', async (_, words) => {
    expect(await run(...words)).toMatchObject({ exitCode: 2, stdout: '' })
  })

  test.each([
    ['an unknown organisation', ['ticket', 'qr', '--tenant', 'nowhere'], 'nowhere'],
    ['a second Root', ['tenant', 'create', '--organisation', 'X', '--category', 'R', '--email', 'a@b.test'], 'Root'],
    [
      'a taken slug',
      ['tenant', 'create', '--organisation', 'Le Cafe', '--category', 'S', '--email', 'a@b.test'],
      'taken',
    ],
    ['an unknown key', ['api-key', 'revoke', '--tenant', 'le-cafe', 'abcdefgh'], 'known'],
    ['an unknown device', ['device', 'archive', '--tenant', 'le-cafe', anyUuid], 'known'],
    ['an unknown ticket', ['ticket', 'qr', '--tenant', 'le-cafe', anyUuid], 'known'],
    ['an unknown person', ['sign-in-link', '--email', 'nobody@nowhere.test'], 'Nobody is known'],
    [
      'an unknown price',
      ['membership', 'create', '--tenant', 'le-cafe', '--email', 'a@b.test', '--price', anyUuid],
      'price',
    ],
    ['an unknown card', ['card', 'lost', '04a3b2c1'], 'known'],
    ['a list of cards that is not there', ['card', 'import', 'no-such-file.csv'], 'no-such-file.csv'],
    [
      'a federation that is none',
      ['federation', 'add', '--meta', 'le-cafe', '--member', 'the-barn'],
      'kind of organisation',
    ],
    ['an unknown event', ['ticket', 'qr', '--tenant', 'le-cafe', '--event', anyUuid], 'known'],
    ['a label of somebody else', ['meta', 'set-label', 'le-cafe'], 'taken'],
    ['a domain of this server', ['domain', 'add', '--tenant', 'le-cafe', 'tickets.localhost'], 'not one under'],
  ])('%s is refused, with the reason on standard error', async (_, words, reason) => {
    const result = await run(...words, '--json')
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain(reason)
    expect(result.stderr).not.toMatch(/^\s+at /m)
  })

  /** Seen red without refuseRepeats: the last one counted, and Ada administered one place of two. */
  test.each(usages.filter(([, required]) => required.some((word) => word.startsWith('--'))))(
    '%s: an option given twice is wrong usage',
    async (words, required) => {
      const at = required.findIndex((word) => word.startsWith('--'))
      const result = await run(...words.split(' '), ...required, ...required.slice(at, at + 2), '--json')
      expect(result).toMatchObject({ exitCode: 2, stdout: '' })
      expect(result.stderr).toContain('given twice')
    },
  )

  test.each([
    ['user', 'grant', '--email', 'a@b.test', '--admin-of', 'le-cafe', '--admin-of', 'the-barn'],
    ['tenant', 'set', '--tenant', 'le-cafe', '--offer-hours=3', '--offer-hours=4'],
    ['mail', 'list', '--tenant', 'le-cafe', '--limit', '3', '--limit', '4'],
  ])('%s %s: so is one that may be left out', async (...words) => {
    const result = await run(...words)
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
    expect(result.stderr).toContain('given twice')
  })

  /** The others run in one process: this is the way out of their own, for what went well, went wrong and was said wrongly. */
  test('ends its process with its exit code', async () => {
    const endOf = async (...words: string[]) => (await execCli(server.environment, words)).exitCode
    expect(await endOf('ticket', 'qr', '--help')).toBe(0)
    expect(await endOf('ticket', 'qr', '--tenant', 'nowhere')).toBe(1)
    expect(await endOf('ticket', 'qr', '--frobnicate')).toBe(2)
  })

  test('reports every bad variable at once, and exits 2', async () => {
    const result = await execCli({ ...server.environment, PORT: '70000', DOMAIN: '!', RATE_LIMIT: 'no' }, [
      'migrate',
      '--json',
    ])
    expect(result).toMatchObject({ exitCode: 2, stdout: '' })
    for (const name of ['PORT', 'DOMAIN', 'RATE_LIMIT']) expect(result.stderr).toContain(name)
  })

  test('says that the database of DATABASE_URL does not answer', async () => {
    const result = await execCli({ ...server.environment, DATABASE_URL: 'postgres://guichet@127.0.0.1:1/guichet' }, [
      'migrate',
    ])
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain('The database does not answer')
    expect(result.stderr).not.toMatch(/^\s+at /m)
  })
})
