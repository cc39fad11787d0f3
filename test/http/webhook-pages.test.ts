import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeKey } from '../harness/shop.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The pages of webhooks: what is shown once, what is pressed twice, and what each button does. What programs do with the same use cases: webhook-management.test.ts. */
const { server, client, hall, other } = await twoOffices()
const owner = await staffOf(server, hall)
const key = await makeKey(server, hall.slug, ['place:read', 'place:write'])

const list = '/admin/webhooks/'
const read = async (path = '') => (await server.send(hall.slug, 'GET', `/api/webhooks/${path}`, { key })).json
const form = (name: string, again = randomUUID()) =>
  [
    ['key', again],
    ['name', name],
    ['address', 'https://told.test/hook'],
    ['kinds', 'stock.low'],
    ['kinds', 'reservation.booked'],
    ['signature', 'hmac'],
  ] as const
const secretIn = (text: string) => /whsec_[A-Za-z0-9+/=]+/.exec(text)?.[0] ?? null

async function made(name: string): Promise<string> {
  const answer = await owner.press(`${list}new/`, form(name))
  expect(answer.status).toBe(200)
  return (await read()).find((webhook: { readonly name: string }) => webhook.name === name).uuid
}

describe('a webhook', () => {
  // Seen red without the id made of the form's key.
  it('is made once, and shows its secret in that answer alone', async () => {
    expect((await owner.show(list)).text).toContain('No program is told anything yet')
    const again = randomUUID()
    const first = await owner.press(`${list}new/`, form('Till', again))
    expect(first.status).toBe(200)
    expect(secretIn(first.text)).not.toBeNull()
    expect(first.headers['cache-control']).toContain('no-store')
    const second = await owner.press(`${list}new/`, form('Till', again))
    expect([second.status, secretIn(second.text)]).toEqual([409, null])
    expect(second.text).toContain('created before')
    const [{ uuid, ...webhook }, ...more] = await read()
    expect(more).toEqual([])
    expect(webhook).toMatchObject({ name: 'Till', events: ['reservation.booked', 'stock.low'] })
    for (const path of [list, `${list}${uuid}/`, `${list}${uuid}/settings/`]) {
      const { status, text } = await owner.show(path)
      expect([path, status, secretIn(text)]).toEqual([path, 200, null])
      expect(text).toContain('Till')
    }
    expect((await owner.show(`${list}${uuid}/`)).text).toContain('Somebody booked')
  })

  it('says beside each field what is wrong, and keeps what was typed', async () => {
    const fields = [
      ['key', randomUUID()],
      ['name', 'Half of it'],
      ['address', 'http://example.org'],
    ] as const
    const nothing = await owner.press(`${list}new/`, fields)
    expect(nothing.status).toBe(400)
    expect(nothing.text).toContain('Tick at least one thing.')
    expect(nothing.text).toContain('value="Half of it"')
    const wrong = await owner.press(`${list}new/`, [...fields, ['kinds', 'stock.low']])
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Enter an address on the internet')
    expect(await read()).toHaveLength(1)
  })

  it('is changed by one of two who had it before them', async () => {
    const uuid = await made('Newsletter')
    const { text } = await owner.show(`${list}${uuid}/settings/`)
    const seen = /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const change = (name: string) =>
      owner.press(`${list}${uuid}/settings/`, [...form(name).slice(1, -1), ['seen', seen]])
    expect((await change('First')).headers['location']).toBe(`${list}${uuid}/?done=saved`)
    const late = await change('Second')
    expect(late.status).toBe(409)
    expect(late.text).toContain('First')
    expect((await read(`${uuid}/`)).name).toBe('First')
  })

  it('gets one new secret, however often the button is pressed', async () => {
    const uuid = await made('Rolled')
    const roll = () => owner.press(`${list}${uuid}/rolls/`, [['seen', '']])
    const first = await roll()
    expect([first.status, secretIn(first.text) === null]).toEqual([200, false])
    expect(first.text).toContain('signed with the former one')
    const second = await roll()
    expect([second.status, secretIn(second.text)]).toEqual([409, null])
    expect(second.text).toContain('made meanwhile')
  })

  it('is tried, sent to once more, switched off and on, and archived', async () => {
    const uuid = await made('Pressed')
    const page = `${list}${uuid}/`
    const trial = await owner.press(`${page}trials/`, [])
    expect(trial.headers['location']).toBe(`${page}?done=tried`)
    const [{ uuid: told }] = await read(`${uuid}/deliveries/`)
    const one = await owner.show(`${page}deliveries/${told}/`)
    expect(one.text).toContain('&quot;type&quot;:&quot;trial&quot;')
    await client.query("update webhook_delivery set state = 'failed', next_attempt_at = null where id = $1", [told])
    for (const [query, shown] of [
      ['?list=failed', true],
      ['?list=delivered', false],
    ] as const)
      expect([query, (await owner.show(`${page}${query}`)).text.includes(told)]).toEqual([query, shown])
    const again = await owner.press(`${page}deliveries/${told}/replays/`, [])
    expect(again.headers['location']).toBe(`${page}deliveries/${told}/?done=replayed`)
    await client.query("update webhook_delivery set state = 'failed', next_attempt_at = null where id = $1", [told])
    const span = (from: string, until: string) =>
      owner.press(`${page}replays/`, [
        ['from', from],
        ['until', until],
        ['which', 'failed'],
      ])
    expect((await span('2026-01-01T00:00', '2999-01-01T00:00')).text).toContain('1 message is sent once more.')
    expect((await span('2026-01-02T00:00', '2026-01-01T00:00')).status).toBe(400)

    const turn = (active: string) => owner.press(`${page}switch/`, [['active', active]])
    await turn('false')
    expect(await read(`${uuid}/`)).toMatchObject({ active: false, off_reason: 'by_hand' })
    expect((await owner.show(page)).text).toContain('Somebody switched it off')
    const refused = await owner.press(`${page}trials/`, [])
    expect([refused.status, refused.text.includes('The webhook is off')]).toEqual([409, true])
    expect((await span('2026-01-01T00:00', '2999-01-01T00:00')).status).toBe(409)
    await turn('true')
    expect((await read(`${uuid}/`)).active).toBe(true)

    const archived = await owner.press(`${page}archive/`, [])
    expect(archived.headers['location']).toBe(`${list}?done=archived`)
    expect((await owner.show(page)).status).toBe(404)
    expect((await owner.show(list)).text).not.toContain('Pressed')
  })

  it('is nothing of another organisation, nor of somebody who does not manage it', async () => {
    const uuid = await made('Ours')
    const stranger = await staffOf(server, other)
    expect((await stranger.show(`${list}${uuid}/`)).status).toBe(404)
    expect((await stranger.show(list)).text).not.toContain('Ours')
    expect((await stranger.press(`${list}${uuid}/archive/`, [])).status).toBe(404)
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'desk@example.org', '--role', 'box_office')
    const desk = await staffOf(server, hall, 'desk@example.org')
    expect((await desk.show(list)).status).toBe(403)
    expect((await desk.press(`${list}${uuid}/rolls/`, [['seen', '']])).status).toBe(403)
    expect(await read(`${uuid}/`)).toMatchObject({ name: 'Ours', former_until: null })
  })
})
