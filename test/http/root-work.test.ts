import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What the server has to do, as super-users see and mend it. A server without SMTP_URL, whose mails stay in the outbox. */
const { server, client, hall, other } = await twoOffices()
await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
const sue = await signIn(server, 'root', '', 'sue@server.test')

const look = async (path: string) => server.send('', 'GET', path, { cookie: sue })
const submit = (path: string, form: Record<string, string> = {}) => submitAt(server, '', path, form, { cookie: sue })
const mailsOf = (id: string, end = '') => `/admin/server/mails/${id}/${end}`
const jobs = '/admin/server/jobs/'

async function write(tenantId: string, status: string, more: { failure?: string; text?: string } = {}) {
  const id = randomUUID()
  const letter = { subject: 'A subject', title: 'A title', paragraphs: [more.text ?? 'A text'] }
  await client.query(
    `insert into mail (tenant_id, id, kind, language, recipient, subject, letter, status, attempts, failure, created_at)
      values ($1, $2, 'event_message', 'en', 'grace@visitor.test', 'A subject', $3, $4, 1, $5, now())`,
    [tenantId, id, JSON.stringify(letter), status, more.failure ?? null],
  )
  return id
}

const statusOf = async (id: string) =>
  (await client.query('select status from mail where id = $1', [id])).rows[0]?.status
const noted = async (action: string) =>
  (await client.query(`select from_root, subject_id, after from audit_entry where action = $1 order by id`, [action]))
    .rows

describe('the mails of every organisation', () => {
  // Seen red with the address shown as it is, and with the failure as it is.
  it('are listed with what became of each, and without the addresses of people', async () => {
    const failure = '550 <grace@visitor.test>: "Grace Hopper" is unknown'
    await write(hall.tenantId, 'failed', { failure })
    const all = (await look('/admin/server/mails/')).text
    for (const { slug, tenantId } of [hall, other]) expect(all, slug).toContain(mailsOf(tenantId))
    const shown = (await look(mailsOf(hall.tenantId, '?status=failed'))).text
    for (const words of ['g…@visitor.test', 'Message about an event', 'given up', '550']) expect(shown).toContain(words)
    for (const personal of ['grace@visitor.test', 'Grace Hopper', 'A text']) expect(shown).not.toContain(personal)
    expect((await look(mailsOf(other.tenantId, '?status=failed'))).text).toContain('There are no such e-\u2060mails')
    expect((await look(mailsOf(randomUUID()))).status).toBe(404)
  })

  // Seen red with the look at the status taken out of readOutboxMail, and without its note.
  it('are read on screen while they lie in the outbox, which both logs say', async () => {
    const lying = await write(hall.tenantId, 'in_outbox', { text: 'Come <b>tonight</b>' })
    const read = await look(mailsOf(hall.tenantId, `${lying}/`))
    expect(read.text).toContain('Come &lt;b>tonight&lt;/b>')
    expect(read.text).toContain('grace@visitor.test')
    expect(await noted('mail.read_at_root')).toMatchObject([
      { from_root: true, after: { kind: 'event_message' } },
      { from_root: false, subject_id: hall.tenantId, after: { kind: 'event_message' } },
    ])
    for (const status of ['sent', 'failed', 'queued']) {
      const path = mailsOf(hall.tenantId, `${await write(hall.tenantId, status)}/`)
      expect((await look(path)).status, status).toBe(404)
    }
    expect((await look(mailsOf(other.tenantId, `${lying}/`))).status).toBe(404)
    expect(await noted('mail.read_at_root')).toHaveLength(2)
  })

  it('are sent again, one or all that were given up, and no others', async () => {
    const [given, refused, sent] = [
      await write(hall.tenantId, 'failed'),
      await write(hall.tenantId, 'refused'),
      await write(hall.tenantId, 'sent'),
    ]
    const theirs = await write(other.tenantId, 'failed')
    const again = (form = {}) => submit(mailsOf(hall.tenantId, 'attempts/'), form)
    expect((await again({ mail: refused })).status).toBe(303)
    for (const mail of [sent, theirs, randomUUID()]) expect((await again({ mail })).status).toBe(404)
    expect((await again({ mail: 'x' })).status).toBe(400)
    expect(await statusOf(given)).toBe('failed')
    expect((await again()).status).toBe(303)
    await expect.poll(() => statusOf(given)).toBe('in_outbox')
    await expect.poll(() => statusOf(refused)).toBe('in_outbox')
    expect(await statusOf(theirs)).toBe('failed')
    const log = await noted('mail.sent_again')
    expect(log.map(({ from_root }) => from_root)).toEqual([true, false, true, false])
  })
})

describe('the jobs of the server', () => {
  const add = async (name: string, attempts = 0, error: string | null = null): Promise<string> => {
    const { rows } = await client.query(
      `select (graphile_worker.add_job($1, json_build_object('tenantId', $2::text), max_attempts => 12,
        run_at => now() + interval '1 day')).id::text as id`,
      [name, hall.tenantId],
    )
    await client.query('update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1', [
      rows[0].id,
      attempts,
      error,
    ])
    return rows[0].id
  }
  const find = async (id: string) =>
    (
      await client.query(
        'select attempts::int, run_at <= now() as now from graphile_worker._private_jobs where id = $1',
        [id],
      )
    ).rows[0]

  // Seen red with the error as it is.
  it('are listed, first what was given up, with what failed and no addresses', async () => {
    await add('send_refund', 3, 'Timed out')
    await add('check_payment', 12, 'No such payment of "Grace" <grace@visitor.test>\n at somewhere')
    const { text } = await look(jobs)
    expect(text.indexOf('Check a payment')).toBeLessThan(text.indexOf('Send a refund'))
    for (const words of ['12 of 12', '3 of 12', 'Timed out', 'g…@visitor.test']) expect(text).toContain(words)
    for (const words of ['grace@', '"Grace"', 'at somewhere']) expect(text).not.toContain(words)
  })

  // Seen red with the look at the lock taken out of findIdle.
  it('are tried again or dropped, which Root’s log says; one that runs is nobody’s', async () => {
    // No handler knows it, so nobody takes it meanwhile.
    const waiting = await add('nobody_knows', 12)
    const dropped = await add('nobody_knows', 2)
    await client.query(
      `update graphile_worker._private_jobs set payload = (payload::jsonb || '{"mailIds": ["one", "two"]}')::json where id = $1`,
      [dropped],
    )
    const running = await add('nobody_knows')
    await client.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = $1",
      [running],
    )
    const again = (job: string) => submit(`${jobs}attempts/`, { job })
    const drop = (job: string) => submit(`${jobs}removal/`, { job })
    expect((await again(waiting)).status).toBe(303)
    expect(await find(waiting)).toEqual({ attempts: 0, now: true })
    expect((await drop(dropped)).status).toBe(303)
    expect(await find(dropped)).toBeUndefined()
    for (const job of [running, dropped, '999999999', 'x', '-1', '1e3'])
      expect([(await again(job)).status, (await drop(job)).status], job).toEqual([404, 404])
    expect(await find(running)).toMatchObject({ attempts: 0 })
    const given = await add('nobody_knows', 12)
    expect((await submit(`${jobs}attempts/`)).status).toBe(303)
    expect(await find(given)).toEqual({ attempts: 0, now: true })
    expect(await noted('job.dropped')).toMatchObject([
      { after: { about: ['one', 'two'] } },
      { after: { about: ['one', 'two'] } },
    ])
    expect(await noted('job.tried_again')).toHaveLength(2)
  })

  /** The database refuses the note for a while. Seen red with each of the two done before its note. */
  it('are dropped or tried again with a note at Root, or not at all', async () => {
    const [kept, resting] = [await add('nobody_knows', 2), await add('nobody_knows', 12)]
    await client.query(`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'no notes now'; end $$`)
    await client.query('create trigger refuse before insert on audit_entry execute function refuse()')
    expect((await submit(`${jobs}removal/`, { job: kept })).status).toBe(500)
    expect((await submit(`${jobs}attempts/`, { job: resting })).status).toBe(500)
    expect((await submit(`${jobs}attempts/`)).status).toBe(500)
    await client.query('drop function refuse cascade')
    expect([await find(kept), await find(resting)]).toEqual([
      { attempts: 2, now: false },
      { attempts: 12, now: false },
    ])
    expect((await submit(`${jobs}removal/`, { job: kept })).status).toBe(303)
    expect(await find(kept)).toBeUndefined()
  })

  // Seen red with the name of the job alone, in Root’s log.
  it('are dropped with a note of whose they were and what about, in both logs and without personal data', async () => {
    const refundId = randomUUID()
    const drop = async (payload: object) => {
      const { rows } = await client.query(
        `select (graphile_worker.add_job('nobody_knows', $1::json, run_at => now() + interval '1 day')).id::text as id`,
        [JSON.stringify(payload)],
      )
      expect((await submit(`${jobs}removal/`, { job: rows[0].id })).status).toBe(303)
    }
    await drop({ tenantId: hall.tenantId, refundId, email: 'grace@visitor.test' })
    await drop({})
    const log = await client.query(
      `select tenant_id = $1 as theirs, from_root, subject_id, after from audit_entry where action = 'job.dropped' order by id`,
      [hall.tenantId],
    )
    const what = { job: 'nobody_knows', about: [refundId] }
    expect(log.rows.slice(-3)).toEqual([
      {
        theirs: false,
        from_root: false,
        subject_id: hall.tenantId,
        after: { organisation: expect.any(String), ...what },
      },
      { theirs: true, from_root: true, subject_id: null, after: what },
      { theirs: false, from_root: false, subject_id: null, after: { job: 'nobody_knows', about: [] } },
    ])
  })
})
