import { expect, it } from 'vitest'
import type { MembershipPeriod } from '../../src/features/catalog/product.ts'
import { countsTowardsMaximum, membershipTerm } from '../../src/features/membership/membership.ts'
import { remindersDue } from '../../src/features/membership/reminder.ts'
import { untilText } from '../../src/features/membership/until-text.ts'

const timeZone = 'Europe/Paris'
const at = (text: string) => new Date(text)
const untilOf = (period: MembershipPeriod, now: string, zone = timeZone) =>
  membershipTerm({ period, now: at(now), liveUntil: null, timeZone: zone }).until

/** Seen red with the rest of the last month not given: until the end of the same month. */
it.each([
  // From when it is taken, by the clocks of the organisation.
  ['hour', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  ['day', '2026-05-01T10:00:00Z', '2026-05-02T10:00:00Z'],
  // The day on which clocks go forward has 23 hours, and the one on which they go back 25.
  ['day', '2027-03-27T12:00:00Z', '2027-03-28T11:00:00Z'],
  ['day', '2026-10-24T12:00:00Z', '2026-10-25T13:00:00Z'],
  // 02:30 does not exist in that night.
  ['day', '2027-03-27T01:30:00Z', '2027-03-28T01:30:00Z'],
  ['week', '2027-02-25T10:00:00Z', '2027-03-04T10:00:00Z'],
  ['week', '2026-12-28T10:00:00Z', '2027-01-04T10:00:00Z'],
  ['month', '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
  ['month', '2028-01-31T10:00:00Z', '2028-02-29T10:00:00Z'],
  ['month', '2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'],
  // Into summer time: 10:00 in Paris stays 10:00.
  ['month', '2027-03-10T09:00:00Z', '2027-04-10T08:00:00Z'],
  // Already the first of the month in Paris.
  ['month', '2027-01-31T23:30:00Z', '2027-02-28T23:30:00Z'],
  ['year', '2026-05-01T10:00:00Z', '2027-05-01T10:00:00Z'],
  ['year', '2028-02-29T10:00:00Z', '2029-02-28T10:00:00Z'],
  // To the end of the month or year, whose midnight is that of the organisation.
  ['calendar_month', '2027-02-10T10:00:00Z', '2027-02-28T23:00:00Z'],
  ['calendar_month', '2026-12-31T10:00:00Z', '2026-12-31T23:00:00Z'],
  ['calendar_month', '2027-01-31T23:30:00Z', '2027-02-28T23:00:00Z'],
  ['calendar_month', '2028-02-29T10:00:00Z', '2028-02-29T23:00:00Z'],
  ['civil_year', '2026-01-01T10:00:00Z', '2026-12-31T23:00:00Z'],
  ['civil_year', '2026-11-30T22:59:59Z', '2026-12-31T23:00:00Z'],
  // December: the rest of it, and the next year.
  ['civil_year', '2026-11-30T23:00:00Z', '2027-12-31T23:00:00Z'],
  ['civil_year', '2026-12-31T22:59:59Z', '2027-12-31T23:00:00Z'],
  ['civil_year', '2026-12-31T23:00:00Z', '2027-12-31T23:00:00Z'],
  ['school_year', '2026-09-01T10:00:00Z', '2027-08-31T22:00:00Z'],
  ['school_year', '2027-07-31T21:59:59Z', '2027-08-31T22:00:00Z'],
  ['school_year', '2027-07-31T22:00:00Z', '2028-08-31T22:00:00Z'],
  ['school_year', '2027-08-31T21:59:59Z', '2028-08-31T22:00:00Z'],
  ['school_year', '2026-12-31T23:30:00Z', '2027-08-31T22:00:00Z'],
] as const)('a %s taken at %s lasts until %s', (period, now, until) => {
  expect(untilOf(period, now)).toEqual(at(until))
})

it('ends by the time zone of the organisation', () => {
  expect(untilOf('civil_year', '2026-05-01T10:00:00Z', 'Pacific/Auckland')).toEqual(at('2026-12-31T11:00:00Z'))
  // In Auckland it is December already.
  expect(untilOf('civil_year', '2026-11-30T12:00:00Z', 'Pacific/Auckland')).toEqual(at('2027-12-31T11:00:00Z'))
  expect(untilOf('school_year', '2026-05-01T10:00:00Z', 'America/Martinique')).toEqual(at('2026-09-01T04:00:00Z'))
  // Midnight of 1 September does not exist where clocks go forward at it.
  expect(untilOf('school_year', '2019-05-01T10:00:00Z', 'America/Santiago')).toEqual(at('2019-09-01T04:00:00Z'))
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

it.each([
  ['civil_year', '2026-10-10T10:00:00Z', '2026-12-31T23:00:00Z', '2027-12-31T23:00:00Z'],
  ['civil_year', '2026-12-20T10:00:00Z', '2026-12-31T23:00:00Z', '2027-12-31T23:00:00Z'],
  ['school_year', '2027-08-20T10:00:00Z', '2027-08-31T22:00:00Z', '2028-08-31T22:00:00Z'],
  ['calendar_month', '2027-02-10T10:00:00Z', '2027-02-28T23:00:00Z', '2027-03-31T22:00:00Z'],
] as const)('a %s renewed at %s goes on from its end for a whole one', (period, now, liveUntil, until) => {
  expect(membershipTerm({ period, now: at(now), liveUntil: at(liveUntil), timeZone })).toEqual({
    from: at(liveUntil),
    until: at(until),
  })
})

it('without a period has no end', () => {
  const now = at('2026-05-01T10:00:00Z')
  expect(membershipTerm({ period: null, now, liveUntil: null, timeZone })).toEqual({ from: now, until: null })
})

/** Seen red without the shortest term that has a reminder: a day's came with its welcome. */
it.each([
  ['day', '2026-05-01T10:00:00Z', '2026-05-01T21:00:00Z', 0, true],
  ['day', '2026-05-01T10:00:00Z', '2026-05-01T23:00:00Z', 0, false],
  ['week', '2026-05-01T10:00:00Z', '2026-05-05T09:00:00Z', 0, true],
  ['week', '2026-05-01T10:00:00Z', '2026-05-05T11:00:00Z', 0, false],
  ['month', '2026-05-01T10:00:00Z', '2026-05-20T10:00:00Z', 0, true],
  ['month', '2026-05-01T10:00:00Z', '2026-05-30T10:00:00Z', 2, false],
  ['civil_year', '2026-05-01T10:00:00Z', '2026-12-02T10:00:00Z', 1, false],
  // Taken so late that the early reminder would come with the welcome.
  ['civil_year', '2026-11-20T10:00:00Z', '2026-12-02T10:00:00Z', 0, true],
  ['civil_year', '2026-11-20T10:00:00Z', '2026-12-30T10:00:00Z', 2, false],
  ['calendar_month', '2027-02-20T10:00:00Z', '2027-02-27T10:00:00Z', 0, false],
] as const)('a %s taken at %s has at %s had %i reminders; whether it counts: %s', (period, from, now, due, counts) => {
  const validUntil = untilOf(period, from)
  if (validUntil === null) throw new Error('it has an end')
  const term = { validFrom: at(from), validUntil }
  expect(remindersDue(term, at(now))).toBe(due)
  expect(countsTowardsMaximum(term, at(now))).toBe(counts)
})

it.each([
  ['civil_year', '2026-05-01T10:00:00Z', 'Thursday 31 December 2026'],
  ['school_year', '2026-09-01T10:00:00Z', 'Tuesday 31 August 2027'],
  ['year', '2026-05-01T10:00:00Z', 'Saturday 1 May 2027'],
  ['day', '2026-05-01T10:00:00Z', 'Saturday 2 May 2026, 12:00'],
] as const)('the end of a %s from %s reads %s', (period, from, said) => {
  const validUntil = untilOf(period, from)
  if (validUntil === null) throw new Error('it has an end')
  const reading = { timeZone, language: 'en', now: null } as const
  expect(untilText({ validFrom: at(from), validUntil }, reading)).toBe(said)
})
