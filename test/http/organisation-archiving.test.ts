import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, untilTrue } from '../harness/box-office.ts'
import { execCli } from '../harness/cli.ts'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Before an organisation is archived: what it leaves behind, why, and who is told. */
const { server, client, hall, other } = await twoOffices()
await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
const sue = await signIn(server, 'root', '', 'sue@server.test')

const pathOf = ({ tenantId }: BoxOffice) => `/admin/server/organisations/${tenantId}/`
const pageOf = async (office: BoxOffice, language = 'en') =>
  (await server.send('', 'GET', pathOf(office), { cookie: sue, headers: { 'accept-language': language } })).text
const archive = (office: BoxOffice, form: Record<string, string>) =>
  submitAt(server, '', `${pathOf(office)}archive/`, form, { cookie: sue })
const isArchived = async ({ tenantId }: BoxOffice) =>
  (await client.query('select archived_at from tenant where id = $1', [tenantId])).rows[0].archived_at !== null
const lettersOf = async ({ tenantId }: BoxOffice) =>
  (
    await client.query(
      "select recipient, letter::text as letter from mail where tenant_id = $1 and kind = 'organisation_archived'",
      [tenantId],
    )
  ).rows
const noted = async ({ tenantId }: BoxOffice, action: string) =>
  (
    await client.query(
      `select tenant_id = $1 as own, after from audit_entry
        where action = $2 and (tenant_id = $1 or subject_id = $1) order by own`,
      [tenantId, action],
    )
  ).rows

/** Two events to come, one that is over, one that is cancelled and one that nobody sees, three bookings to come, a refund that is due at the desk, and one that
 * was handed over. */
async function furnish(office: BoxOffice): Promise<void> {
  const { price, product } = await office.price('B', { prix: 10 })
  const [first, second, gone] = [await office.event([product]), await office.event([product]), await office.event([])]
  await office.post(`/api/events/${gone}/cancellation/`)
  const hidden = await office.event([product])
  const book = async (event: string) => {
    const { uuid } = (await office.book({ event, email: visitor(), prices: one(price, 2) })).json
    await office.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    return String(uuid)
  }
  const over = await office.event([product])
  await book(over)
  await client.query("update event set starts_at = now() - interval '2 days', ends_at = null where id = $1", [over])
  const [cancelled] = [await book(first), await book(first), await book(second), await book(hidden)]
  await office.patch(`/api/events/${hidden}/`, { published: false })
  await office.post(`/api/reservations/${await book(second)}/cancellation/`)
  const [done] = (await office.get('/api/refunds/')).json
  expect((await office.post(`/api/refunds/${done.uuid}/handover/`)).status).toBe(200)
  await office.post(`/api/reservations/${cancelled}/cancellation/`)
}

const counted = 'Upcoming events</dt><dd>2</dd></div><div><dt>Bookings for them</dt><dd>3</dd></div>'

/**
 * Seen red with what is over, cancelled or not published among the events, and with bookings that are cancelled; without the reason asked for, and without it in
 * either log; and without `listOwners`.
 */
it('by its page says what is left, asks why, and tells its owners', async () => {
  await furnish(hall)
  const before = await pageOf(hall)
  expect(before.replaceAll(/ class="[^"]*"/g, '')).toContain(counted)
  expect(before).toContain('€20.00')
  expect(before).toContain('Cancel the events first')
  expect(await pageOf(other)).not.toContain('Cancel the events first')
  for (const reason of ['', ' '.repeat(3), 'x'.repeat(501)]) {
    const refused = await archive(hall, { archive_reason: reason })
    expect([refused.status, refused.text.includes('Give a reason')]).toEqual([400, true])
  }
  expect((await archive(hall, { archive_reason: 'x'.repeat(501) })).text).toContain('x'.repeat(501))
  expect([await isArchived(hall), await lettersOf(hall)]).toEqual([false, []])
  const reason = 'The <b>rent</b> was not paid.'
  for (const done of ['?done=archived', '']) {
    const answer = await archive(hall, { archive_reason: reason })
    expect([answer.status, answer.headers['location']]).toEqual([303, `${pathOf(hall)}${done}`])
  }
  expect([await isArchived(hall), await isArchived(other)]).toEqual([true, false])
  const letters = await lettersOf(hall)
  expect(letters.map(({ recipient }) => recipient)).toEqual(['admin@example.org'])
  for (const said of [reason, 'has been archived', '€20.00', 'have not been notified'])
    expect(letters[0].letter).toContain(said)
  // A mail of an archived organisation goes out like any other.
  await untilTrue(async () => {
    const sent = await client.query(
      "select status from mail where tenant_id = $1 and kind = 'organisation_archived' and status <> 'queued'",
      [hall.tenantId],
    )
    return sent.rows.length === 1
  })
  const { organisation } = (await client.query('select organisation from tenant where id = $1', [hall.tenantId]))
    .rows[0]
  expect(await noted(hall, 'organisation.archived')).toEqual([
    { own: false, after: { organisation, reason } },
    { own: true, after: { reason } },
  ])
  expect(await lettersOf(other)).toEqual([])
  expect((await submitAt(server, '', `${pathOf(hall)}unarchive/`, {}, { cookie: sue })).status).toBe(303)
  expect((await noted(hall, 'organisation.unarchived')).map(({ own }) => own)).toEqual([false, true])
})

/** Seen red without the look at what is left: archived at once. */
it('by the command line says the same, and archives nothing before it is meant', async () => {
  await furnish(other)
  const words = ['tenant', 'archive', '--tenant', other.slug, '--reason', 'The lease is over.']
  const asked = await execCli(server.environment, words)
  expect(asked.exitCode).toBe(1)
  const said = 'Upcoming events: 2. Bookings to come: 3. Refunds due: €20.00.'
  expect(asked.stdout + asked.stderr).toContain(said)
  expect(await isArchived(other)).toBe(false)
  expect((await execCli(server.environment, words.slice(0, -2))).exitCode).toBe(2)
  const refunds_due = [{ amount: 20, currency: 'EUR' }]
  const left = { archived: true, already: false, events: 2, bookings: 3, refunds_due }
  expect(await server.cli(...words, '--yes')).toMatchObject(left)
  expect(await isArchived(other)).toBe(true)
  expect((await lettersOf(other))[0].letter).toContain('The lease is over.')
  expect((await noted(other, 'organisation.archived')).map(({ after }) => after.reason)).toEqual([
    'The lease is over.',
    'The lease is over.',
  ])
  expect((await execCli(server.environment, [...words, '--yes'])).stdout).toContain('archived already')
  expect(await server.cli(...words, '--yes')).toMatchObject({ archived: true, already: true })
  expect(await lettersOf(other)).toHaveLength(1)
})

/** Seen red without `where archived_at is not null`, and without the note at Root. */
it('by the command line comes back once, and what stands beside it stays as it is', async () => {
  const words = ['tenant', 'restore', '--tenant', other.slug]
  const reach = async ({ slug }: BoxOffice) => (await server.send(slug, 'GET', '/')).status
  await server.cli('tenant', 'archive', '--tenant', hall.slug, '--reason', 'It moved.', '--yes')
  await untilTrue(async () => (await reach(other)) === 404 && (await reach(hall)) === 404)
  expect((await execCli(server.environment, words)).stdout).toContain('is back')
  await untilTrue(async () => (await reach(other)) === 200)
  expect([await isArchived(hall), await reach(hall)]).toEqual([true, 404])
  expect((await execCli(server.environment, words)).stdout).toContain('is not archived: nothing was changed')
  expect(await server.cli(...words)).toMatchObject({ slug: other.slug, archived: false, already: true })
  expect((await noted(other, 'organisation.unarchived')).map(({ own }) => own)).toEqual([false, true])
  expect(await noted(hall, 'organisation.unarchived')).toHaveLength(2)
  expect((await execCli(server.environment, [...words.slice(0, -1), 'nowhere'])).exitCode).toBe(1)
})
