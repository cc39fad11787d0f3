import { describe, expect, it } from 'vitest'
import { changesOf, mostRemoteEvents } from '../../src/features/remote-agenda/remote-agenda.ts'

/** What a reading changes (ADR 0274). Seen red without the room in `changesOf`. */

const now = new Date('2026-12-01T12:00:00Z')
const hour = (number: number) => new Date(now.getTime() + number * 3_600_000)

const read = (uid: string, startsAt: Date) => ({
  ...{
    uid,
    recurrence: '',
    name: uid,
    description: null,
    startsAt,
    endsAt: null,
    allDay: false,
    timeZone: 'Europe/Paris',
  },
  ...{ place: null, latitude: null, longitude: null, url: null, categories: [], isCancelled: false },
})
const known = (uid: string, startsAt: Date) => {
  const { isCancelled: _, ...values } = read(uid, startsAt)
  return { ...values, id: uid, state: 'accepted' as const, cancelledAt: null, goneAt: null, sequence: 0 }
}
const file = { completeUntil: null, unfollowed: [], trusted: true, others: new Set<string>(), now }

describe('a file that was cut', () => {
  it('keeps what may be behind the cut', () => {
    const rows = ['begun', 'before', 'after', 'series'].map((uid, index) => known(uid, hour(index * 10 - 5)))
    const { gone } = changesOf(rows, { ...file, events: [], completeUntil: hour(10), unfollowed: ['series'] })
    expect(gone).toEqual(['begun', 'before'])
  })

  it('never makes more events than are taken of a file', () => {
    const many = (prefix: string, from: number) =>
      Array.from({ length: mostRemoteEvents }, (_, index) => [`${prefix}${index}`, hour(from + index)] as const)
    const rows = many('old', 10_000).map(([uid, at]) => known(uid, at))
    const events = many('new', 0).slice(0, -1)
    const changes = changesOf(rows, {
      ...file,
      events: events.map(([uid, at]) => read(uid, at)),
      completeUntil: hour(2_000),
    })
    expect(changes.added).toHaveLength(mostRemoteEvents - 1)
    // The earliest has the place that is left.
    expect(changes.gone).toHaveLength(mostRemoteEvents - 1)
    expect(changes.gone).not.toContain('old0')
  })
})
