import { type Static, Type } from 'typebox'
import { type Actor, may } from '../features/account/actor.ts'
import { listActorNames } from '../features/account/actor.queries.ts'
import { auditNouns } from '../features/audit/action.ts'
import {
  type AuditEntry,
  type AuditFilter,
  countAuditEntries,
  listAuditEntries,
} from '../features/audit/audit.queries.ts'
import { needs } from '../http/route.ts'
import { BeforeQuery, EnumIn, UuidIn } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { type Caller, collection } from './collection.ts'
import { byMoment, firstEnd, listOffer, type Narrowing } from './list-offer.ts'

type Values = { readonly [field: string]: unknown }

const ValuesOut = Type.Unsafe<Values | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  examples: [{ name: 'Main door' }],
})

type NamedEntry = AuditEntry & { readonly actorName: string | null }

const ofPersonal = fieldsOf<AuditEntry['personal'][number]>()
const personal = ofPersonal.part({
  field: ofPersonal.text('field', 'email'),
  before: ofPersonal.textOrNull('before', null),
  after: ofPersonal.textOrNull('after', 'ada@example.org'),
})

const ofEntry = fieldsOf<NamedEntry, Pick<Caller, 'actor'>>()
const entry = ofEntry.object('AuditEntry', {
  uuid: ofEntry.uuid('id'),
  datetime: ofEntry.moment('at'),
  action: ofEntry.text('action', 'device.changed'),
  actor_kind: ofEntry.text('actorKind', 'account'),
  actor: ofEntry.uuidOrNull('actorId'),
  actor_name: ofEntry.textOrNull(
    ({ actorKind, actorName }, { actor }) => (actorKind === 'account' && !seesPeople(actor) ? null : actorName),
    'ada@example.org',
  ),
  from_root: ofEntry.yesNo('fromRoot', false),
  subject: ofEntry.uuidOrNull('subjectId'),
  before: ofEntry.value(ValuesOut, ({ before }) => before as Values | null),
  after: ofEntry.value(ValuesOut, ({ after }) => after as Values | null),
  personal: ofEntry.each(personal, (row, { actor }) => (seesPeople(actor) ? row.personal : [])),
})

/** An account, a key or a device; or the person who runs commands on the server. */
const ActorQuery = Type.Unsafe<string>({
  type: 'string',
  'x-wire': 'machine_text',
  maxLength: 36,
  pattern: '^(server|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
  examples: ['server'],
})

/** Tells whether the actor sees people: anyone with the permission of the page does; a key, when it may read reservations. */
const seesPeople = (actor: Actor) => actor.kind !== 'api_key' || may(actor, 'reservation:read')

const audit = collection({ tag: 'Audit', url: '/api/audit/', access: needs('place:read', 'audit'), ...entry })

/** Who did what, for somebody who keeps the logs of many services together. Not in the interface (ADR 0190). */
export const registerAudit = audit.register

const offer = listOffer({
  filters: {
    subject: Type.Optional(UuidIn),
    actor: Type.Optional(ActorQuery),
    noun: Type.Optional(EnumIn(auditNouns)),
    to: Type.Optional(BeforeQuery),
  },
  dates: 'was done',
  sorts: { created: byMoment(({ at }: NamedEntry) => at) },
  usual: '-created',
})

audit.list({
  summary: 'Read who did what',
  description:
    'The latest first. `action` says `<noun>.<what became of it>`, `before` and `after` the fields that changed; actions and fields are added without notice. `actor_name` is the address of an account, or the name of an API key or a device as it is now; null when it is gone. `personal` are names and addresses, until their person has them erased. A key sees them, and the address of an account, with `reservation:read` as well. Of `actor`, `server` is whoever runs commands.',
  offer,
  rows: (page, call) =>
    call.inTenant(async (tx) => {
      const entries = await listAuditEntries(tx, filterOf(call, page), page)
      const ids = entries.map(({ actorId }) => actorId)
      const names = await listActorNames(tx, ids)
      const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
      return entries.map((entry) => ({ ...entry, actorName: nameOf(entry.actorId) }))
    }),
  count: (narrowing, call) =>
    call.inTenant((tx) => countAuditEntries(tx, filterOf(call, narrowing), narrowing.updatedSince)),
})

type Filtered = { readonly query: Static<typeof offer.query>; readonly tenant: { readonly timeZone: string } }

function filterOf({ query, tenant }: Filtered, { from, until }: Narrowing): AuditFilter {
  return {
    of: query.subject === undefined ? null : [query.subject],
    by: query.actor?.toLowerCase() ?? null,
    noun: query.noun ?? null,
    from: from ?? null,
    until: firstEnd(until, query.to, tenant.timeZone) ?? null,
  }
}
