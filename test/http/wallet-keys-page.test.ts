import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { openBoxOffice } from '../harness/box-office.ts'
import { sendFiles } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { type AppleFiles, passType, startAuthority, team } from '../harness/wallet-keys.ts'

/** Keys for the wallets of phones, set by the organisation itself and never shown (ADR 0180). */
const { server, hall, other } = await twoOffices()
const authority = await startAuthority()
const owner = await staffOf(server, hall)
const stranger = await staffOf(server, other)
afterAll(() => authority.remove())

const url = '/admin/settings/wallets/'
const issuer = '3388000000022123456'
const state = (office = hall) => server.cli('wallet', 'show', '--tenant', office.slug)

async function filesOf({ certificate, key, intermediate }: Omit<AppleFiles, 'words'>) {
  const [one, two, three] = await Promise.all([certificate, key, intermediate].map((path) => readFile(path)))
  return { certificate: one as Buffer, key: two as Buffer, intermediate: three as Buffer }
}

async function setApple(from: Omit<AppleFiles, 'words'>, fields: Record<string, string> = {}, office = hall) {
  const named = { pass_type: passType, team, ...fields }
  return sendFiles(server, office, `${url}apple/`, { fields: named, files: await filesOf(from) })
}

const setGoogle = async (path: string, fields = {}) =>
  sendFiles(server, hall, `${url}google/`, { fields: { issuer, ...fields }, files: { account: await readFile(path) } })

/** A line of the middle of a key. */
const secretOf = async (path: string) => (await readFile(path, 'utf8')).split('\n')[3] ?? 'missing'

/** Seen red with the record in the log left out. */
it('are set, replaced and taken away by an owner, and noted without what they are', async () => {
  expect((await owner.show(url)).text).toContain('tickets are not offered for Apple Wallet')
  const sealed = await authority.issue({ passphrase: 'a word of passage', der: true })
  expect((await setApple(sealed, { passphrase: 'a word of passage' })).status).toBe(303)
  const account = await authority.serviceAccount()
  expect((await setGoogle(account.path)).status).toBe(303)
  expect(await state()).toMatchObject({ apple: { pass_type: passType, team }, google: { issuer } })
  expect(await state(other)).toEqual({ apple: null, google: null })
  expect((await stranger.show(url)).text).toContain('tickets are not offered for Google Wallet')
  const shown = (await owner.show(url)).text
  expect(shown).toContain('Certificates valid until')
  const log = (await owner.show('/admin/audit/')).text
  for (const noted of ['Keys of Apple Wallet set', 'Keys of Apple Wallet valid until', 'Key of Google Wallet'])
    expect(log).toContain(noted)
  for (const secret of [await secretOf(sealed.key), 'a word of passage', 'BEGIN', 'PRIVATE'])
    for (const text of [shown, log]) expect(text).not.toContain(secret)
  const entries = () => noted(hall.tenantId)
  const before = await entries()
  expect((await setApple(await authority.issue())).status).toBe(303)
  expect(await entries()).toBe(before + 1)
  expect((await owner.press(`${url}apple/removal/`, [])).status).toBe(303)
  expect(await state()).toMatchObject({ apple: null, google: { issuer } })
  expect((await owner.press(`${url}google/removal/`, [])).status).toBe(303)
  expect(await state()).toEqual({ apple: null, google: null })
  expect(await entries()).toBe(before + 3)
  expect((await owner.press(`${url}google/removal/`, [])).status).toBe(303)
  expect(await entries()).toBe(before + 3)
  await server.cli('wallet', 'set-google', '--tenant', hall.slug, '--issuer', '1', '--service-account', account.path)
  expect(await entries()).toBe(before + 4)
  await server.cli('wallet', 'clear', '--tenant', hall.slug)
  expect(await entries()).toBe(before + 5)
  expect(await noted(other.tenantId)).toBe(0)
})

async function noted(tenantId: string): Promise<number> {
  const client = await server.database.connect()
  const { rows } = await client.query(
    "select 1 from audit_entry where tenant_id = $1 and action = 'organisation.changed'",
    [tenantId],
  )
  await client.end()
  return rows.length
}

/** Seen red with the check of the team left out. */
it('are refused beside the field that is wrong, in both languages, and nothing is kept', async () => {
  const office = await openBoxOffice(server, 'The Refused House')
  const [one, two] = [await authority.issue(), await authority.issue()]
  const text = await authority.write('text.pem', 'no certificate')
  const large = await authority.write('large.pem', Buffer.alloc(200_000))
  const gone = await authority.issue({ until: new Date(Date.now() - 1000) })
  const tried = [
    [one, { pass_type: 'org.example' }, 'pass_type', 'begins with “pass.”'],
    [one, { pass_type: 'pass.org.other' }, 'pass_type', `the pass type ${passType}, not for pass.org.other`],
    [one, { team: 'short' }, 'team', 'ten capital letters'],
    [one, { team: 'ZZZZZ99999' }, 'team', `the team ${team}, not for ZZZZZ99999`],
    [{ ...one, certificate: text }, {}, 'certificate', 'The certificate cannot be read'],
    [{ ...one, intermediate: one.certificate }, {}, 'intermediate', 'not the one that issued'],
    [{ ...one, key: two.key }, {}, 'key', 'does not belong to the certificate'],
    [{ ...one, key: text }, {}, 'key', 'The key cannot be opened'],
    [{ ...one, key: large }, {}, 'key', 'too large for a key'],
    [gone, {}, 'certificate', 'has expired'],
  ] as const
  const secret = await secretOf(one.key)
  for (const [files, fields, field, reason] of tried) {
    const { status, text: said } = await setApple(files, { passphrase: 'typed here', ...fields }, office)
    expect([status, said.includes(`href="#${field}"`), said.includes(reason)], reason).toEqual([400, true, true])
    expect(said).not.toContain(secret)
    expect(said).not.toContain('typed here')
  }
  const inFrench = await sendFiles(server, office, `${url}apple/`, {
    fields: { pass_type: passType, team },
    language: 'fr',
    files: await filesOf({ ...one, key: two.key }),
  })
  expect(inFrench.text).toContain('La clé n’est pas celle du certificat. Prenez celle')
  const empty = await sendFiles(server, office, `${url}apple/`, { fields: { pass_type: passType }, files: {} })
  expect([empty.status, empty.text.match(/Choose the file/g)?.length]).toEqual([400, 6])
  expect(empty.text).toContain(`value="${passType}"`)
  for (const [path, fields, field, reason] of [
    [one.certificate, {}, 'account', 'not JSON'],
    [(await authority.serviceAccount()).path, { issuer: 'twelve' }, 'issuer', 'digits alone'],
    [(await authority.serviceAccount({ client_email: 'nobody' })).path, {}, 'account', 'client_email'],
  ] as const) {
    const { status, text: said } = await setGoogle(path, fields)
    expect([status, said.includes(`href="#${field}"`), said.includes(reason)]).toEqual([400, true, true])
  }
  expect(await state(office)).toEqual({ apple: null, google: null })
  expect(await noted(office.tenantId)).toBe(0)
})
