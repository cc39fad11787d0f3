import { expect, it } from 'vitest'
import { runClockJob, untilTrue } from '../harness/box-office.ts'
import { listed } from '../harness/forms.ts'
import { startNameServer } from '../harness/name-server.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Own domains are looked for every day, with a name server of ours (ADR 0072). */
const names = await startNameServer()
const { server, client, hall, other } = await twoOffices({ environment: { DNS_SERVERS: names.address } })
const owner = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const url = '/admin/settings/domains/'
const record = (domain: string) => `_guichet.${domain}`
const statusAt = async (host: string) => (await server.send('', 'GET', '/', { headers: { host } })).status
const answering = (host: string, status: number) => untilTrue(async () => (await statusAt(host)) === status)
const day = () => runClockJob(client, 'prove_domains')
const log = async () => (await owner.show('/admin/audit/')).text

/** @returns the text of its record */
async function proved(by: typeof owner, domain: string): Promise<string> {
  await by.press(url, listed({ domain }))
  const shown = (await by.show(url)).text.split(`id="domain-${domain}"`)[1] ?? ''
  const text = /value="(guichet-domain=[\w-]+)"/.exec(shown)?.[1] ?? ''
  names.records.set(record(domain), text)
  await by.press(`${url}checks/`, listed({ domain }))
  await answering(domain, 200)
  return text
}

/** As if what is known of the domain were so many days older. */
async function daysPass(domain: string, days: number): Promise<void> {
  await client.query(
    `update domain_claim set checked_at = checked_at - $2 * interval '1 day',
      seen_at = seen_at - $2 * interval '1 day', told_at = told_at - $2 * interval '1 day' where name = $1`,
    [domain, days],
  )
}

async function mailsAbout(domain: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    "select kind, recipient from mail where kind like 'domain%' and subject like $1 order by id",
    [`%${domain}%`],
  )
  return rows.map(({ kind, recipient }) => `${kind} to ${recipient}`)
}

const told = 'domain_proof_missing to admin@example.org'
const off = 'domain_off to admin@example.org'

/**
 * Seen red with the three days of dueFor left out: it was off on the day after.
 */
it('is off after three days without its record, told before, and on again when it is back', async () => {
  const domain = 'lapsing.hall.test'
  const text = await proved(owner, domain)
  await owner.press(`${url}main/`, listed({ domain }))
  await proved(stranger, 'steady.other.test')
  await day()
  expect(await mailsAbout(domain)).toEqual([])

  names.records.delete(record(domain))
  for (const days of [0, 1, 1]) {
    await daysPass(domain, days)
    await day()
    expect(await mailsAbout(domain)).toEqual([told])
    expect(await statusAt(domain)).toBe(200)
  }
  expect((await owner.show(url)).text).toMatch(/No longer proved.*Main address.*Off without it from/s)

  await daysPass(domain, 1)
  await day()
  expect(await mailsAbout(domain)).toEqual([told, off])
  await answering(domain, 404)
  expect(await statusAt('the-hall.localhost')).toBe(200)
  const { rows } = await client.query("select main_domain from tenant where slug = 'the-hall'")
  expect(rows).toEqual([{ main_domain: null }])
  const shown = (await owner.show(url)).text
  expect(shown).toContain('Off: the DNS record is missing')
  expect(shown).not.toContain('Main address')
  expect(await log()).toContain('Disabled a domain of one’s own')
  expect(await statusAt('steady.other.test')).toBe(200)
  expect(await mailsAbout('steady')).toEqual([])

  await day()
  expect(await mailsAbout(domain)).toEqual([told, off])
  names.records.set(record(domain), text)
  await day()
  await answering(domain, 200)
  expect((await owner.show(url)).text).toMatch(/Proved: your pages answer here/)
  names.records.delete(record(domain))
  await day()
  expect(await mailsAbout(domain)).toEqual([told, off, told])
})

/** Seen red with silence taken for a record that is gone. */
it('stays on while name servers are silent, for two weeks', async () => {
  const domain = 'silent.hall.test'
  await proved(owner, domain)
  names.silent.add(record(domain))
  for (const days of [0, 2]) {
    await daysPass(domain, days)
    await day()
    expect(await mailsAbout(domain)).toEqual([])
  }
  await daysPass(domain, 1)
  await day()
  expect(await mailsAbout(domain)).toEqual([told])
  await daysPass(domain, 10)
  await day()
  expect(await statusAt(domain)).toBe(200)
  await daysPass(domain, 1)
  await day()
  await answering(domain, 404)
  expect(await mailsAbout(domain)).toEqual([told, off])
  names.silent.delete(record(domain))
  await owner.press(`${url}checks/`, listed({ domain }))
  await answering(domain, 200)
})

it('that another organisation has proved since stays theirs', async () => {
  const domain = 'sold.hall.test'
  const text = await proved(owner, domain)
  names.records.delete(record(domain))
  await day()
  await daysPass(domain, 3)
  await day()
  await answering(domain, 404)
  await proved(stranger, domain)
  names.records.set(record(domain), text)
  await day()
  const { rows } = await client.query('select slug from domain join tenant on id = tenant_id where name = $1', [domain])
  expect(rows).toEqual([{ slug: 'the-other' }])
})
