import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { invitationsTo, invitationTo, invite } from '../harness/invitations.ts'
import { outboxMailTo } from '../harness/outbox.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Invitations to a team (ADR 0150). test/race/team.test.ts has those who accept at once. */
const { server, client, hall, other } = await twoOffices({ environment: { LOG_LEVEL: 'debug' } })
const owner = await staffOf(server, hall)

const list = '/admin/team/'
const newEmail = () => `${randomUUID()}@hall.test`

const look = (path: string, cookie?: string, { slug } = hall, language = 'en') =>
  server.send(slug, 'GET', path, {
    headers: { accept: 'text/html', 'accept-language': language },
    ...(cookie === undefined ? {} : { cookie }),
  })
const accept = (path: string, cookie?: string, { slug } = hall) =>
  submitAt(server, slug, path, {}, cookie === undefined ? {} : { cookie })

const cookieOf = (answer: { readonly headers: Record<string, unknown> }) =>
  String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''

async function invited(role = 'steward') {
  const email = newEmail()
  await invite(owner, email, role)
  return { email, path: await invitationTo(server, email) }
}

async function rowOf(email: string) {
  return (await client.query('select * from team_invitation where email = $1', [email])).rows[0]
}

async function roleOf(email: string): Promise<string | null> {
  const { rows } = await client.query(
    'select role from tenant_member join account on id = account_id where tenant_id = $1 and email = $2',
    [hall.tenantId, email],
  )
  return rows[0]?.role ?? null
}

const press = (id: string, what: 'mails' | 'withdrawal', by = owner) =>
  by.press(`${list}invitations/${id}/${what}/`, [])

const ask = (email: string, role: string) =>
  owner.press(`${list}invitations/`, [
    ['email', email],
    ['role', role],
  ])

describe('an invitation', () => {
  it('is a mail in the language of the organisation, and nobody before it is accepted', async () => {
    const { email, path } = await invited('box_office')
    const mail = await outboxMailTo(server, email)
    expect(mail).toContain('The Hall invites you to join its team')
    expect(mail).toContain('Box office')
    expect(path).toMatch(/^\/invitation\/[\w-]{43}\/$/)
    expect((await client.query('select from account where email = $1', [email])).rowCount).toBe(0)
    expect(JSON.stringify(await rowOf(email))).not.toContain(path.split('/')[2])
    const days = (await rowOf(email)).expires_at.getTime() - (await rowOf(email)).sent_at.getTime()
    expect(days / 86_400_000).toBe(7)
    expect((await owner.show(list)).text).toContain(email)
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--language', 'fr')
    const french = await invited('box_office')
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--language', 'en')
    expect(await outboxMailTo(server, french.email)).toContain('Billetterie')
  })

  // Seen red with the page using the invitation up, and with its address taken out of secretPath.
  it('is shown to whoever looks, also often, and accepted by whoever presses, once', async () => {
    const { email, path } = await invited('accountant')
    for (const method of ['HEAD', 'GET', 'GET']) {
      const shown = await server.send(hall.slug, method, path, { headers: { accept: 'text/html' } })
      expect([shown.status, shown.headers['set-cookie']]).toEqual([200, undefined])
      expect(shown.headers['cache-control']).toBe('no-store')
    }
    const { text } = await look(path)
    expect(text).toContain(email)
    expect(text).toContain('Accountant')
    expect((await look(path, undefined, hall, 'fr')).text).toContain('Comptabilité')
    expect(await roleOf(email)).toBe(null)

    const accepted = await accept(path)
    expect([accepted.status, accepted.headers['location']]).toEqual([303, '/admin/'])
    expect(await roleOf(email)).toBe('accountant')
    expect((await look('/admin/', cookieOf(accepted))).status).toBe(200)
    expect((await look('/admin/team/', cookieOf(accepted))).status).toBe(403)
    // Seen red without plainSpelling in the log: it is the same address.
    const encoded = path.replace('/invitation', '/%69nvitation')
    for (const answer of [await accept(path), await look(path), await look(encoded)]) {
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('Link not valid')
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(server.output()).toContain('/invitation/…')
    for (const secret of [path.split('/')[2], email]) expect(server.output()).not.toContain(secret)
    const log = (await owner.show('/admin/audit/')).text
    expect(log).toContain('Invited somebody to the team')
    expect(log).toContain('Accepted an invitation to the team')
  })

  it('gives whoever is signed in as somebody else another session, and says so before', async () => {
    const { email, path } = await invited()
    const visitor = await signIn(server, hall.slug, hall.slug, 'somebody@else.test')
    expect((await look(path, visitor)).text).toContain('You are signed in as somebody@else.test')
    const accepted = await accept(path, visitor)
    expect((await look('/account/', cookieOf(accepted))).text).toContain(email)
    expect((await look('/account/', visitor)).status).toBe(401)
    expect(await roleOf('somebody@else.test')).toBe(null)
  })

  // Seen red without endSessionsOf in acceptInvitation.
  it('ends what else was signed in as the person here: none of it was an office’s', async () => {
    const { email, path } = await invited('manager')
    const [old, elsewhere] = [
      await signIn(server, hall.slug, hall.slug, email),
      await signIn(server, other.slug, other.slug, email),
    ]
    const accepted = cookieOf(await accept(path))
    expect((await look('/admin/', old)).status).toBe(401)
    expect((await look('/admin/', accepted)).status).toBe(200)
    expect((await look('/account/', elsewhere, other)).status).toBe(200)
  })

  // Seen red with the comparison with expiresAt taken out of takeInvitation.
  it('opens nothing at another organisation, after its time, nor for a form of another site', async () => {
    const { email, path } = await invited()
    expect((await look(path, undefined, other)).status).toBe(400)
    expect((await accept(path, undefined, other)).status).toBe(400)
    for (const origin of ['https://evil.test', originOf(server, other.slug)])
      expect((await submitAt(server, hall.slug, path, {}, { origin })).status).toBe(403)
    await client.query(`update team_invitation set expires_at = now() - interval '1 ms' where email = $1`, [email])
    expect((await look(path)).status).toBe(400)
    expect((await accept(path)).status).toBe(400)
    expect(await roleOf(email)).toBe(null)
    expect((await owner.show(list)).text).toContain('Over')
    // One that is over is no obstacle to another.
    await invite(owner, email, 'manager')
    expect((await accept(await invitationTo(server, email))).status).toBe(303)
    expect(await roleOf(email)).toBe('manager')
  })

  // Seen red with the hash left as it was by renewInvitation.
  it('is sent again with another link, and the one before opens nothing', async () => {
    const { email, path } = await invited()
    const { id } = await rowOf(email)
    await client.query(`update team_invitation set expires_at = now() - interval '1 ms' where id = $1`, [id])
    expect((await press(id, 'mails')).status).toBe(303)
    expect((await look(path)).status).toBe(400)
    const [first, second = ''] = await invitationsTo(server, email)
    expect([first, second === path]).toEqual([path, false])
    expect((await accept(second)).status).toBe(303)
    const gone = await press(id, 'mails')
    expect([gone.status, gone.text.includes('This invitation is gone')]).toEqual([404, true])
    expect(await invitationsTo(server, email)).toHaveLength(2)
    expect((await owner.show(`/admin/audit/?of=${id}`)).text).toContain('Sent an invitation to the team again')
  })

  it('is withdrawn, and opens nothing any more', async () => {
    const { email, path } = await invited()
    const { id } = await rowOf(email)
    const stranger = await staffOf(server, other)
    expect((await press(id, 'withdrawal', stranger)).status).toBe(404)
    expect((await press(id, 'withdrawal')).headers['location']).toBe('/admin/team/?done=withdrawn')
    expect((await look(path)).status).toBe(400)
    expect((await accept(path)).status).toBe(400)
    expect(await roleOf(email)).toBe(null)
    expect((await press(id, 'withdrawal')).status).toBe(404)
    expect((await owner.show(`/admin/audit/?of=${id}`)).text).toContain('Withdrew an invitation')
  })
})

describe('inviting', () => {
  // Seen red with only owners taken for those who work here.
  it('somebody who works here changes nothing, and says so', async () => {
    const email = newEmail()
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'manager')
    const { status, text } = await ask(` ${email.toUpperCase()}`, 'steward')
    expect(status).toBe(409)
    expect(text).toContain(`${email} works here already (Manager)`)
    expect(await invitationsTo(server, email)).toEqual([])
    expect(await roleOf(email)).toBe('manager')
  })

  // Seen red with every invitation to the address replaced, whether its time is over or not.
  it('somebody who has not answered yet changes nothing, and says so', async () => {
    const { email, path } = await invited('steward')
    const { status, text } = await ask(email, 'owner')
    expect(status).toBe(409)
    expect(text).toContain(`${email} is invited already`)
    expect(await invitationsTo(server, email)).toEqual([path])
    expect((await rowOf(email)).role).toBe('steward')
  })

  it.each([
    ['no address', 'nobody', 'steward', /Enter an e-\u2060?mail address/],
    ['no role', 'some@body.test', '', /Choose a role/],
  ])('of %s is refused beside the field, with what was typed', async (_, email, role, said) => {
    const { status, text } = await ask(email, role)
    expect(status).toBe(400)
    expect(text).toMatch(said)
    expect(text).toContain(`value="${email}"`)
    expect(await rowOf(email)).toBeUndefined()
  })

  it('is for those who may: a manager has no such page, and no such form', async () => {
    const email = newEmail()
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'manager')
    const manager = await staffOf(server, hall, email)
    const answer = await manager.press(`${list}invitations/`, [
      ['email', newEmail()],
      ['role', 'owner'],
    ])
    expect(answer.status).toBe(403)
  })

  // Seen red without deleteInvitationTo in changeRole, and without the look at the team in acceptInvitation.
  it('ends where somebody is taken into the team otherwise, whose role stays', async () => {
    const { email, path } = await invited('owner')
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'steward')
    expect((await accept(path)).status).toBe(400)
    expect(await roleOf(email)).toBe('steward')
    // As if both had been done at once.
    const late = await invited('owner')
    await server.cli('user', 'grant', '--email', late.email)
    await client.query(`insert into tenant_member select $1, id, 'steward', now() from account where email = $2`, [
      hall.tenantId,
      late.email,
    ])
    expect((await accept(late.path)).status).toBe(303)
    expect(await roleOf(late.email)).toBe('steward')
  })
})

describe('erasure', () => {
  // Seen red with deleteInvitationTo taken out of erase-person.ts.
  it('ends an invitation, here alone, and the export tells of it before', async () => {
    const { email, path } = await invited()
    await invite(await staffOf(server, other), email, 'steward')
    const elsewhere = await invitationTo(server, email)
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const { json } = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
    expect(json.organisations).toMatchObject([{ invitations: [{ role: 'steward' }] }])
    const erased = await submitAt(server, hall.slug, '/account/erasure/', {}, { cookie })
    expect(erased.status).toBe(200)
    expect((await look(path)).status).toBe(400)
    expect((await look(elsewhere, undefined, other)).status).toBe(200)
    for (const page of [list, '/admin/audit/']) expect((await owner.show(page)).text).not.toContain(email)
  })
})
