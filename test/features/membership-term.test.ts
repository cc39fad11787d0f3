import { expect, it } from 'vitest'
import { membershipTerm } from '../../src/features/membership/membership.ts'

const timeZone = 'Europe/Paris'
const at = (text: string) => new Date(text)

it('lasts a calendar year or month, at the same clock time of the tenant', () => {
  const term = (period: 'year' | 'month', now: string) =>
    membershipTerm({ period, now: at(now), liveUntil: null, timeZone })
  expect(term('year', '2026-05-01T10:00:00Z').until).toEqual(at('2027-05-01T10:00:00Z'))
  expect(term('year', '2028-02-29T10:00:00Z').until).toEqual(at('2029-02-28T10:00:00Z'))
  expect(term('month', '2027-01-31T10:00:00Z').until).toEqual(at('2027-02-28T10:00:00Z'))
  // Into summer time: 10:00 in Paris stays 10:00.
  expect(term('month', '2027-03-10T09:00:00Z').until).toEqual(at('2027-04-10T08:00:00Z'))
  // Already the first of the month in Paris.
  expect(term('month', '2027-01-31T23:30:00Z').until).toEqual(at('2027-02-28T23:30:00Z'))
})

it('is prolonged from the end of a live one, and begins now after one that has ended', () => {
  const now = at('2026-05-01T10:00:00Z')
  const live = at('2026-06-15T10:00:00Z')
  expect(membershipTerm({ period: 'year', now, liveUntil: live, timeZone })).toEqual({
    from: live,
    until: at('2027-06-15T10:00:00Z'),
  })
  const ended = at('2026-04-01T10:00:00Z')
  expect(membershipTerm({ period: 'year', now, liveUntil: ended, timeZone }).from).toEqual(now)
})

it('without a period has no end', () => {
  const now = at('2026-05-01T10:00:00Z')
  expect(membershipTerm({ period: null, now, liveUntil: null, timeZone })).toEqual({ from: now, until: null })
})
