import { Type } from 'typebox'
import { type FediverseStanding, readFediverse, switchFediverse } from '../features/fediverse/switch-fediverse.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { BooleanIn, BooleanOut, IntegerOut, NullableTextOut, withExample } from '../http/wire/schemas.ts'

const StandingOut = Type.Object(
  {
    on: withExample(BooleanOut, true),
    account: withExample(NullableTextOut, 'le-bikini@le-bikini.example.org'),
    followers: withExample(IntegerOut, 120),
    servers: withExample(IntegerOut, 14),
    failing: withExample(IntegerOut, 0),
  },
  { title: 'Fediverse' },
)

const routes = section({
  tag: 'Settings',
  url: '/api/fediverse/',
  access: needs('place:read', 'settings'),
  writes: needs('place:write', 'settings'),
})

/** Whether people follow an organisation from other servers (ADR 0282). */
export const registerFediverseSettings = routes.register

routes.get('', {
  operationId: 'readFediverse',
  summary: 'Read whether other servers may follow this organisation',
  response: { 200: StandingOut },
  handler: async ({ context, tenant }) => shownOf(await readFediverse(context, tenant)),
})

routes.patch('', {
  operationId: 'changeFediverse',
  refuses: ['is_sandbox', 'not_approved'],
  summary: 'Let other servers follow this organisation, or no more',
  description:
    'From then on published events are told to them by ActivityPub, but for those that are kept out of shared calendars. With false, they are told that all are deleted; the account stays the same one when it is switched on again. May be repeated.',
  body: Type.Object({ on: BooleanIn }, { title: 'FediverseChange' }),
  response: { 200: StandingOut },
  handler: async ({ context, tenant, actor, body: { on } }) =>
    shownOf(await switchFediverse(context, tenant, actor, on)),
})

function shownOf({ isOn, handle, ...counts }: FediverseStanding) {
  return { on: isOn, account: handle, ...counts }
}
