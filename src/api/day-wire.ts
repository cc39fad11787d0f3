import { Type } from 'typebox'

/** A day of the organisation's calendar; one that is none is judged where it is read. */
export const DayIn = Type.Unsafe<string>({
  type: 'string',
  'x-wire': 'machine_text',
  maxLength: 10,
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'A day in the time zone of the organisation.',
  examples: ['2026-05-01'],
})
