import { describe, expect, it } from 'vitest'
import { everyCategory } from '../harness/every-category.ts'
import { staffOf } from '../harness/staff.ts'

/** The list of events in the administration, narrowed down by where they take place. */
const { server, call, make, create, first } = await everyCategory()
const staff = await staffOf(server, { slug: 'tour' }, 'ada@example.org')
const stranger = await staffOf(server, { slug: 'festival' }, 'ada@example.org')
const field = await create('tour', '/api/locations/', { name: 'Field' })
const barn = await create('tour', '/api/locations/', { name: 'Barn' })
await call('tour', 'PATCH', `/api/locations/${barn}/`, { archived: true })

const night = async (location: string, fields: Record<string, unknown> = {}): Promise<string> => {
  const made = await make('tour', { name: 'Night', datetime: '2900-05-01T20:30:00Z', location, ...fields })
  expect(made.status, made.text).toBe(201)
  return made.json.uuid
}

describe('the list of events', () => {
  /** Seen red with `isAt` left out of the list. */
  it('has those of one place, by name too, and nothing of another organisation', async () => {
    const events = [await night(field), await night(await first('tour', '/api/locations/'))]
    const shownBy = async (query: string) => {
      const { text } = await staff.show(`/admin/events/?${query}`)
      return events.map((id) => text.includes(`/admin/events/${id}/`))
    }
    expect(await shownBy('')).toEqual([true, true])
    expect(await shownBy(`place=${field}`)).toEqual([true, false])
    expect(await shownBy(`place=${field.toUpperCase()}&q=night`)).toEqual([true, false])
    expect(await shownBy(`place=${field}&q=zzz`)).toEqual([false, false])
    // A form sends what was left as it is, and what is no place narrows nothing.
    expect(await shownBy('place=&q=night')).toEqual([true, true])
    expect(await shownBy('place=none')).toEqual([true, true])
    expect((await stranger.show(`/admin/events/?place=${field}`)).status).toBe(404)
    expect((await staff.show(`/admin/events/?place=${events[0]}`)).status).toBe(404)
  })

  /** Seen red with the place left out of `countFound`, and of the links. */
  it('says under which other lists there are some of the place, and keeps it on the next page', async () => {
    await night(barn, { name: 'Gone', datetime: '2020-05-01T20:30:00Z' })
    await night(field, { name: 'Gone', datetime: '2020-05-02T20:30:00Z' })
    const nothing = await staff.show(`/admin/events/?place=${barn}`)
    expect(nothing.text).toContain('No event here takes place at “Barn”.')
    expect(nothing.text).toContain('1 found under “Past”')
    expect(nothing.text).toContain(`href="/admin/events/?place=${barn}&amp;list=past"`)
    const named = (await staff.show(`/admin/events/?place=${barn}&q=gone`)).text
    expect(named).toContain('No event here is called “gone” and takes place at “Barn”.')
    expect(named).toContain(`href="/admin/events/?q=gone&amp;place=${barn}&amp;list=past"`)
    const many = await create('tour', '/api/locations/', { name: 'Many' })
    for (let number = 0; number < 49; number++) await night(many)
    expect((await staff.show(`/admin/events/?place=${many}`)).text).toContain(
      `href="?place=${many}&amp;list=upcoming&amp;page=2"`,
    )
    // Those of another place take nobody's line: seen red with `isAt` left out of the names that are looked through.
    const last = await night(field, { datetime: '2901-05-01T20:30:00Z' })
    expect((await staff.show(`/admin/events/?place=${field}&q=night`)).text).toContain(last)
  })

  /** Seen red with the choice shown always, and with what is archived left out of it. */
  it('lets choose among places where there are several, with those that were archived', async () => {
    const choice = (text: string) => /<select id="place".*?<\/select>/s.exec(text)?.[0] ?? null
    const { text } = await staff.show(`/admin/events/?place=${barn}`)
    expect(choice(text)).toMatch(new RegExp(`value="${barn}" selected[^>]*>Barn \\(archived\\)<`))
    expect(choice(text)).toContain(`value="${field}"`)
    expect(choice((await stranger.show('/admin/events/')).text)).toBe(null)
  })
})
