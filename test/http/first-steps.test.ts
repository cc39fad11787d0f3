import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { listed } from '../harness/forms.ts'
import { mailedLink } from '../harness/mailed-link.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { askForTenant, submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** From the mail of the creation form to an organisation that sells and lets in, for each kind of them. */
const { server, client } = await serve({ environment: { REGISTRATION: 'open' } }, async (served) => served)

/** Asks for an organisation and presses the button behind the link of the mail, with no cookie of whoever asked. */
async function create(slug: string, category: string, language = 'en', cookie?: string) {
  const email = visitor()
  const wished = { organisation: `The ${slug}`, slug, category, email, email_again: email }
  const options = { language, ...(cookie === undefined ? {} : { cookie }) }
  expect((await submitAt(server, 'meta', '/tenant/new/', wished, options)).status).toBe(200)
  const { pathname } = new URL(await mailedLink(server, email))
  const done = await submitAt(server, 'meta', pathname, {}, { language })
  expect(done.status).toBe(200)
  return { email, done }
}

const night = (fields: Record<string, string> = {}) =>
  listed({ key: randomUUID(), name: 'First night', starts: '2900-01-10T20:30', publish: 'yes', ...fields })
const priced = { price_name: 'Full price', price_amount: '12' }

/** What a choice of a page says; nothing where there is none to make. */
function chosenIn(text: string, id: string): Record<string, string> {
  const choice = new RegExp(`<select id="${id}".*?</select>`, 's').exec(text)?.[0]
  if (choice === undefined) return {}
  return { [id]: /<option value="([^"]*)" selected/.exec(choice)?.[1] ?? '' }
}

const device = () => listed({ key: randomUUID(), names: 'Door', role: 'steward' })

/** What is left to be done, by the buttons of its page: where each leads. */
async function stepsOf(slug: string, email: string) {
  const staff = await staffOf(server, { slug }, email)
  const { text } = await staff.show('/admin/start/')
  const steps = /<ol class="steps">.*?<\/ol>/s.exec(text)?.[0] ?? ''
  const today = (await staff.show('/admin/')).text
  const told = /(\d) of (\d) done\. Next:.*?<a class="button" href="([^"]+)"/s.exec(today)
  return {
    staff,
    done: steps.match(/✓/g)?.length ?? 0,
    /** Each may be begun, whatever is left before it. */
    left: [...steps.matchAll(/href="([^"]+)"/g)].map(([, path]) => path),
    leads: /class="actions">.*?href="([^"]+)"/s.exec(text.slice(text.indexOf('</ol>')))?.[1],
    /** On the page of today. */
    told: told === null ? null : told.slice(1),
  }
}

describe('the first steps', () => {
  /** Seen red with the first project left out of insertFirstProgramme: the producer’s event is refused. */
  it.each(['venue', 'festival', 'project', 'producer'])(
    'of a %s lead to an event on sale and a device',
    async (category) => {
      const slug = `of-a-${category}`
      const { email, done } = await create(slug, category)
      expect(done.text).toContain('three steps, and the first ticket can be sold')
      expect(done.text).toContain('next=%2Fadmin%2Fstart%2F')
      const { staff } = await stepsOf(slug, email)
      // As the form is shown, with what is chosen in it at first.
      const { text } = await staff.show('/admin/events/new/')
      const chosen = { ...chosenIn(text, 'place'), ...chosenIn(text, 'project') }
      const made = await staff.press('/admin/events/new/', night({ ...priced, ...chosen }))
      expect(made.status, made.text.slice(0, 400)).toBe(303)
      expect((await stepsOf(slug, email)).done).toBe(2)
      const [event] = (await server.send(slug, 'GET', '/api/events/')).json
      expect([event.name, event.products.length]).toEqual(['First night', 1])
      expect(event.project !== null).toBe(category === 'producer')
      expect((await staff.press('/admin/devices/', device())).status).toBe(200)
      const after = await stepsOf(slug, email)
      expect([after.done, after.left, after.told]).toEqual([3, [], null])
    },
  )

  /** Seen red with a link for the next of them alone. */
  it('are taken in any order, left half way, and told again where one lands', async () => {
    const { email } = await create('halfway', 'venue')
    const { email: stranger } = await create('elsewhere', 'festival')
    const first = await stepsOf('halfway', email)
    expect(first.left).toEqual(['/admin/events/new/', '/admin/events/new/', '/admin/devices/'])
    expect([first.leads, first.told]).toEqual(['/admin/', ['0', '3', '/admin/events/new/']])
    // The last one first; then an event without a price.
    await first.staff.press('/admin/devices/', device())
    const skipped = await stepsOf('halfway', email)
    expect([skipped.done, skipped.told]).toEqual([1, ['1', '3', '/admin/events/new/']])
    await first.staff.press('/admin/events/new/', night())
    const priceless = await stepsOf('halfway', email)
    expect([priceless.done, priceless.left]).toEqual([2, ['/admin/events/']])
    expect(priceless.told).toEqual(['2', '3', '/admin/events/'])
    expect((await stepsOf('elsewhere', stranger)).done).toBe(0)
  })

  /** Seen red without the step on the page of an event, and with the way of the other pages to a price. */
  it('are told on the page of an event while one is left, with the way to its price', async () => {
    const { email } = await create('on-the-page', 'venue')
    const { email: neighbour } = await create('next-door', 'venue')
    const owner = await staffOf(server, { slug: 'on-the-page' }, email)
    const team = ['team', 'set', '--tenant', 'on-the-page']
    await server.cli(...team, '--email', 'manager@page.test', '--role', 'manager')
    const manager = await staffOf(server, { slug: 'on-the-page' }, 'manager@page.test')
    const told = /(\d) of 3 done\. Next:.*?<a class="button" href="([^"]+)"/s
    const nextAt = async (staff: typeof owner, path: string) => told.exec((await staff.show(path)).text)?.slice(1)
    const made = await owner.press('/admin/events/new/', night())
    const path = String(made.headers['location']).replace(/\?.*/, '')
    const toPrice = ['1', `${path}prices/#for-sale`]
    expect(await nextAt(owner, path)).toEqual(toPrice)
    expect((await owner.show(`${path}prices/`)).text).toContain('id="for-sale"')
    expect(await nextAt(manager, path)).toEqual(toPrice)
    // What a neighbour has done is done there.
    const next = await staffOf(server, { slug: 'next-door' }, neighbour)
    await next.press('/admin/devices/', device())
    await owner.press('/admin/events/new/', night({ ...priced, name: 'Second', anyhow: '2900-01-10T20:30' }))
    expect(await nextAt(owner, path)).toEqual(['2', '/admin/devices/'])
    await owner.press('/admin/devices/', device())
    expect(await nextAt(owner, path)).toBe(undefined)
  })

  /** Seen red with the words of a box office for all: a calendar has no ticket to sell, and no such page. */
  it('are none for a calendar, which reads of calendars on the page and in its mail', async () => {
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const sue = await signIn(server, 'meta', 'meta', 'sue@server.test')
    const { email, done } = await create('valley', 'meta', 'fr', sue)
    expect(done.text).toContain('Les organisations qui y sont créées en font partie')
    expect(done.text).not.toMatch(/billet|%2Fstart%2F/)
    const { rows } = await client.query(
      "select subject, letter->>'title' as title from mail where recipient = $1 and kind = 'welcome_administrator'",
      [email],
    )
    expect(rows).toEqual([{ subject: 'The valley\u00a0: votre agenda est prêt', title: 'Votre agenda est prêt' }])
    const staff = await staffOf(server, { slug: 'valley' }, email)
    const start = await staff.show('/admin/start/')
    expect([start.status, start.headers['location']]).toEqual([302, '/admin/'])
    // What is created there belongs to it, as its page says.
    const member = visitor()
    await askForTenant(server, { organisation: 'In the valley', email: member }, 'valley')
    await submitAt(server, 'valley', new URL(await mailedLink(server, member)).pathname)
    const listed = (await server.send('valley', 'GET', '/api/place/')).json
    expect(listed.map(({ slug }: { slug: string }) => slug)).toEqual(['in-the-valley'])
  })
})
