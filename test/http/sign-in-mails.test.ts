import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysLater } from '../harness/bent-clock.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import { raceForRows } from '../harness/door.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf } from '../harness/sign-in.ts'

/** How many mails to sign in an address gets when somebody asks for them without end: enough for its owner, and no flood. */
let server: TestServer
let client: pg.Client
let hall: BoxOffice
let other: BoxOffice

beforeAll(async () => {
  server = await startServer({ environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })
  client = await server.database.connect()
  hall = await openBoxOffice(server, 'The Hall')
  other = await openBoxOffice(server, 'The Other')
})

afterAll(async () => {
  await client?.end()
  await server?.stop()
})

const newEmail = () => `${randomUUID()}@example.org`

function submit(slug: string, path: string, from: string, form: Record<string, string> = {}, to = server) {
  return to.send(slug, 'POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: {
      'x-forwarded-for': from,
      'content-type': 'application/x-www-form-urlencoded',
      origin: originOf(to, slug),
      accept: 'text/html',
    },
  })
}

let networks = 0
/** From a network that has asked for nothing yet. */
const ask = (email: string, { slug } = hall, to = server) =>
  submit(slug, '/sign-in/', `2001:db8:${(++networks).toString(16)}::1`, { email }, to)

/** Those queued for an address, the latest last: the paths of their links. */
async function mailsTo(email: string): Promise<readonly string[]> {
  const text = `select substring(letter::text from '/sign-in/[A-Za-z0-9_-]{40,}') as path
    from mail where recipient = $1 and kind = 'sign_in' order by id`
  return (await client.query(text, [email])).rows.map(({ path }) => path)
}

const saidIn = (text: string) => text.replace(/name="handle" value="[\w-]+"/, '').replaceAll(/[\w-]+@/g, '@')

/** Seen red without mayMailLink: eight mails. With the limit of before, five a minute per e-mail: 429 for its owner. */
it('sends five and then no more, answers alike, and its owner signs in', async () => {
  const [email, stranger] = [newEmail(), newEmail()]
  const answers = []
  for (let asked = 0; asked < 8; asked++) answers.push(await ask(asked % 2 ? email : email.toUpperCase()))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await mailsTo(email)).toHaveLength(5)
  const elsewhere = await ask(stranger)
  expect(saidIn(answers[7]?.text ?? '')).toBe(saidIn(elsewhere.text))

  const [latest = ''] = (await mailsTo(email)).toReversed()
  const signedIn = await submit(hall.slug, latest, '192.0.2.1')
  expect([signedIn.status, signedIn.headers['location']]).toEqual([303, '/account/'])
  // A link that was used lies there no longer: the next ask is mailed again.
  await ask(email)
  await ask(email)
  expect(await mailsTo(email)).toHaveLength(6)
  // What was asked for at one organisation keeps nobody out of another.
  await ask(email, other)
  expect(await mailsTo(email)).toHaveLength(7)
})

it('counts what still works, and not what was handed over at the command line', async () => {
  const email = newEmail()
  await server.cli('sign-in-link', '--email', email, '--tenant', hall.slug)
  for (let asked = 0; asked < 5; asked++) await ask(email)
  expect(await mailsTo(email)).toHaveLength(5)
  await client.query("update sign_in_link set expires_at = now() - interval '1 second' where email = $1", [email])
  await ask(email)
  expect(await mailsTo(email)).toHaveLength(6)
})

/** Seen red without mostAnywhere: five for each organisation of the server. */
it('twenty of all organisations are enough, but for the first of one', async () => {
  const email = newEmail()
  await ask(email)
  await client.query(
    `insert into sign_in_link (token_hash, tenant_id, email, expires_at, handle_hash, created_at)
     select sha256(n::text::bytea || $1::text::bytea), $2, $1, now() + interval '1 hour',
       sha256($1::text::bytea || n::text::bytea), now() from generate_series(1, 19) n`,
    [email, other.tenantId],
  )
  await ask(email)
  expect(await mailsTo(email)).toHaveLength(1)
  const third = await openBoxOffice(server, 'The Third')
  await ask(email, third)
  await ask(email, third)
  expect(await mailsTo(email)).toHaveLength(2)
})

/**
 * Seen red without addToRate in mayMailLink: each saw that nothing had been sent; and, in the second half of a minute, without the next
 * minute in waitInLine: those of the process whose clock is ahead stood in a line of their own.
 */
it('sends five when ten ask at once, though a minute ends between them', async () => {
  const email = newEmail()
  const ahead = await startServer({
    beside: server,
    environment: { ...daysLater(30 / 86_400), RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' },
  })
  const lock = { text: 'lock table sign_in_link in access exclusive mode', values: [] }
  try {
    const racers = await raceForRows(server, lock, 10, () =>
      [server, ahead].flatMap((to) => Array.from({ length: 5 }, () => ask(email, hall, to))),
    )
    const answers = await Promise.all(racers)
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await mailsTo(email)).toHaveLength(5)
  } finally {
    await ahead.stop()
  }
})
