import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { raceForRows } from '../harness/door.ts'
import { startServer } from '../harness/server.ts'
import { askForTenant, submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

const { server, client, second } = await serve({}, async ({ server, client }) => {
  const second = await startServer({ beside: server })
  return { server, client, second }
})

/**
 * By link and by code, through two processes. Seen red without `forUpdate` in lockTenantRequest: several organisations, each
 * with an address of its own.
 */
it('one confirmation makes one organisation, however many confirm at once', async () => {
  try {
    const email = visitor()
    const sent = await askForTenant(server, { organisation: 'At once', email })
    const handle = /name="handle" value="([^"]*)"/.exec(sent.text)?.[1] ?? ''
    const { rows: mails } = await client.query(
      "select letter->'action'->>'url' as url, letter->>'code' as code from mail where recipient = $1",
      [email],
    )
    const path = new URL(mails[0].url).pathname
    const lock = { text: 'select from tenant_request where email = $1 for update', values: [email] }
    const racers = await raceForRows(server, lock, 8, () =>
      [server, second].flatMap((at, process) => [
        ...[1, 2, 3].map((n) => submitAt(at, 'meta', path, { slug: `at-once-${process}-${n}` })),
        submitAt(at, 'meta', '/tenant/new/code/', {
          email,
          handle,
          code: mails[0].code,
          slug: `at-once-${process}-code`,
        }),
      ]),
    )
    const answers = await Promise.all(racers)
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.filter(({ text }) => /sign-in\/[\w-]{43}/.test(text))).toHaveLength(1)
    expect(answers.filter(({ text }) => text.includes('has already been created'))).toHaveLength(7)
    const { rows } = await client.query("select slug from tenant where organisation = 'At once'")
    expect(rows).toHaveLength(1)
    const { rows: welcomed } = await client.query(
      "select id from mail where recipient = $1 and kind = 'welcome_administrator'",
      [email],
    )
    expect(welcomed).toHaveLength(1)
  } finally {
    await second.stop()
  }
})
