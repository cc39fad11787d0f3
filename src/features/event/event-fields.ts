import { choice, line, lines, link, links, moment, wholeNumber, yesNo } from '../../lib/field.ts'
import { eventCategories } from '../tenant/event-category.ts'
import { pictureFocuses, usualFocus } from '../../lib/picture-focus.ts'
import { offlinePolicies, usualOfflinePolicy } from './event.ts'

/** What staff says of an event in its own row, but for its picture (docs/interface/events.md). */
export const eventColumns = {
  name: line({ wire: 'name', most: 200, required: true, example: 'Nina Simone tribute' }),
  startsAt: moment({ wire: 'datetime', form: 'starts', required: true, example: '2026-05-01T20:30:00.000000+00:00' }),
  doorsOpenAt: moment({ wire: 'doors_open', example: '2026-05-01T19:30:00.000000+00:00' }),
  doorsCloseAt: moment({ wire: 'doors_close', example: '2026-05-01T22:00:00.000000+00:00' }),
  endsAt: moment({ wire: 'end_datetime', form: 'ends', example: '2026-05-01T23:00:00.000000+00:00' }),
  shortDescription: line({ wire: 'short_description', most: 250, example: 'Her songs, by six voices' }),
  longDescription: lines({
    wire: 'long_description',
    most: 20_000,
    marked: true,
    example: 'Two hours with an interval. Seats are not numbered.',
  }),
  eventCategory: choice({
    wire: 'category',
    form: 'category',
    choices: eventCategories,
    usual: null,
    example: 'music',
  }),
  accessNotes: lines({
    wire: 'access_notes',
    most: 1000,
    example: 'The ramp is in the yard. Two places beside the stage: ring us.',
  }),
  imageFocus: choice({ wire: 'img_focus', form: 'focus', choices: pictureFocuses, usual: usualFocus }),
  published: yesNo({ wire: 'published', usual: true }),
  keptOut: yesNo({ wire: 'kept_out', form: 'kept_out', usual: false, seenBy: 'staff' }),
  archived: yesNo({ wire: 'archived', usual: false, seenBy: 'staff' }),
  capacity: wholeNumber({ wire: 'capacity', also: ['jauge_max'], least: 0, example: 300 }),
  maxPerUser: wholeNumber({ wire: 'max_per_user', form: 'max_per_user', least: 1, example: 6 }),
  offlinePolicy: choice({
    wire: 'offline_policy',
    form: 'offline',
    choices: offlinePolicies,
    usual: usualOfflinePolicy,
  }),
  locationId: link({ wire: 'location' }),
  stageId: link({ wire: 'stage' }),
  projectId: link({ wire: 'project', example: null }),
}

/** And what it is linked with, but for its artists. */
export const eventFields = {
  ...eventColumns,
  productIds: links({ wire: 'products', most: 100 }),
  /** Of which a booking chooses any. */
  optionIds: links({ wire: 'options', also: ['options_checkbox'], most: 100 }),
  /** Of which it chooses one at most. */
  exclusiveOptionIds: links({ wire: 'options_radio', most: 100, example: [] }),
}
