import { describe, expect, it } from 'vitest'
import { insertEvent, insertTickets, pairPhone } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { makeKey } from '../harness/shop.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** Everything that one device let in within a span is undone at once. */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()
const queue = doorQueue(server, client, hall, phone)
const { statusOf, insideOf, codeOf, logOf } = queue
const staff = await staffOf(server, hall)
const key = await makeKey(server, hall.slug, ['ticket:write'])
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)

type Row = { readonly ticket: string; readonly hoursAgo: number }

/** An event of its own, and a phone of its own that lets in whom it is told, hours ago. */
async function aNight(name: string) {
  const eventId = await insertEvent(client, hall.tenantId, { name, startsAt: inHours(-20), endsAt: inHours(5) })
  const device = await pairPhone(server, hall.slug, `${name} door`)
  const tickets = await insertTickets(client, hall, { eventId, count: 5 })
  const letIn = async (rows: readonly Row[], by = device.key) => {
    const scans = await Promise.all(
      rows.map(({ ticket, hoursAgo }) =>
        queue.row(ticket, { event_uuid: eventId, scanned_at: inHours(-hoursAgo).toISOString() }),
      ),
    )
    const { json } = await queue.send(scans, by)
    for (const answer of json.scans) expect(answer.acknowledged).toBe(true)
  }
  const undo = (body: object, by = key, host = hall.slug) =>
    server.send(host, 'POST', `/api/devices/${device.id}/undo/`, { key: by, body })
  return { eventId, device, tickets, letIn, undo }
}

const span = (from: number, until: number) => ({
  from: inHours(-from).toISOString(),
  until: inHours(-until).toISOString(),
})

describe('the scans of a device within a span', () => {
  /**
   * Seen red without each of: the device, `from` and `before` in the conditions of scan-span.queries.ts, and without its second
   * statement (the third ticket: somebody is inside for whom no ticket stands).
   */
  it('are undone at once, those of other devices and times are not, and the log keeps all of it', async () => {
    const { eventId, device, tickets, letIn, undo } = await aNight('Stolen')
    const [early = '', within = '', conflict = '', late = '', others = ''] = tickets
    const second = await pairPhone(server, hall.slug, 'Honest door')
    await letIn(
      [
        { ticket: others, hoursAgo: 3 },
        { ticket: conflict, hoursAgo: 3.5 },
      ],
      second.key,
    )
    await letIn([
      { ticket: early, hoursAgo: 5 },
      { ticket: within, hoursAgo: 3 },
      { ticket: conflict, hoursAgo: 3 },
      { ticket: late, hoursAgo: 1 },
    ])
    expect(await insideOf(eventId)).toBe(6)

    expect((await undo(span(4, 2))).json).toEqual({ undone: 2 })
    expect(await Promise.all(tickets.map(statusOf))).toEqual([
      'scanned',
      'not_scanned',
      'scanned',
      'scanned',
      'scanned',
    ])
    expect(await insideOf(eventId)).toBe(4)
    expect((await logOf(within)).map(({ result }) => result)).toEqual(['admitted', 'undone'])
    const again = await server.send(hall.slug, 'POST', '/scan/ticket/', {
      key: second.key,
      body: { qrcode_data: await codeOf(within), event_uuid: eventId },
    })
    expect(again.json.success).toBe(true)
    // A second time there is nothing left, and nothing is noted.
    expect((await undo(span(4, 2))).json).toEqual({ undone: 0 })
    const { rows } = await client.query(
      `select after from audit_entry where subject_id = $1 and action = 'device.scans_taken_back'`,
      [device.id],
    )
    expect(rows).toMatchObject([{ after: { count: 2 } }])
  })

  it('stay as they are where the booking is cancelled, and are counted once where three undo them', async () => {
    const { eventId, tickets, letIn, undo } = await aNight('Twice')
    const [cancelled = ''] = await insertTickets(client, hall, { eventId })
    await letIn([...tickets, cancelled].map((ticket) => ({ ticket, hoursAgo: 3 })))
    await client.query(
      `update reservation set status = 'cancelled' where id = (select reservation_id from ticket where id = $1)`,
      [cancelled],
    )
    const lock = `select from ticket where id = any('{${tickets.join(',')}}') for update`
    const answers = await meetAtLock(server, [lock], 3, () =>
      Promise.all(Array.from({ length: 3 }, () => undo(span(4, 2)))),
    )
    expect(answers.map(({ json }) => json.undone).sort()).toEqual([0, 0, 5])
    expect(new Set(await Promise.all(tickets.map(statusOf)))).toEqual(new Set(['not_scanned']))
    expect(await statusOf(cancelled)).toBe('scanned')
    expect((await logOf(tickets[0] ?? '')).filter(({ result }) => result === 'undone')).toHaveLength(1)
  })

  it('are refused by name where the span is none, and nothing is changed', async () => {
    const { tickets, letIn, undo } = await aNight('Wrong span')
    await letIn(tickets.map((ticket) => ({ ticket, hoursAgo: 3 })))
    const wrong = await undo(span(2, 4))
    expect([wrong.status, Object.keys(wrong.json.errors ?? wrong.json.fields ?? {})]).toEqual([400, ['until']])
    expect((await undo({ from: 'yesterday', until: 'now' })).status).toBe(400)
    const stranger = await makeKey(server, other.slug, ['ticket:write'])
    expect((await undo(span(4, 2), stranger)).status).toBe(401)
    expect((await undo(span(4, 2), stranger, other.slug)).status).toBe(404)
    expect((await undo(span(4, 2), otherPhone.key)).status).toBe(401)
    expect(new Set(await Promise.all(tickets.map(statusOf)))).toEqual(new Set(['scanned']))
  })

  it('are counted and undone on the page of the device, in the time of the place', async () => {
    const { device, tickets, letIn } = await aNight('On a page')
    await letIn(tickets.map((ticket) => ({ ticket, hoursAgo: 3 })))
    const path = `/admin/devices/${device.id}/scans/`
    expect((await staff.show(`/admin/devices/${device.id}/`)).text).toContain(`href="${path}"`)
    expect((await staff.show(path)).text).toContain('5 scans let somebody in')
    const empty = `${path}?from=2020-01-01T10%3A00&until=2020-01-01T11%3A00`
    expect((await staff.show(empty)).text).toContain('No scan let anybody in')
    expect((await staff.show(empty)).text).not.toContain('Accept these')
    const none = await staff.show(`${path}?from=2020-01-01T12%3A00&until=2020-01-01T11%3A00`, 'fr')
    expect(none.text).toContain('Donnez deux dates')
    const { text } = await staff.show(path)
    const [from = '', until = ''] = ['from', 'until'].map(
      (name) => new RegExp(`type="hidden" name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '',
    )
    const pressed = await staff.press(path, [
      ['from', from],
      ['until', until],
    ])
    expect(pressed.status).toBe(303)
    expect((await staff.show(String(pressed.headers['location']))).text).toContain('5 scans were undone')
    expect(new Set(await Promise.all(tickets.map(statusOf)))).toEqual(new Set(['not_scanned']))
    const history = await staff.show(`/admin/audit/?of=${device.id}`)
    expect(history.text).toContain('Undid scans of a device')
  })
})
