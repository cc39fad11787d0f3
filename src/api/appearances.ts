import { Type } from 'typebox'
import { appearanceStates } from '../features/tenant/appearance.ts'
import { type Appearance, countAppearances, listAppearances } from '../features/tenant/appearance.queries.ts'
import { decideAppearance, putConsent } from '../features/tenant/decide-appearance.ts'
import { getTenant } from '../features/tenant/tenant.queries.ts'
import { at, visitorPaths } from '../lib/paths.ts'
import { needs } from '../http/route.ts'
import type { Call } from '../http/section.ts'
import { BooleanIn, BooleanOut, TextOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { collection } from './collection.ts'
import { byId, byMoment, byOwnName, listOffer } from './list-offer.ts'

const of = fieldsOf<Appearance, Pick<Call, 'context'>>()
const appearance = of.object('Appearance', {
  uuid: of.uuid('id'),
  event: of.uuid('eventId'),
  name: of.text('name', 'Nina Simone tribute'),
  datetime: of.moment('startsAt'),
  end_datetime: of.momentOrNull('endsAt'),
  place: of.textOrNull('locationName', 'Le Bikini'),
  city: of.textOrNull('city', 'Toulouse'),
  organisation: of.uuid('organiserId'),
  organisation_name: of.text('organisation', 'Le Bikini'),
  url: of.value(
    withExample(TextOut, 'https://le-bikini.example.org/events/nina/'),
    ({ host, slug }, { context }) => context.urls.base(host) + at(visitorPaths.event, { slug }),
  ),
  state: of.choice(appearanceStates, 'state', 'waiting'),
})

const appearances = collection({
  tag: 'Agendas',
  url: '/api/appearances/',
  access: needs('event:read', 'programme'),
  writes: needs('event:write', 'programme'),
  ...appearance,
})

/** Events of others that name an organisation as artist, and whether its own calendar shows them. */
export const registerAppearances = appearances.register

appearances.list({
  summary: 'List events of others that name this organisation as artist',
  description:
    'Published ones that are to come. What is kept out of shared calendars is not among them, and what an event names no more.',
  offer: listOffer({
    statuses: byOwnName(appearanceStates),
    sorts: { datetime: byMoment(({ startsAt }: Appearance) => startsAt), created: byId },
    usual: 'datetime',
  }),
  rows: ({ statuses: states, ...page }, { context, tenant }) =>
    context.database.asServer((tx) => listAppearances(tx, tenant, { ...page, states, now: context.now() })),
  count: ({ statuses: states, ...narrowing }, { context, tenant }) =>
    context.database.asServer((tx) => countAppearances(tx, tenant, { ...narrowing, states, now: context.now() })),
})

appearances.act(':uuid/agree/', {
  operationId: 'agreeToAppearance',
  summary: 'Show an event of another organisation',
  description: 'The home page and the feeds of this organisation show it, and lead to its organiser. May be repeated.',
  handler: ({ context, id, tenant, actor }) => decideAppearance(context, tenant, actor, id, 'agreed'),
})

appearances.act(':uuid/refuse/', {
  operationId: 'refuseAppearance',
  summary: 'Do not show an event of another organisation',
  description: 'Also when it was agreed to. May be repeated, and agreed to later.',
  handler: ({ context, id, tenant, actor }) => decideAppearance(context, tenant, actor, id, 'refused'),
})

const ConsentOut = Type.Object({ standing: withExample(BooleanOut, false) }, { title: 'AppearanceConsent' })

appearances.get('consent/', {
  operationId: 'readAppearanceConsent',
  summary: 'Read whether events that name this organisation are shown by themselves',
  response: { 200: ConsentOut },
  handler: async ({ context, tenant }) => {
    const { showsAppearances } = await context.database.asServer((tx) => getTenant(tx, tenant.id))
    return { standing: showsAppearances }
  },
})

appearances.patch('consent/', {
  operationId: 'changeAppearanceConsent',
  summary: 'Say whether events that name this organisation are shown by themselves',
  description:
    'With true, all that waits is agreed to; what was refused stays so. With false, what is shown stays, and new ones wait.',
  body: Type.Object({ standing: BooleanIn }, { title: 'AppearanceConsentChange' }),
  response: { 200: ConsentOut },
  handler: async ({ context, tenant, actor, body: { standing } }) => {
    await putConsent(context, tenant, actor, standing)
    return { standing }
  },
})
