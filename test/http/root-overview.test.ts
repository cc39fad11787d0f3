import { describe, expect, it } from 'vitest'
import { untilWaitingForLock } from '../harness/database.ts'
import { startServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** What super-users see first: what needs somebody, on every page of Root; and what they find by a word. */
const { server, client, sue, ada } = await serve({}, async ({ server, client }) => {
  for (const organisation of ['The Hall', 'The Other'])
    await server.cli('tenant', 'create', '--organisation', organisation, '--category', 'S', '--email', 'ada@hall.test')
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  const sue = await signIn(server, 'root', '', 'sue@server.test')
  return { server, client, sue, ada: await signIn(server, 'the-hall', 'the-hall', 'ada@hall.test') }
})

const look = async (path: string, cookie = sue, label = '') => (await server.send(label, 'GET', path, { cookie })).text
/** The line of a check on the overview. */
const lineOf = async (name: string) =>
  (await look('/admin/')).split('</tr>').find((line) => line.includes(`>${name}</td>`)) ?? ''
const badgeOf = (text: string) => /class="badge" aria-hidden="true">(\d+)</.exec(text)?.[1]
const needed = async () => Number(badgeOf(await look('/admin/')))
const fail = (days: number) =>
  client.query(
    `update mail set status = 'failed', created_at = now() - make_interval(days => $1)
      where id = (select max(mail.id::text)::uuid from mail join tenant on tenant.id = tenant_id where slug = 'the-hall')`,
    [days],
  )

const waiting = async () => {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.count
}

describe('the overview of Root', () => {
  /** Seen red with a second reading beside one that has no answer yet. */
  it('holds up no page by a check that never answers, reads once for all, and says that it is not known', async () => {
    await client.query('begin; lock table page_report in access exclusive mode')
    for (const path of ['/admin/server/people/', '/admin/server/limits/', '/admin/server/people/']) {
      const page = await server.send('', 'GET', path, { cookie: sue })
      expect([page.status, badgeOf(page.text)], path).toEqual([200, undefined])
    }
    const both = Promise.all([lineOf('Reported pages'), lineOf('Reported pages')])
    await untilWaitingForLock(client, 1)
    for (const line of await both) expect(line).toMatch(/not known<.*the log says why/)
    // Who comes later waits for the same reading, which still has no answer.
    expect(await lineOf('Reported pages')).toContain('not known')
    expect(await waiting()).toBe(1)
    await client.query('rollback')
  })

  it('shows a check that fails as not known, beside the others, and logs why', async () => {
    await client.query('alter table page_report rename to page_report_away')
    const text = await look('/admin/')
    const presses = await server.send('', 'POST', '/admin/server/nothing/', { cookie: sue })
    await client.query('alter table page_report_away rename to page_report')
    expect(text).toContain('class="tile"')
    expect(text).toContain('> good')
    expect(text.split('</tr>').filter((line) => line.includes('not known'))).toHaveLength(1)
    expect(presses.status).toBeLessThan(500)
    expect(server.output()).toContain('what the overview says of reports could not be read')
    expect(await lineOf('Reported pages')).toContain(' good')
  })

  // Seen red with another number kept for the other pages.
  it('counts what needs somebody, and every page of Root says the same number in words', async () => {
    const before = await needed()
    expect(await lineOf('Registrations')).toContain('>✓</span> good')
    await client.query("update tenant set approval = 'waiting' where slug = 'the-other'")
    expect(await lineOf('Registrations')).toMatch(
      />!<\/span> look at it<.*awaiting your approval: 1\..*href="\/admin\/server\/organisations\/">Organisations</,
    )
    const form = { page: '/membership/', kind: 'pretends', text: 'They asked for my card.' }
    await submitAt(server, 'the-hall', '/report/', form)
    expect(await lineOf('Reported pages')).toMatch(/are open: 1\..*href="\/admin\/server\/reports\/"/)
    expect(await needed()).toBe(before + 2)
    for (const path of ['/admin/server/people/', '/admin/server/backups/', '/admin/audit/', '/admin/server/limits/']) {
      const text = await look(path)
      expect([path, badgeOf(text)]).toEqual([path, String(before + 2)])
      expect(text, path).toContain(`<span class="unseen">${before + 2} things need somebody.</span>`)
    }
    expect(await look('/admin/', ada, 'the-hall')).not.toContain('class="badge"')
    await client.query("update tenant set approval = 'approved' where slug = 'the-other'")
    await client.query('update page_report set settled_at = now()')
    expect(await needed()).toBe(before)
  })

  it('says how many mails of the last seven days were given up, without archived organisations and sandboxes', async () => {
    expect(await lineOf('E-\u2060mails given up')).toContain(' good')
    await fail(8)
    expect(await lineOf('E-\u2060mails given up')).toContain(' good')
    await fail(6)
    expect(await lineOf('E-\u2060mails given up')).toMatch(
      /look at it.*in the last seven days: 1\..*href="\/admin\/server\/mails\/"/,
    )
    for (const [away, back] of [
      ['sandbox = true', 'sandbox = false'],
      ['archived_at = now()', 'archived_at = null'],
    ]) {
      await client.query(`update tenant set ${away} where slug = 'the-hall'`)
      expect(await lineOf('E-\u2060mails given up'), away).toContain(' good')
      await client.query(`update tenant set ${back} where slug = 'the-hall'`)
    }
    expect(await lineOf('E-\u2060mails given up')).toContain('look at it')
  })

  it('has figures of open organisations, without Root, the calendar and sandboxes', async () => {
    const figures = async () =>
      [...(await look('/admin/')).matchAll(/class="tile">([^<]+)<b>(\d+)</g)].map(([, name, value]) => [name, value])
    expect(await figures()).toEqual([
      ['Open organisations', '2'],
      ['New in 30 days', '2'],
      ['Sandboxes', '0'],
    ])
    await client.query("update tenant set created_at = now() - interval '31 days' where slug = 'the-other'")
    await client.query("update tenant set archived_at = now() where slug = 'the-hall'")
    expect((await figures()).map(([, value]) => value)).toEqual(['1', '0', '0'])
    await client.query("update tenant set archived_at = null where slug = 'the-hall'")
  })

  /** Seen red with all of them looked at at once. */
  it('waits for no look at many organisations: it tells of them once that is over', async () => {
    await client.query(
      `insert into tenant select (jsonb_populate_record(tenant, jsonb_build_object('id', gen_random_uuid(), 'slug', 'many-' || n))).*
        from tenant, generate_series(1, 100) n where slug = 'the-other'`,
    )
    expect(await lineOf('E-\u2060mails given up')).toContain('Look again in a moment')
    await expect.poll(() => lineOf('E-\u2060mails given up')).toContain('in the last seven days: 1.')
  })
})

describe('a look at many organisations that fails', () => {
  /** Seen red with no pause before the next one. */
  it('is not known and logged, and the next one waits', async () => {
    const second = await startServer({ beside: server })
    const line = async () => {
      const { text } = await second.send('', 'GET', '/admin/', { cookie: sue })
      return text.split('</tr>').find((row) => row.includes('>E-\u2060mails given up</td>'))
    }
    try {
      await client.query('alter table mail rename to mail_away')
      await expect.poll(line).toContain('not known')
      // Each page would begin a look, which fails within one or two of them: the table is still away.
      for (let round = 0; round < 10; round += 1) expect(await line()).toContain('not known')
      expect(second.output().split('the look at all organisations failed')).toHaveLength(2)
    } finally {
      await client.query('alter table if exists mail_away rename to mail')
      await second.stop()
    }
  })
})

describe('the search of Root', () => {
  // Seen red with the organisations of the server found at one of them.
  it('finds organisations, people with rights and pages, and at an organisation none of these', async () => {
    const found = await look('/admin/search/?q=o')
    expect(found).toContain('>The Other<')
    const person = await server.send('', 'GET', '/admin/search/?q=sue%40', { cookie: sue })
    expect(person.headers['location']).toMatch(/^\/admin\/server\/people\/#[\w-]+$/)
    expect(await look('/admin/server/people/')).toContain(`id="${String(person.headers['location']).split('#')[1]}"`)
    const jobs = await server.send('', 'GET', '/admin/search/?q=jobs', { cookie: sue })
    expect(jobs.headers['location']).toBe('/admin/server/jobs/')
    expect(await look('/admin/server/jobs/')).toContain('action="/admin/search/"')
    expect(await look('/admin/search/?q=the+other', ada, 'the-hall')).not.toContain('The Other</')
    expect((await server.send('the-hall', 'GET', '/admin/search/?q=sue%40', { cookie: ada })).status).toBe(200)
  })
})
