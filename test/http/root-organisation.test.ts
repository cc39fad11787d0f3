import { describe, expect, it } from 'vitest'
import { untilTrue } from '../harness/box-office.ts'
import { sendFiles } from '../harness/forms.ts'
import { plainPicture } from '../harness/picture-server.ts'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** What super-users change of an organisation from Root, which its own log and Root's know. */
const { server, client, sue, ids } = await serve({}, async ({ server, client }) => {
  const make = async (organisation: string, category: string) =>
    String(
      (
        await server.cli(
          'tenant',
          'create',
          '--organisation',
          organisation,
          '--category',
          category,
          '--email',
          'ada@hall.test',
        )
      )['uuid'],
    )
  const ids = {
    hall: await make('The Hall', 'S'),
    other: await make('The Other', 'F'),
    coast: await make('The Coast', 'M'),
    tour: await make('The Tour', 'A'),
  }
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  return { server, client, ids, sue: await signIn(server, 'root', '', 'sue@server.test') }
})

const at = (id: string, part = '') => `/admin/server/organisations/${id}/${part}`
const look = (path: string, label = '') => server.send(label, 'GET', path, { cookie: sue })
const submit = (path: string, form: Record<string, string> = {}) => submitAt(server, '', path, form, { cookie: sue })
const seenIn = (text: string) => /name="seen" value="([\w-]+)"/.exec(text)?.[1] ?? ''
const rowOf = async (id: string) =>
  (
    await client.query(
      `select category, language, waiting_offer_seconds as offer, accent_color, type_pair, color_scheme, picture_header
         from tenant where id = $1`,
      [id],
    )
  ).rows[0]

/** Of an organisation, and of Root about it. */
async function noted(id: string) {
  const { rows } = await client.query(
    `select action, from_root, category = 'root' as at_root from audit_entry join tenant on tenant.id = tenant_id
      where tenant_id = $1 or (category = 'root' and subject_id = $1) order by audit_entry.id`,
    [id],
  )
  return rows.map(({ action, from_root, at_root }) => [action, at_root ? 'root' : from_root])
}

/** A fold that says what follows, above the button. */
const asked = (title: string, help: string) =>
  new RegExp(`<summary[^>]*>${title}</summary><form[^>]*>(<input[^>]*>)*<p class="prose">${help}[^<]*</p><button`)

describe('the settings of an organisation', () => {
  // Seen red with the mark left out of actingFromRoot, and with Root's note left out of actFromRoot.
  it('are changed by the forms of its own settings; both logs say so, a refused form changes nothing', async () => {
    const others = await rowOf(ids.other)
    const before = await noted(ids.hall)
    const form = (await look(at(ids.hall, 'identity/'))).text
    expect(form).toContain('value="The Hall"')
    const who = {
      organisation: 'The Great Hall',
      email: 'ada@hall.test',
      language: 'fr',
      time_zone: 'Europe/Paris',
      currency: 'EUR',
      seen: seenIn(form),
    }
    const refused = await submit(at(ids.hall, 'identity/'), { ...who, email: 'nobody' })
    expect([refused.status, await noted(ids.hall)]).toEqual([400, before])
    expect(refused.text).toContain('value="The Great Hall"')
    const saved = await submit(at(ids.hall, 'identity/'), who)
    expect([saved.status, saved.headers['location']]).toEqual([303, `${at(ids.hall, 'identity/')}?done=saved`])
    expect((await submit(at(ids.hall, 'identity/'), who)).status).toBe(409)
    const theme = { accent_color: '#123456', type_pair: 'serif', color_scheme: 'dark', picture_header: 'none' }
    const shown = (await look(at(ids.hall, 'look/'))).text
    // The pages of the organisation are on another host, where they are looked at.
    expect(shown).not.toContain('name="preview"')
    expect((await submit(at(ids.hall, 'look/'), { ...theme, seen: seenIn(shown) })).status).toBe(303)
    expect(await rowOf(ids.hall)).toMatchObject(theme)
    const rules = {
      online_hold_minutes: '20',
      email_hold_hours: '3',
      offer_hours: '5',
      cancellation_hours: '',
      seen: seenIn((await look(at(ids.hall, 'rules/'))).text),
    }
    expect((await submit(at(ids.hall, 'rules/'), rules)).status).toBe(303)
    expect(await rowOf(ids.hall)).toMatchObject({ language: 'fr', offer: 18_000 })
    expect(await rowOf(ids.other)).toEqual(others)
    expect((await noted(ids.hall)).slice(before.length)).toEqual([
      ...Array.from({ length: 3 }, () => [
        ['organisation.changed', true],
        ['organisation.changed', 'root'],
      ]).flat(),
    ])
  })

  /** Seen red with the picture kept for Root itself. */
  it('have its pictures, which are set, replaced and taken away', async () => {
    const path = at(ids.other, 'pictures/')
    const before = (await noted(ids.other)).length
    const keyOf = async (id: string) =>
      (await client.query('select image_key as image, logo_key as logo from tenant where id = $1', [id])).rows[0]
    const send = (kind: string, img: Buffer) =>
      sendFiles(server, { slug: '' }, `${path}${kind}/`, { files: { img }, cookie: sue })
    const broken = await send('image', Buffer.from('not a readable image'))
    expect([broken.status, broken.text.includes('href="#image"')]).toEqual([400, true])
    // Seen red without `pictureAmong`: a page of its own said that something was too large.
    const large = await send('logo', Buffer.concat([await plainPicture(60, 40), Buffer.alloc(11 * 1024 * 1024)]))
    expect([large.status, /id="logo-problem">([^<]*)/.exec(large.text)?.[1]]).toEqual([
      400,
      expect.stringContaining('larger than 10 MiB'),
    ])
    expect(large.text).toContain(`action="${path}image/"`)
    expect(await noted(ids.other)).toHaveLength(before)
    for (const [kind, width] of [
      ['image', 60],
      ['logo', 60],
      ['image', 90],
    ] as const)
      expect((await send(kind, await plainPicture(width, 40))).headers['location']).toBe(`${path}?done=saved`)
    const kept = await keyOf(ids.other)
    expect(kept.image).toContain(ids.other)
    const shown = (await look(path)).text
    const picture = `${path}image/`
    expect(shown).toContain(`src="${picture}"`)
    expect((await look(picture)).headers['content-type']).toBe('image/webp')
    expect((await look(`${path}menu/`)).status).toBe(404)
    expect((await look(picture, 'the-hall')).status).toBe(404)
    // Seen red with the button alone.
    expect(shown).toMatch(asked('Remove the image', 'It no longer appears anywhere.'))
    expect((await submit(`${path}logo/`, { remove: 'true' })).status).toBe(303)
    expect(await keyOf(ids.other)).toEqual({ image: kept.image, logo: null })
    expect(await keyOf(ids.hall)).toEqual({ image: null, logo: null })
    expect((await noted(ids.other)).slice(before)).toEqual(
      Array.from({ length: 4 }, () => [
        ['organisation.changed', true],
        ['organisation.changed', 'root'],
      ]).flat(),
    )
    expect((await look(at('nothing', 'pictures/'))).status).toBe(404)
  })

  it('are nowhere for an id that is none, and rules are not of who sells nothing', async () => {
    for (const id of ['nothing', '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff'])
      expect((await look(at(id, 'identity/'))).status, id).toBe(404)
    expect((await look(at(ids.coast, 'rules/'))).status).toBe(404)
    expect((await look(at(ids.coast, 'identity/'))).status).toBe(200)
  })
})

describe('the kind of an organisation', () => {
  const setCategory = (id: string, category: string) => submit(at(id, 'category/'), { category })

  // Seen red with the look at the counts taken out of changeCategory.
  it('is refused with what stands against it, and nothing changes', async () => {
    await client.query(
      `insert into location (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), 'Barn', now())`,
      [ids.other],
    )
    const refused = await setCategory(ids.other, 'venue')
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('It has more places than that kind of organisation has')
    expect(await rowOf(ids.other)).toMatchObject({ category: 'festival' })
    expect((await setCategory(ids.coast, 'venue')).status).toBe(400)
    expect((await setCategory(ids.hall, 'root')).status).toBe(400)
    const { rows } = await client.query("select id from tenant where category in ('root', 'meta')")
    for (const { id } of rows) expect((await setCategory(id, 'festival')).status).toBe(400)
  })

  // Seen red with makeMissing left out.
  it('is changed, with what that kind is never without; its home page and its log say so', async () => {
    await client.query('delete from stage where tenant_id = $1', [ids.tour])
    await client.query('delete from location where tenant_id = $1', [ids.tour])
    for (const category of ['venue', 'producer', 'producer'])
      expect((await setCategory(ids.tour, category)).status, category).toBe(303)
    const { rows } = await client.query(
      `select (select count(*)::int from location where tenant_id = $1) as locations,
        (select count(*)::int from stage where tenant_id = $1) as stages,
        (select count(*)::int from project where tenant_id = $1) as projects`,
      [ids.tour],
    )
    expect(rows).toEqual([{ locations: 1, stages: 1, projects: 1 }])
    expect((await noted(ids.tour)).filter(([, where]) => where === true)).toEqual([
      ['organisation.category_changed', true],
      ['organisation.category_changed', true],
    ])
    expect((await setCategory(ids.tour, 'venue')).text).toContain('has no projects')
    // In the process that serves, too.
    await untilTrue(async () => (await look('/admin/projects/', 'the-tour')).status !== 404)
  })

  // Seen red without hasEventWithoutProject.
  it('is no producer’s while an event belongs to no project', async () => {
    await client.query(
      `insert into event (tenant_id, id, slug, name, starts_at, created_at, updated_at)
        values ($1, gen_random_uuid(), 'gala', 'Gala', now(), now(), now())`,
      [ids.hall],
    )
    const refused = await setCategory(ids.hall, 'producer')
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('some belong to none')])
  })
})

describe('the domains of an organisation', () => {
  // Seen red with the tenant left out of the deletion of the domain in removeDomain.
  it('are added with what proves them, looked for, and removed; other organisations keep theirs', async () => {
    const add = (id: string, domain: string) => submit(at(id, 'domains/'), { domain })
    const wrong = await add(ids.hall, 'hall.localhost')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('value="hall.localhost"')])
    expect((await add(ids.hall, ' Tickets.Hall.TEST ')).status).toBe(303)
    expect((await add(ids.other, 'tickets.hall.test')).status).toBe(303)
    const shown = (await look(at(ids.hall))).text
    const { rows } = await client.query('select token from domain_claim where tenant_id = $1', [ids.hall])
    for (const part of ['_guichet.tickets.hall.test', `guichet-domain=${rows[0]?.token}`]) expect(shown).toContain(part)
    const own = `insert into domain (name, tenant_id, kind, created_at) values ('tickets.hall.test', $1, 'own', now())`
    await client.query(own, [ids.hall])
    const taken = await add(ids.other, 'Tickets.Hall.test')
    expect([taken.status, taken.text]).toEqual([409, expect.stringMatching(/The \w* ?Hall has this address\./)])
    // Seen red with the button alone.
    expect((await look(at(ids.hall))).text).toMatch(asked('Remove tickets.hall.test', 'Its pages stop being there'))
    const remove = (id: string, domain: string) => submit(at(id, 'domains/removal/'), { domain })
    expect((await remove(ids.other, 'tickets.hall.test')).status).toBe(303)
    expect((await client.query("select name from domain where kind = 'own'")).rows).toHaveLength(1)
    expect((await remove(ids.hall, 'tickets.hall.test')).status).toBe(303)
    expect((await remove(ids.hall, 'tickets.hall.test')).status).toBe(404)
    expect((await remove(ids.hall, 'the-hall')).status).toBe(404)
    const left = await client.query("select name from domain where kind = 'own' union select name from domain_claim")
    expect(left.rows).toEqual([])
    expect((await submit(at(ids.hall, 'domains/checks/'), { domain: 'tickets.hall.test' })).status).toBe(404)
  })
})

describe('the calendars that show an organisation', () => {
  it('are joined and left; the calendar follows, and the first is none of them', async () => {
    const form = { calendar: ids.coast }
    for (const _ of [1, 2]) expect((await submit(at(ids.hall, 'calendars/'), form)).status).toBe(303)
    expect((await look(at(ids.coast))).text).toContain('The Great Hall')
    expect((await look('/organisations/', 'the-coast')).text).toContain('The Great Hall')
    // Seen red with the button alone.
    expect((await look(at(ids.hall))).text).toMatch(asked('Remove from [^<]*Coast', 'Its events no longer appear'))
    expect((await submit(at(ids.hall, 'calendars/removal/'), form)).status).toBe(303)
    expect((await look('/organisations/', 'the-coast')).text).not.toContain('The Great Hall')
    for (const calendar of [ids.other, ids.hall])
      expect((await submit(at(ids.hall, 'calendars/'), { calendar })).status).toBe(400)
    const { rows } = await client.query(
      "select action from audit_entry where tenant_id = $1 and action like 'federation.%' order by id",
      [ids.hall],
    )
    expect(rows.map(({ action }) => action)).toEqual(['federation.joined', 'federation.left'])
  })
})

describe('the addresses of an archived organisation', () => {
  // Seen red with the kinds of every other organisation, and with `takenByArchived` never said.
  it('are said to be kept for it, to whoever looks and to whoever wants one', async () => {
    const gone = String(
      (
        await server.cli(
          'tenant',
          'create',
          '--organisation',
          'Long Gone',
          '--category',
          'S',
          '--email',
          'ada@hall.test',
        )
      )['uuid'],
    )
    const own = `insert into domain (name, tenant_id, kind, created_at) values ('gone.test', $1, 'own', now())`
    await client.query(own, [gone])
    expect((await look(at(gone))).text).toContain('>in use<')
    await submit(at(gone, 'archive/'), { archive_reason: 'The house closed.' })
    const { text } = await look(at(gone))
    expect(text).not.toContain('>in use<')
    expect(text).toContain('>kept for it: nobody answers while it is archived<')
    expect(text).toContain('>own domain, kept for it: nobody answers while it is archived<')
    const said = /Long Gone has this address\. It is archived/
    const wanted = await submit(at(ids.other, 'domains/'), { domain: 'gone.test' })
    expect([wanted.status, wanted.text]).toEqual([409, expect.stringMatching(said)])
    const label = await submit('/admin/meta-label/', { label: ' Long-Gone' })
    expect([label.status, label.text]).toEqual([409, expect.stringMatching(said)])
    expect(label.text).toContain('href="#label"')
    const living = await submit('/admin/meta-label/', { label: 'the-other' })
    expect([living.status, living.text]).toEqual([409, expect.stringMatching(/The Other has this address\. If/)])
    const reserved = await submit('/admin/meta-label/', { label: 'www' })
    expect([reserved.status, reserved.text.includes('value="www"')]).toEqual([409, true])
    // Seen red before: it said that another organisation had it.
    expect(reserved.text).toContain('www is reserved for the server itself')
    expect(reserved.text).not.toContain('Another organisation')
    for (const label of ['not a label', '', '   ', 'x'.repeat(64), 'x'.repeat(1000)]) {
      const wrong = await submit('/admin/meta-label/', { label })
      expect([wrong.status, wrong.text.includes('href="#label"')], label).toEqual([400, true])
      if (label.trim() !== '') expect(wrong.text, label).toContain(`value="${label}"`)
    }
  })
})

describe('the forms of an organisation', () => {
  // Seen red with "your pages" of the settings.
  it.each([
    ['en', /\byours?\b/i],
    ['fr', /\b(votre|vos|vôtre)\b/i],
  ])('speak of it, not to whoever runs the server: %s', async (language, second) => {
    for (const room of ['identity/', 'look/', 'rules/', 'pictures/']) {
      const { text } = await server.send('', 'GET', at(ids.hall, room), {
        cookie: sue,
        headers: { 'accept-language': language },
      })
      const main = text.slice(text.indexOf('<main')).replaceAll(/<[^>]*>/g, ' ')
      expect([room, second.exec(main)?.[0]]).toEqual([room, undefined])
    }
  })
})
