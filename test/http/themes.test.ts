import { expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { createKey, openBoxOffice } from '../harness/box-office.ts'
import { listed } from '../harness/forms.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** How an organisation's own pages look, and how that is looked at before it is saved (ADR 0295). */
const { server, hall, other } = await twoOffices()
const url = '/admin/settings/look/'
const chosen = { accent_color: '#aa0011', type_pair: 'serif', color_scheme: 'dark', picture_header: 'banner' }
const styleIn = ({ text }: Answer) => /\/assets\/\w{12}-([\w-]+)\.css/.exec(text)?.[1]
const usual = '2b3fd6-grotesque-device'
const query = `?${new URLSearchParams({ preview: 'look', ...chosen })}`

const visit = (slug: string, path: string) => server.send(slug, 'GET', path, { headers: { accept: 'text/html' } })

async function choose(by: Staff, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const [, seen = ''] = /name="seen" value="([\w-]+)"/.exec((await by.show(url)).text) ?? []
  return by.press(url, listed({ ...fields, seen }))
}

async function night(office: typeof hall): Promise<string> {
  const { product } = await office.price('B')
  const { slug } = (await office.get(`/api/events/${await office.event([product])}/`)).json
  return `/events/${slug}/`
}

/** Seen red with the theme of the organisation on the pages of staff, and with one field left out of the form. */
it('is chosen on a page of its own, is on all pages of visitors, and on none of staff', async () => {
  const office = await openBoxOffice(server, 'The Teahouse')
  const owner = await staffOf(server, office)
  const event = await night(office)
  expect((await choose(owner, { ...chosen, accent_color: '#AA0011' })).status).toBe(303)
  expect((await server.send('meta', 'GET', `/api/place/${office.tenantId}/`)).json).toMatchObject(chosen)
  for (const path of ['/', event, `/embed${event}`, '/embed/', '/legal/', '/sign-in/', '/nothing/'])
    await expect.poll(async () => styleIn(await visit(office.slug, path)), { message: path }).toBe('aa0011-serif-dark')
  expect(styleIn(await owner.show('/account/'))).toBe('aa0011-serif-dark')
  for (const path of [url, '/admin/', '/admin/nothing/'])
    expect(styleIn(await owner.show(path)), path).toBe('aa0011-grotesque-device')
  for (const { slug } of [hall, other]) expect(styleIn(await visit(slug, '/'))).toBe(usual)
  const log = (await owner.show('/admin/audit/')).text
  for (const noted of ['Fonts', 'serif', 'Light or dark', 'dark']) expect(log).toContain(noted)
})

it('a colour that is none is refused beside its field, and programs hear of every choice that is none', async () => {
  const owner = await staffOf(server, hall)
  for (const color of ['red', '']) {
    const { status, text } = await choose(owner, { ...chosen, accent_color: color })
    expect([status, text.includes('href="#accent_color"')]).toEqual([400, true])
  }
  const key = await createKey(server, hall.slug, ['--permission', 'place:write'])
  for (const body of [{ type_pair: 'comic' }, { color_scheme: 'sepia' }, { picture_header: 'above' }]) {
    const { status, json } = await server.send(hall.slug, 'PATCH', '/api/settings/', { key, body })
    expect([status, Object.keys(json.errors)]).toEqual([400, Object.keys(body)])
  }
  expect(styleIn(await visit(hall.slug, '/'))).toBe(usual)
})

/** Seen red with the permission not asked for, and with the theme kept on the organisation that the process remembers. */
it('is looked at before it is saved by who may choose it, and by nobody else', async () => {
  const owner = await staffOf(server, hall)
  const event = await night(hall)
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'desk@example.org', '--role', 'box_office')
  const desk = await staffOf(server, hall, 'desk@example.org')
  const stranger = await staffOf(server, other)
  for (const path of ['/', event]) {
    const seen = await owner.show(path + query)
    expect([seen.status, styleIn(seen), seen.headers['cache-control']]).toEqual([200, 'aa0011-serif-dark', 'no-store'])
    expect(seen.text).toContain('nothing is saved, and nobody else sees it')
    expect(seen.text).toContain(`href="${event}${query.replaceAll('&', '&amp;')}"`)
    // A stranger who is sent the address, people of the organisation without a say in it, and those of another one.
    for (const others of [await visit(hall.slug, path + query), await desk.show(path + query)]) {
      expect([others.status, styleIn(others)]).toEqual([200, usual])
      expect(others.text).not.toContain('nothing is saved')
    }
    expect(styleIn(await visit(hall.slug, path))).toBe(usual)
    expect(styleIn(await owner.show(path))).toBe(usual)
  }
  expect(styleIn(await stranger.show(`/${query}`))).toBe('aa0011-serif-dark')
  expect(styleIn(await visit(other.slug, '/'))).toBe(usual)
  expect((await server.send('meta', 'GET', `/api/place/${hall.tenantId}/`)).json).toMatchObject({
    type_pair: 'grotesque',
  })
  // What the address does not say well is as it is saved; a page of staff is as it is.
  expect(styleIn(await owner.show('/?preview=look&type_pair=comic&accent_color=red&color_scheme=light'))).toBe(
    '2b3fd6-grotesque-light',
  )
  expect(styleIn(await owner.show(url + query))).toBe(usual)
})
