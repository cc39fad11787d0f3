import { describe, expect, it } from 'vitest'
import { nightsAt } from '../harness/booking.ts'
import { type BoxOffice, createKey, openBoxOffice } from '../harness/box-office.ts'
import { pairPhone } from '../harness/door.ts'
import { listed, shownForm } from '../harness/forms.ts'
import { spoken, spokenFrom } from '../harness/languages.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Languages are data: which are spoken is said by messages/languages.json, which of them are offered by each organisation (ADR 0253). */
const { server, client, hall, other } = await twoOffices()
const key = await createKey(server, 'meta', ['--permission', 'place:write'])

const settings = '/admin/settings/'
const set = (office: BoxOffice, ...words: string[]) => server.cli('tenant', 'set', '--tenant', office.slug, ...words)
const place = async ({ tenantId }: BoxOffice) => (await server.send('meta', 'GET', `/api/place/${tenantId}/`)).json
const change = ({ tenantId }: BoxOffice, body: object) =>
  server.send('meta', 'PATCH', `/api/place/${tenantId}/`, { key, body })
const languageOf = async (office: BoxOffice, wanted: string) =>
  (await server.send(office.slug, 'GET', '/legal/', { headers: { 'accept-language': wanted } })).headers[
    'content-language'
  ]

describe('what an organisation chose', () => {
  /** Seen red with `languagesOf` saying every language. */
  it('is what its pages and refusals are read in, and its own for whoever asks for another', async () => {
    const office = await openBoxOffice(server, 'The Orangery')
    const phone = await pairPhone(server, office.slug)
    await set(office, '--languages', 'en')
    await expect.poll(() => languageOf(office, 'fr-FR,fr;q=0.9')).toBe('en')
    const refused = await server.send(office.slug, 'GET', '/api/nothing/', { headers: { 'accept-language': 'fr' } })
    expect(refused.json.title).toBe('Not found')
    // What a phone at the door shows is in its own language.
    const scan = { key: phone.key, body: { qrcode_data: 'x:y' }, headers: { 'accept-language': 'fr' } }
    expect((await server.send(office.slug, 'POST', '/scan/ticket/', scan)).text).toContain('billet')
    expect(await languageOf(hall, 'fr')).toBe('fr')
    for (const language of spoken) expect(await languageOf(other, language)).toBe(language)
  })

  /** Seen red with `chosenLanguages` keeping what it is given. */
  it('has its own language always and first, and is every language where all are named', async () => {
    const office = await openBoxOffice(server, 'The Granary')
    const kept = async () =>
      (await client.query('select languages from tenant where id = $1', [office.tenantId])).rows[0].languages
    expect([(await place(office)).languages, await kept()]).toEqual([spokenFrom('en'), null])
    expect((await change(office, { languages: ['fr'], language: 'fr' })).json.languages).toEqual(['fr'])
    expect(await kept()).toEqual(['fr'])
    expect((await change(office, { language: 'en' })).json.languages).toEqual(['en', 'fr'])
    expect((await change(office, { languages: [] })).json.languages).toEqual(['en'])
    await change(office, { languages: spoken })
    expect(await kept()).toBe(null)
    expect((await set(office, '--languages', 'en'))['languages']).toEqual(['en'])
    expect((await set(office, '--languages', 'all'))['languages']).toEqual(spokenFrom('en'))
    for (const languages of [['xx'], ['en', 'xx'], 'en,fr', [null], [...spoken, 'en']])
      expect((await change(office, { languages })).status, String(languages)).toBe(400)
    expect((await place(office)).languages).toEqual(spokenFrom('en'))
  })
})

describe('on the page of the settings', () => {
  const form = async (owner: Staff) => ({
    ...(await shownForm(owner, settings, settings)),
    language: 'en',
    time_zone: 'Europe/Paris',
    currency: 'EUR',
  })

  /** Seen red with `languages` left out of the fields of the form. */
  it('is ticked, noted, and told to whoever comes second', async () => {
    const office = await openBoxOffice(server, 'The Malthouse')
    const owner = await staffOf(server, office)
    const { text } = await owner.show(settings)
    for (const language of spoken)
      expect(text).toMatch(new RegExp(`<input type="checkbox" name="languages" value="${language}" checked`))
    expect(text).toContain('<span lang="fr">Français</span>')
    const before = await form(owner)
    const press = (languages: string[], fields = before) => owner.press(settings, listed({ ...fields, languages }))
    const unknown = await press(['', 'xx'])
    expect([unknown.status, unknown.text.includes('Choose one of the languages.')]).toEqual([400, true])
    expect((await press([''])).status).toBe(303)
    expect((await place(office)).languages).toEqual(['en'])
    const second = await press(['', 'en', 'fr'])
    expect([second.status, second.text.includes('It is now: English')]).toEqual([409, true])
    expect((await owner.show('/admin/audit/')).text).toMatch(/Languages of the pages.*English; .*French.*English</s)
    // A form of an earlier version does not ask.
    const silent = listed(await form(owner)).filter(([name]) => name !== 'languages')
    expect((await owner.press(settings, silent)).status).toBe(303)
    expect((await place(office)).languages).toEqual(['en'])
    expect((await place(hall)).languages).toEqual(spokenFrom('en'))
  })
})

/** Seen red with what is read taken as it stands: pages of the organisation answered 500. */
it('a language that is spoken no longer is that of the organisation, and else English', async () => {
  const office = await openBoxOffice(server, 'The Tannery')
  const { event, book } = await nightsAt(office)({ prix: 0 })
  const booking = await book()
  expect(booking.status, booking.text).toBe(201)
  await client.query(`update reservation set language = 'lv' where tenant_id = $1`, [office.tenantId])
  await set(office, '--language', 'fr')
  await office.post(`/api/events/${event}/cancellation/`)
  const told = async () =>
    (
      await client.query(`select language from mail where tenant_id = $1 and kind = 'event_cancelled'`, [
        office.tenantId,
      ])
    ).rows
  await expect.poll(told).toEqual([{ language: 'fr' }])
  await client.query(`update tenant set language = 'lv', languages = '{fr,lv}' where id = $1`, [office.tenantId])
  // Its processes hear of it.
  expect(await set(office, '--offer-hours', '5')).toMatchObject({ language: 'en', languages: ['en', 'fr'] })
  await expect.poll(() => languageOf(office, 'lv')).toBe('en')
  expect(await languageOf(office, 'fr')).toBe('fr')
  expect((await (await staffOf(server, office)).show(settings)).status).toBe(200)
  await expect(
    client.query(`update tenant set language = $2 where id = $1`, [office.tenantId, 'not a tag']),
  ).rejects.toThrow(/check constraint/)
})
