import { Type } from 'typebox'
import { calendarStandings, federatedStates } from '../features/tenant/federation.ts'
import {
  countFederated,
  countSharedCalendars,
  type Federated,
  listFederated,
  listSharedCalendars,
  type SharedCalendar,
} from '../features/tenant/federation.queries.ts'
import { moveInFederation, moveOnCalendar } from '../features/tenant/move-in-federation.ts'
import { orNotFound } from '../errors.ts'
import { needs } from '../http/route.ts'
import type { Call } from '../http/section.ts'
import { TextOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { collection } from './collection.ts'
import { byId, byOwnName, listOffer } from './list-offer.ts'
import { letterOfCategory } from './place-wire.ts'

type Given = Pick<Call, 'context'>

const ofCalendar = fieldsOf<SharedCalendar, Given>()
const calendar = ofCalendar.object('SharedCalendar', {
  uuid: ofCalendar.uuid('id'),
  organisation: ofCalendar.text('organisation', 'Toulouse by night'),
  url: ofCalendar.value(withExample(TextOut, 'https://town.example.org'), ({ host }, { context }) =>
    context.urls.base(host),
  ),
  state: ofCalendar.choice(calendarStandings, 'standing', 'waiting'),
  since: ofCalendar.momentOrNull('since'),
})

const calendars = collection({
  tag: 'Agendas',
  url: '/api/shared-calendars/',
  access: needs('place:read', 'settings'),
  writes: needs('place:write', 'settings'),
  ...calendar,
})

/** The calendars of the server that an organisation is on, or asks to be on. */
export const registerSharedCalendars = calendars.register

calendars.list({
  summary: 'List shared calendars',
  description:
    'Every Meta of this server, with how it stands to this organisation. A Meta itself is on none, and its list is empty.',
  offer: listOffer({ sorts: { created: byId } }),
  rows: (page, { context, tenant }) => context.database.asServer((tx) => listSharedCalendars(tx, tenant, page)),
  count: (narrowing, { context, tenant }) =>
    context.database.asServer((tx) => countSharedCalendars(tx, tenant, narrowing)),
})

calendars.act(':uuid/ask/', {
  operationId: 'askForSharedCalendar',
  refuses: ['category_rule', 'is_sandbox', 'not_approved', 'invalid_transition'],
  summary: 'Ask to be on a shared calendar',
  description:
    'Its people accept or decline, and are told by mail once a week at most. May be repeated, also once it was declined. The first Meta lists everybody by itself: `category_rule`.',
  handler: ({ context, id, tenant, actor }) => moveOnCalendar(context, tenant, actor, id, 'asked'),
})

calendars.act(':uuid/withdraw/', {
  operationId: 'withdrawFromSharedCalendar',
  refuses: ['category_rule', 'invalid_transition'],
  summary: 'Withdraw what was asked of a shared calendar',
  description: 'While it is not answered, else `invalid_transition`. May be repeated.',
  handler: ({ context, id, tenant, actor }) => moveOnCalendar(context, tenant, actor, id, 'withdrawn'),
})

calendars.act(':uuid/leave/', {
  operationId: 'leaveSharedCalendar',
  refuses: ['category_rule', 'invalid_transition'],
  summary: 'Leave a shared calendar',
  description: 'Its pages, feeds and lists show none of the events any more, at once. May be repeated.',
  handler: ({ context, id, tenant, actor }) => moveOnCalendar(context, tenant, actor, id, 'left'),
})

const ofMember = fieldsOf<Federated, Given>()
const member = ofMember.object('FederationMember', {
  uuid: ofMember.uuid('id'),
  organisation: ofMember.text('organisation', 'Le Bikini'),
  categorie: ofMember.text(({ category }) => letterOfCategory[category], 'S'),
  city: ofMember.textOrNull('city', 'Toulouse'),
  url: ofMember.value(withExample(TextOut, 'https://le-bikini.example.org'), ({ host }, { context }) =>
    context.urls.base(host),
  ),
  state: ofMember.choice(federatedStates, 'state', 'waiting'),
  since: ofMember.moment('since'),
})

const federation = collection({
  tag: 'Agendas',
  url: '/api/federation/',
  access: needs('event:read', 'programme'),
  writes: needs('event:write', 'programme'),
  ...member,
})

/** The organisations on the calendar of a Meta, and those who ask to be. */
export const registerFederation = federation.register

federation.list({
  summary: 'List who is on this calendar, and who asks',
  description:
    'Of a Meta; another organisation has none. The first Meta shows everybody by itself, and has none either.',
  offer: listOffer({ statuses: byOwnName(federatedStates), sorts: { created: byId } }),
  rows: ({ statuses: states, ...page }, { context, tenant }) =>
    context.database.asServer((tx) => listFederated(tx, tenant, { ...page, states })),
  count: ({ statuses: states, ...narrowing }, { context, tenant }) =>
    context.database.asServer((tx) => countFederated(tx, tenant, { ...narrowing, states })),
})

federation.act(':uuid/accept/', {
  operationId: 'acceptFederationMember',
  refuses: ['invalid_transition'],
  summary: 'Accept an organisation on this calendar',
  description:
    'Its events are shown at once, and its owners told by mail. `invalid_transition`: it withdrew. May be repeated.',
  handler: async ({ context, id, tenant, actor }) =>
    orNotFound(await moveInFederation(context, tenant, actor, id, 'accepted')),
})

federation.post(':uuid/decline/', {
  operationId: 'declineFederationMember',
  refuses: ['invalid_transition'],
  summary: 'Decline an organisation that asks',
  description: 'Its owners are told by mail, and may ask again. May be repeated.',
  response: { 204: Type.Null() },
  handler: async ({ context, id, tenant, actor }) => {
    await moveInFederation(context, tenant, actor, id, 'declined')
  },
})

federation.delete(':uuid/', {
  operationId: 'removeFederationMember',
  refuses: ['invalid_transition'],
  summary: 'Remove an organisation from this calendar',
  description: 'Its events are not shown any more, at once, and its owners are told by mail. May be repeated.',
  response: { 204: Type.Null() },
  handler: async ({ context, id, tenant, actor }) => {
    await moveInFederation(context, tenant, actor, id, 'removed')
  },
})
