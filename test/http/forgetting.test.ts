import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, createKey, runJob, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { browserWith } from '../harness/passkey.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What is kept for 90 days and no longer (ADR 0255). */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url } })
afterAll(() => mails.stop())

/** A booking whose tickets were mailed. */
async function sell(office: BoxOffice) {
  const { product, price } = await office.price('B', { prix: 12 })
  const event = await office.event([product])
  const email = visitor()
  const { json } = await office.book({ event, email, prices: [{ uuid: price, qty: 1 }] })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  await mails.mailTo(email, /^Your tickets/)
  await untilQuiet(client)
  return { id: String(json.uuid), email }
}

/** So many days have gone by since everything of theirs. */
async function age({ tenantId }: BoxOffice, days: number): Promise<void> {
  for (const [table, column] of [
    ['mail', 'settled_at'],
    ['asked_request', 'created_at'],
  ])
    await client.query(
      `update ${table} set ${column} = now() - $2 * interval '1 day' where tenant_id = $1 and ${column} is not null`,
      [tenantId, days],
    )
}

/** The night, of which all minutes have come. */
async function night(): Promise<void> {
  await client.query('delete from due_work')
  await runJob(client, 'look_at_everybody')
  await client.query("update due_work set due_at = now() - interval '1 minute'")
}

const minute = () => runJob(client, 'forget_old')

async function lettersOf({ tenantId }: BoxOffice) {
  const { rows } = await client.query(
    `select status, count(*)::int as mails, count(letter)::int as letters from mail where tenant_id = $1
     group by status order by status`,
    [tenantId],
  )
  return rows
}

async function dueOf({ tenantId }: BoxOffice): Promise<number | null> {
  const due = "select from due_work where what = 'forgetting' and tenant_id = $1 and due_at <= now()"
  return (await client.query(due, [tenantId])).rowCount
}

/**
 * A step a minute until nothing is left; of the other organisation, a day younger, nothing goes. Seen red without the status in
 * `emptyLetters` (what may be sent again was lost), without its time, and with `false` for what is left.
 */
it('of mails that went out only that they did is kept, and the tickets are mailed again all the same', async () => {
  const sold = await sell(hall)
  await sell(other)
  // What went out over the years, and one that never got through.
  await client.query(
    `insert into mail select copied.* from mail, generate_series(1, 1500) n,
       lateral jsonb_populate_record(mail, jsonb_build_object('id', md5(mail.id::text || n)::uuid, 'kind', 'tickets_again')) copied
     where mail.tenant_id = $1 and mail.kind = 'tickets'`,
    [hall.tenantId],
  )
  await client.query(
    `insert into mail select copied.* from mail, unnest(array['failed', 'refused', 'in_outbox']) became,
       lateral jsonb_populate_record(mail, jsonb_build_object('id', md5(mail.id::text || became)::uuid, 'kind', 'cancellation', 'status', became)) copied
     where mail.tenant_id = $1 and mail.kind = 'tickets'`,
    [hall.tenantId],
  )
  await age(hall, 91)
  await age(other, 89)
  const before = await lettersOf(hall)
  const theirs = await lettersOf(other)
  await night()
  await minute()
  const sent = before.find(({ status }) => status === 'sent')
  const untilEmpty = (letters: number) => before.map((row) => (row.status === 'sent' ? { ...row, letters } : row))
  expect(await lettersOf(hall)).toEqual(untilEmpty(sent.mails - 1000))
  expect([await dueOf(hall), await dueOf(other)]).toEqual([1, 0])
  await minute()
  expect(await lettersOf(hall)).toEqual(untilEmpty(0))
  expect(await dueOf(hall)).toBe(0)
  expect(await lettersOf(other)).toEqual(theirs)

  const seller = await staffOf(server, hall)
  const page = await seller.show(`/admin/reservations/${sold.id}/`)
  expect(page.text).toContain('Your tickets')
  expect((await seller.show('/admin/mails/')).status).toBe(200)
  const { mails: listed } = await server.cli('mail', 'list', '--tenant', hall.slug, '--status', 'sent')
  expect(listed).toContainEqual(
    expect.objectContaining({ recipient: sold.email, subject: expect.stringMatching(/^Your tickets/) }),
  )
  const count = () => mails.taken.filter((recipient) => recipient === sold.email).length
  const already = count()
  const seen = /name="seen" value="(\d+)"/.exec(page.text)?.[1] ?? ''
  const pressed = await seller.press(`/admin/reservations/${sold.id}/mails/`, [['seen', seen]])
  expect(pressed.status).toBe(303)
  await untilTrue(async () => count() === already + 1)
  expect(mails.mails.at(-1)?.subject).toMatch(/^Your tickets/)
})

/** Seen red without listForgotten in retryMails: 404, as of a mail that never was. */
it('a mail that went out so long ago is not sent again, and whoever asks is told why', async () => {
  const { id, email } = await sell(hall)
  const theirs = await sell(other)
  const mailOf = async (reservation: string): Promise<string> =>
    (await client.query("select id from mail where reservation_id = $1 and kind = 'tickets'", [reservation])).rows[0].id
  const mail = await mailOf(id)
  const path = `/admin/mails/${mail}/attempts/`
  const seller = await staffOf(server, hall)
  // A page that has shown its button since it did not get through.
  await client.query("update mail set status = 'failed' where id = $1", [mail])
  expect((await seller.show('/admin/mails/')).text).toContain(path)
  const count = () => mails.taken.filter((recipient) => recipient === email).length
  const already = count()
  expect((await seller.press(path, [])).headers['location']).toBe('/admin/mails/?sent=1')
  await untilTrue(async () => count() === already + 1)
  await untilQuiet(client)
  await age(hall, 91)
  await night()
  await minute()
  await minute()
  expect((await seller.show('/admin/mails/')).text).not.toContain(path)
  const late = await seller.press(path, [])
  expect(late.status).toBe(409)
  expect(late.text).toMatch(/What an e-\u2060?mail says is kept for 90 days after it went out\./)
  expect(late.text).toContain(`href="/admin/reservations/${id}/"`)
  expect((await seller.show(`/admin/reservations/${id}/`)).text).toContain(`/admin/reservations/${id}/mails/`)
  await expect(server.cli('mail', 'retry', '--tenant', hall.slug, mail)).rejects.toThrow('kept for 90 days')
  expect((await seller.press(`/admin/mails/${randomUUID()}/attempts/`, [])).status).toBe(404)
  expect((await seller.press(`/admin/mails/${await mailOf(theirs.id)}/attempts/`, [])).status).toBe(404)

  await server.cli('user', 'grant', '--email', 'root@example.org', '--super-user')
  const root = browserWith(server, '', await signIn(server, 'root', '', 'root@example.org'))
  const list = `/admin/server/mails/${hall.tenantId}/`
  expect((await root.show(`${list}?status=sent`)).text).toContain('Text kept for 90 days only')
  const again = await root.press(`${list}attempts/`, { mail })
  expect([again.status, again.text.includes('kept for 90 days')]).toEqual([409, true])
  expect((await root.show(`/admin/server/mails/${other.tenantId}/?status=sent`)).text).not.toContain('90 days')
  expect(count()).toBe(already + 1)
})

/** Seen red without deleteOldRequests: 422 for ever. */
it('what was asked under a key is compared for 90 days; what was made stays', async () => {
  const uuid = randomUUID()
  const body = { prefix: 'friends', count: 2, discount_rate: 20, uuid }
  const offices = await Promise.all(
    [hall, other].map(async (office) => {
      const key = await createKey(server, office.slug, ['--permission', 'product:write'])
      const make = (fields = {}) =>
        server.send(office.slug, 'POST', '/api/promotional-codes/many/', { key, body: { ...body, ...fields } })
      return { office, make, made: (await make()).json }
    }),
  )
  const answers = () =>
    Promise.all(
      offices.map(async ({ make, made }) => {
        const { json } = await make({ discount_rate: 50 })
        return json.code ?? isDeepStrictEqual(json, made)
      }),
    )
  expect(await answers()).toEqual(['idempotency_mismatch', 'idempotency_mismatch'])
  await age(hall, 91)
  await age(other, 89)
  await night()
  await minute()
  expect(await answers()).toEqual([true, 'idempotency_mismatch'])
  expect(offices.map(({ made }) => made.length)).toEqual([2, 2])
})
