import { Type } from 'typebox'
import {
  countRemoteAgendas,
  countRemoteEvents,
  getRemoteAgenda,
  getRemoteEvent,
  listRemoteAgendas,
  listRemoteEvents,
  type RemoteAgenda,
  type RemoteEvent,
} from '../features/remote-agenda/remote-agenda.queries.ts'
import { remoteEventStates, remoteProblems } from '../features/remote-agenda/remote-agenda.ts'
import { remoteAgendaFields, type RemoteAgendaValues } from '../features/remote-agenda/remote-agenda-fields.ts'
import { decideRemoteEvent } from '../features/remote-agenda/decide-remote-events.ts'
import {
  askForRemoteAgenda,
  createRemoteAgenda,
  removeRemoteAgenda,
  updateRemoteAgenda,
} from '../features/remote-agenda/save-remote-agenda.ts'
import { requireMeta } from '../features/tenant/category-rules.ts'
import { unsaid } from '../lib/field.ts'
import { needs } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { NullableEnumOut, UuidIn, withExample } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { collection } from './collection.ts'
import { fieldsIn, readFields, wireNames } from '../http/wire/field-wire.ts'
import { byId, byMoment, byOwnName, listOffer } from './list-offer.ts'

const ofAgenda = fieldsOf<RemoteAgenda>()
const remoteAgenda = ofAgenda.object('RemoteAgenda', {
  uuid: ofAgenda.uuid('id'),
  ...ofAgenda.said(remoteAgendaFields),
  account: ofAgenda.textOrNull('actor', 'https://mobilizon.example/@le_rex'),
  followed_at: ofAgenda.momentOrNull('followedAt'),
  fetched_at: ofAgenda.momentOrNull('fetchedAt'),
  next_fetch_at: ofAgenda.momentOrNull('nextAt'),
  problem: ofAgenda.value(withExample(NullableEnumOut(remoteProblems), null), 'problem'),
  unread_entries: ofAgenda.integer('unread', 0),
  cut: ofAgenda.yesNo('isCut', false),
})

const access = needs('event:read', 'programme')
const writes = needs('event:write', 'programme')

const agendas = collection({
  tag: 'Agendas',
  url: '/api/remote-agendas/',
  access,
  writes,
  ...remoteAgenda,
  read: (id, { inTenant }) => inTenant((tx) => getRemoteAgenda(tx, id)),
  wireFields: wireNames(remoteAgendaFields),
})

/** Calendars of venues elsewhere, which a Meta reads (ADR 0274). */
export const registerRemoteAgendas = agendas.register

agendas.list({
  summary: 'List remote agendas',
  description: 'Of a Meta; another organisation has none.',
  offer: listOffer({ sorts: { created: byId } }),
  rows: (page, { inTenant }) => inTenant((tx) => listRemoteAgendas(tx, page)),
  count: (narrowing, { inTenant }) => inTenant((tx) => countRemoteAgendas(tx, narrowing)),
})

agendas.one({ summary: 'Read one remote agenda' })

agendas.create({
  refuses: ['category_rule'],
  summary: 'Add a remote agenda',
  description:
    'On a Meta alone. It is read at once, and every hour from then on. The events of a `trusted` one are shown without being accepted.',
  body: Type.Object(fieldsIn(remoteAgendaFields), { title: 'RemoteAgendaCreation' }),
  handler: ({ context, tenant, actor, body, idOfNew }) => {
    // Before what is wrong with the body: nothing would put it right.
    requireMeta(tenant)
    const values = { ...unsaid(remoteAgendaFields), ...readFields(remoteAgendaFields, body, tenant.timeZone) }
    return createRemoteAgenda(context, tenant, actor, values as RemoteAgendaValues, idOfNew)
  },
})

agendas.change({
  refuses: ['changed_meanwhile'],
  summary: 'Change a remote agenda',
  description:
    'Changes the fields that are sent. One that becomes `trusted` has all accepted that waits; what was refused stays so. At another `address` it is read at once.',
  body: Type.Partial(Type.Object(fieldsIn(remoteAgendaFields)), { title: 'RemoteAgendaChange' }),
  handler: ({ context, id, tenant, actor, body }) =>
    updateRemoteAgenda(context, tenant, actor, id, readFields(remoteAgendaFields, body, tenant.timeZone)),
})

agendas.act(':uuid/fetch/', {
  operationId: 'fetchRemoteAgenda',
  summary: 'Read a remote agenda now',
  description:
    'It is read within moments of the answer, which is as it was before: `fetched_at` and `problem` say what came of it.',
  handler: ({ context, id, tenant }) => askForRemoteAgenda(context, tenant, id),
})

agendas.delete(':uuid/', {
  operationId: 'deleteRemoteAgenda',
  summary: 'Remove a remote agenda',
  description: 'Its events are shown no more, and nothing of them is kept.',
  response: { 204: Type.Null() },
  handler: ({ context, id, tenant, actor }) => removeRemoteAgenda(context, tenant, actor, id),
})

const of = fieldsOf<RemoteEvent>()
const remoteEvent = of.object('RemoteEvent', {
  uuid: of.uuid('id'),
  agenda: of.uuid('agendaId'),
  agenda_name: of.text('agenda', 'Le Rex'),
  name: of.text('name', 'Nina Simone tribute'),
  description: of.textOrNull('description', 'Her songs, by six voices'),
  datetime: of.moment('startsAt'),
  end_datetime: of.momentOrNull('endsAt'),
  all_day: of.yesNo('allDay', false),
  time_zone: of.text('timeZone', 'Europe/Paris'),
  place: of.textOrNull('place', 'Le Rex, Toulouse'),
  latitude: of.numberOrNull('latitude', 43.607),
  longitude: of.numberOrNull('longitude', 1.45),
  url: of.text(({ url, website }) => url ?? website, 'https://lerex.example/nina'),
  state: of.choice(remoteEventStates, 'state', 'waiting'),
  cancelled_at: of.momentOrNull('cancelledAt'),
  gone_at: of.momentOrNull('goneAt'),
})

const events = collection({
  tag: 'Agendas',
  url: '/api/remote-events/',
  access,
  writes,
  ...remoteEvent,
  read: (id, { inTenant }) => inTenant((tx) => getRemoteEvent(tx, id)),
})

/** Their events, which somebody accepts or refuses. */
export const registerRemoteEvents = events.register

events.list({
  summary: 'List events of remote agendas',
  description:
    'Those that are over are kept for a day. `gone_at`: the agenda does not name it any more; it is shown again, as it was decided, should it come back.',
  offer: listOffer({
    filters: { agenda: Type.Optional(UuidIn) },
    dates: 'starts',
    statuses: byOwnName(remoteEventStates),
    sorts: { datetime: byMoment(({ startsAt }: RemoteEvent) => startsAt), created: byId },
    usual: 'datetime',
  }),
  rows: ({ statuses, ...page }, { inTenant, query: { agenda: agendaId } }) =>
    inTenant((tx) => listRemoteEvents(tx, { ...defined({ agendaId, states: statuses }), ...page })),
  count: ({ statuses, ...narrowing }, { inTenant, query: { agenda: agendaId } }) =>
    inTenant((tx) => countRemoteEvents(tx, { ...defined({ agendaId, states: statuses }), ...narrowing })),
})

events.one({ summary: 'Read one event of a remote agenda' })

events.act(':uuid/accept/', {
  operationId: 'acceptRemoteEvent',
  summary: 'Accept an event of a remote agenda',
  description:
    'The calendar and the feeds of the Meta show it, with the address where it is booked. It stays accepted when the agenda changes it. May be repeated.',
  handler: ({ context, id, tenant, actor }) => decideRemoteEvent(context, tenant, actor, id, 'accepted'),
})

events.act(':uuid/refuse/', {
  operationId: 'refuseRemoteEvent',
  summary: 'Refuse an event of a remote agenda',
  description: 'It is not shown, also of a trusted agenda. May be repeated, and accepted later.',
  handler: ({ context, id, tenant, actor }) => decideRemoteEvent(context, tenant, actor, id, 'refused'),
})
