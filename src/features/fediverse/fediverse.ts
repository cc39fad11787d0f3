import { packageVersion } from '../../lib/package-version.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { xmlText } from '../../lib/xml.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'

/** An account that other servers follow: by its address it is known for ever, whatever other addresses the organisation has. */
export type FediverseActor = {
  readonly label: string
  /** In PEM. */
  readonly publicKey: string
  readonly privateKeyEncrypted: Buffer
  readonly createdAt: Date
}

/** Binds a sealed key to its organisation: a row copied to another one does not open. */
export function fediverseKeyPurpose(tenantId: string): string {
  return `fediverse account of ${tenantId}`
}

/** How many follow one organisation at most: each is a row, and each of their servers is written to. */
export const mostFollowers = 10_000
/** How many answers wait for accounts of one server at most. */
export const mostAnswers = 100
/** An inbox that gets answers alone is given up after so many failures in a row. */
export const mostAnswerFailures = 5
/** An inbox that answers nobody for so long is written to no more, and its followers are forgotten. */
export const goneAfterMs = 7 * 86_400_000
/** How long activities are kept. */
export const keptActivityDays = 30

export const everybody = 'https://www.w3.org/ns/activitystreams#Public'

/** The addresses of an account. @param base of its label, without a slash at the end */
export function accountAt(base: string) {
  return {
    actor: base + visitorPaths.fediverseActor,
    inbox: base + visitorPaths.fediverseInbox,
    outbox: base + visitorPaths.fediverseOutbox,
    followers: base + visitorPaths.fediverseFollowers,
    key: `${base}${visitorPaths.fediverseActor}#main-key`,
    home: base + visitorPaths.home,
  }
}
export type Account = ReturnType<typeof accountAt>

/** By what people look for it: `la-verriere@la-verriere.example.org`. */
export function handleOf(label: string, base: string): string {
  return `${label}@${new URL(base).host}`
}

const sharedContext = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'] as const

/** What the two contexts do not say of an event: where each term comes from. */
const eventTerms = {
  sc: 'http://schema.org#',
  ical: 'http://www.w3.org/2002/12/cal/ical#',
  mz: 'https://joinmobilizon.org/ns#',
  fep8a8e: 'https://w3id.org/fep/8a8e#',
  toot: 'http://joinmastodon.org/ns#',
  uuid: 'sc:identifier',
  category: 'sc:category',
  inLanguage: 'sc:inLanguage',
  maximumAttendeeCapacity: 'sc:maximumAttendeeCapacity',
  PostalAddress: 'sc:PostalAddress',
  address: { '@id': 'sc:address', '@type': '@id' },
  streetAddress: 'sc:streetAddress',
  postalCode: 'sc:postalCode',
  addressLocality: 'sc:addressLocality',
  status: 'ical:status',
  timezone: 'mz:timezone',
  joinMode: 'mz:joinMode',
  externalParticipationUrl: { '@id': 'mz:externalParticipationUrl', '@type': 'sc:URL' },
  organizers: { '@id': 'fep8a8e:organizers', '@type': '@id' },
  displayEndTime: 'fep8a8e:displayEndTime',
} as const

export const eventContext = [...sharedContext, eventTerms]

type Described = {
  readonly organisation: string
  readonly shortDescription: string | null
  readonly logoKey: string | null
  readonly imageKey: string | null
}

/** An account (ActivityPub, "Actor objects"). A group: other servers show what one announces. */
export function actorDocument(account: Account, actor: FediverseActor, tenant: Described) {
  const base = new URL(account.actor).origin
  const picture = (key: string | null) =>
    key === null ? null : { type: 'Image', mediaType: 'image/webp', url: `${base}/${variationsOf(key).med}` }
  const [icon, image] = [picture(tenant.logoKey), picture(tenant.imageKey)]
  return {
    '@context': sharedContext,
    id: account.actor,
    type: 'Group',
    preferredUsername: actor.label,
    name: tenant.organisation,
    summary: xmlText(tenant.shortDescription ?? ''),
    url: account.home,
    inbox: account.inbox,
    outbox: account.outbox,
    followers: account.followers,
    endpoints: { sharedInbox: account.inbox },
    published: actor.createdAt.toISOString(),
    manuallyApprovesFollowers: false,
    ...(icon && { icon }),
    ...(image && { image }),
    publicKey: { id: account.key, owner: account.actor, publicKeyPem: actor.publicKey },
  }
}

/** RFC 7033. */
export function webfingerDocument(account: Account, handle: string) {
  return {
    subject: `acct:${handle}`,
    aliases: [account.actor, account.home],
    links: [
      { rel: 'self', type: 'application/activity+json', href: account.actor },
      { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: account.home },
    ],
  }
}

/** NodeInfo 2.1. */
export function nodeInfoDocument(organisation: string) {
  return {
    version: '2.1',
    software: { name: 'guichet', version: packageVersion },
    protocols: ['activitypub'],
    services: { inbound: [], outbound: ['atom1.0', 'rss2.0'] },
    openRegistrations: false,
    usage: { users: { total: 1 } },
    metadata: { nodeName: organisation },
  }
}

/** Something an account did (ActivityStreams 2.0, "Activities"), for everybody who follows it. */
export function activityOf(
  account: Account,
  type: 'Create' | 'Update' | 'Delete' | 'Announce' | 'Undo',
  id: string,
  object: unknown,
) {
  return { '@context': eventContext, id, type, actor: account.actor, to: [everybody], cc: [account.followers], object }
}

/** An answer to somebody: that they follow now or cannot, or that their wish to come is passed over. Tickets are had on the event's page. */
export function answerOf(
  account: Account,
  type: 'Accept' | 'Reject' | 'Ignore',
  id: string,
  to: string,
  object: unknown,
) {
  return { '@context': sharedContext[0], id, type, actor: account.actor, to: [to], object }
}

/** That an account follows another one. @param name by which it is told apart from what else it follows */
export function followOf({ actor }: Account, name: string, followed: string) {
  const id = `${actor}#follows/${name}`
  return { '@context': sharedContext[0], id, type: 'Follow', actor, to: [followed], object: followed }
}

export function undoneFollowOf(account: Account, name: string, followed: string) {
  const { '@context': context, ...follow } = followOf(account, name, followed)
  return { ...follow, '@context': context, id: `${follow.id}/undone`, type: 'Undo', object: follow }
}
