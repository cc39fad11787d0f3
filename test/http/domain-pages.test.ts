import { expect, it } from 'vitest'
import { openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { listed } from '../harness/forms.ts'
import { startNameServer } from '../harness/name-server.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Domains of one's own in the settings, with a name server of ours (ADR 0072). */
const names = await startNameServer()
const { server, hall, other } = await twoOffices({ environment: { DNS_SERVERS: names.address } })
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const url = '/admin/settings/domains/'
const press = (by: typeof staff, room: string, domain: string) => by.press(`${url}${room}`, listed({ domain }))
const statusAt = async (host: string) => (await server.send('', 'GET', '/', { headers: { host } })).status
const answering = (host: string, status: number) => untilTrue(async () => (await statusAt(host)) === status)
const log = async (by: typeof staff) => (await by.show('/admin/audit/')).text

async function proved(domain: string): Promise<void> {
  await press(staff, '', domain)
  const { text } = await staff.show(url)
  names.records.set(`_guichet.${domain}`, /value="(guichet-domain=[\w-]+)"/.exec(text)?.[1] ?? '')
  expect((await press(staff, 'checks/', domain)).headers['location']).toBe(`${url}?done=proved`)
}

/** Seen red with the comparison of verifyDomain taken out, and with its record in the log left out. */
it('is added, proved, and answered at; its log says so, and nobody else sees it', async () => {
  const domain = 'tickets.hall.test'
  expect((await staff.show(url)).text).toContain('No domain of your own yet')
  expect((await press(staff, '', ` ${domain.toUpperCase()}. `)).headers['location']).toBe(`${url}?done=added`)
  expect((await press(staff, 'checks/', domain)).headers['location']).toBe(`${url}?done=missing`)
  const waiting = (await staff.show(url)).text
  for (const said of ['Awaiting verification', `value="_guichet.${domain}"`, 'The record was not there', 'CNAME'])
    expect(waiting).toContain(said)
  expect(await statusAt(domain)).toBe(404)
  await proved(domain)
  await answering(domain, 200)
  expect((await staff.show(url)).text).toContain('Proved: your pages answer here')
  for (const said of ['Added a domain', 'Proved a domain', domain]) expect(await log(staff)).toContain(said)
  expect((await stranger.show(url)).text).not.toContain(domain)
  expect(await log(stranger)).not.toContain(domain)
})

/** Seen red with `where tenantId` of removeDomain, and of setMainDomain, left out. */
it('is touched by its own organisation alone', async () => {
  const domain = 'kept.hall.test'
  await proved(domain)
  await answering(domain, 200)
  for (const room of ['checks/', 'removal/', 'main/'])
    expect((await press(stranger, room, domain)).status, room).toBe(404)
  const taken = await press(stranger, '', domain)
  expect([taken.status, taken.text.includes('Another organisation')]).toEqual([409, true])
  expect(await statusAt(domain)).toBe(200)
  expect((await staff.show(url)).text).toContain(domain)
})

/** Seen red with the comparison of the two times in domainState turned round. */
it('says when the record has gone, and goes on answering', async () => {
  const domain = 'fading.hall.test'
  await proved(domain)
  names.records.delete(`_guichet.${domain}`)
  expect((await press(staff, 'checks/', domain)).headers['location']).toBe(`${url}?done=missing`)
  const { text } = await staff.show(url)
  expect(text).toMatch(/No longer proved.*Record last seen/s)
  await answering(domain, 200)
  await proved(domain)
  expect((await staff.show(url)).text).not.toContain('No longer proved')
})

/**
 * Where links lead that give somebody rights, and those that programs keep: whoever runs a domain of its own would read them.
 * Seen red with the host in place of the label in each of the four.
 */
async function keyedLinks(): Promise<readonly string[]> {
  const of = ['--tenant', hall.slug]
  const { url: link } = await server.cli('sign-in-link', '--email', 'admin@example.org', ...of)
  const { pairing_url } = await server.cli('device', 'create', '--name', 'Door', ...of)
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  const sue = await signIn(server, 'root', '', 'sue@server.test')
  const path = `/admin/server/organisations/${hall.tenantId}/entry/`
  const { text } = await submitAt(server, '', path, {}, { cookie: sue })
  const entry = /href="(http[^"]+\/sign-in\/[^"]+)"/.exec(text)?.[1] ?? ''
  const keys = (await staff.show('/admin/settings/payment/')).text
  const webhook = /<code>([^<]*\/payments\/stripe\/webhook\/)<\/code>/.exec(keys)?.[1] ?? ''
  return [link, pairing_url, entry, webhook].map((address) => new URL(String(address)).hostname)
}

/** Seen red with the coalesce of the host left out, and with `on delete set null`, which refuses the removal. */
it('is linked to once it is the main address, and no longer when it is removed', async () => {
  const domain = 'main.hall.test'
  const directory = async () => (await server.send('meta', 'GET', '/organisations/')).text
  await press(staff, '', domain)
  expect((await press(staff, 'main/', domain)).status).toBe(404)
  await proved(domain)
  await press(staff, 'main/', domain)
  await untilTrue(async () => (await directory()).includes(`http://${domain}:${server.port}/`))
  expect((await staff.show(url)).text).toContain('Main address')
  expect(await log(staff)).toContain('Chose the main address')
  await answering(`${hall.slug}.localhost`, 200)
  expect(await keyedLinks()).toEqual(Array(4).fill(`${hall.slug}.localhost`))
  await press(staff, 'removal/', domain)
  await answering(domain, 404)
  expect(await directory()).toContain(`http://${hall.slug}.localhost:${server.port}/`)
  expect((await staff.show(url)).text).not.toContain(domain)
})

/** Seen red with the address of a request made from its tenant's main one: the form is refused as another site's. */
it('leaves whoever works at the label where they are', async () => {
  const office = await openBoxOffice(server, 'The Two Doors')
  const owner = await staffOf(server, office)
  const domain = 'doors.hall.test'
  await press(owner, '', domain)
  const text = /value="(guichet-domain=[\w-]+)"/.exec((await owner.show(url)).text)?.[1] ?? ''
  names.records.set(`_guichet.${domain}`, text)
  await press(owner, 'checks/', domain)
  await press(owner, 'main/', domain)
  await answering(domain, 200)
  expect((await press(owner, 'main/', '')).headers['location']).toBe(`${url}?done=main`)
})

/** Seen red without hasReadableLabels: it was waited for, and no browser asks for such a name. */
it('takes a name in code that stands for letters, and refuses one that stands for none', async () => {
  const office = await openBoxOffice(server, 'The Coded Door')
  const owner = await staffOf(server, office)
  for (const domain of ['xn--a.example', 'XN--A.example', 'www.xn--a-ecp.test', 'xn--a.xn--bcher-kva.example']) {
    const { status, text } = await press(owner, '', domain)
    expect([status, text.includes('this stands for none')], domain).toEqual([400, true])
    await expect(server.cli('domain', 'add', '--tenant', office.slug, domain)).rejects.toThrow(/stands for none/)
  }
  for (const domain of ['xn--bcher-kva.example', 'bücher-hall.example', 'ab--c.example'])
    expect((await press(owner, '', domain)).status, domain).toBe(303)
  const { text } = await owner.show(url)
  expect(text).toContain('xn--bcher-hall-9db.example')
  expect(text).not.toContain('xn--a.')
})

it.each(['', 'localhost', 'x.localhost', 'xn--.hall.test', 'https://hall.test/', 'hall', '192.0.2.1', 'x'.repeat(300)])(
  'refuses %j beside the field, and adds nothing',
  async (domain) => {
    const before = (await staff.show(url)).text.match(/id="domain-/g)
    const { status, text } = await press(staff, '', domain)
    expect([status, text.includes('href="#domain"')]).toEqual([400, true])
    expect((await staff.show(url)).text.match(/id="domain-/g)).toEqual(before)
  },
)
