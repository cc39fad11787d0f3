import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { objectIdOf, tombstone } from '../../features/fediverse/event-object.ts'
import {
  activityOf,
  actorDocument,
  accountAt,
  eventContext,
  handleOf,
  nodeInfoDocument,
  webfingerDocument,
} from '../../features/fediverse/fediverse.ts'
import { countFollowers, findFediverseActor } from '../../features/fediverse/fediverse.queries.ts'
import { receiveActivity } from '../../features/fediverse/receive-activity.ts'
import { findOwnObject, isTelling, listShownEvents, mostShown } from '../../features/fediverse/shown-events.ts'
import { findShown, wasShown } from '../../features/tenant/calendar.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { activityTypes } from '../../integrations/fediverse/documents.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { open, route } from '../../http/route.ts'
import { IntegerIn, Text } from '../../http/wire/schemas.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { pageSection } from '../../pages/page-section.ts'

const documents = pageSection()
const itemsPerPage = 50

/** What other servers ask of an organisation that they follow (ADR 0282, docs/interface/fediverse.md). */
export function registerFediverse(app: FastifyInstance, context: Context): void {
  documents.register(app, context)
  registerInbox(app, context)
}

documents.get(visitorPaths.webfinger, {
  query: Type.Object({ resource: Text({ max: 2_000 }) }),
  handler: async ({ context, tenant, query: { resource }, reply }) => {
    const { label } = await accountOf(context, tenant)
    const base = context.urls.base(label)
    const [account, handle] = [accountAt(base), handleOf(label, base)]
    const names = [`acct:${handle}`, account.actor, account.home, new URL(account.home).origin]
    // Names of hosts, and of accounts, are in any case (RFC 7565).
    if (!names.includes(resource.startsWith('acct:') ? resource.toLowerCase() : resource))
      throw new AppError('not_found')
    return send(reply, webfingerDocument(account, handle), 'application/jrd+json')
  },
})

documents.get(visitorPaths.nodeInfoLinks, {
  handler: async ({ context, tenant, request, reply }) => {
    const { label } = await accountOf(context, tenant)
    const [nodeInfo, application] = [
      'http://nodeinfo.diaspora.software/ns/schema/2.1',
      // FEP-2677: the account to follow for everything that this host has.
      'https://www.w3.org/ns/activitystreams#Application',
    ]
    const links = [
      { rel: nodeInfo, href: request.base + visitorPaths.nodeInfo },
      { rel: application, href: accountAt(context.urls.base(label)).actor },
    ]
    return send(reply, { links }, 'application/json')
  },
})

documents.get(visitorPaths.nodeInfo, {
  handler: async ({ context, tenant, reply }) => {
    await accountOf(context, tenant)
    const type = 'application/json; profile="http://nodeinfo.diaspora.software/ns/schema/2.1#"'
    return send(reply, nodeInfoDocument(organisationName(tenant)), type)
  },
})

documents.get(visitorPaths.fediverseActor, {
  handler: async ({ context, tenant, reply }) => {
    // Once more than the account is there: what is told of its end is signed with its key.
    const actor = orNotFound(await context.database.asTenant(tenant.id, findFediverseActor))
    const account = accountAt(context.urls.base(actor.label))
    return send(reply, actorDocument(account, actor, { ...tenant, organisation: organisationName(tenant) }))
  },
})

documents.get(visitorPaths.fediverseFollowers, {
  handler: async ({ context, tenant, reply }) => {
    const { label } = await accountOf(context, tenant)
    const totalItems = await context.database.asTenant(tenant.id, countFollowers)
    // How many, and not who: they are people.
    const id = accountAt(context.urls.base(label)).followers
    return send(reply, { '@context': eventContext[0], id, type: 'OrderedCollection', totalItems })
  },
})

documents.get(visitorPaths.fediverseOutbox, {
  query: Type.Object({ page: Type.Optional(IntegerIn({ min: 1, max: mostShown / itemsPerPage, example: 1 })) }),
  handler: async ({ context, tenant, query: { page }, reply }) => {
    const { label } = await accountOf(context, tenant)
    const account = accountAt(context.urls.base(label))
    const { events } = await shownBy(context, tenant)
    const collection = { '@context': eventContext, id: account.outbox, type: 'OrderedCollection' }
    const pageAt = (number: number) => `${account.outbox}?page=${number}`
    if (page === undefined) return send(reply, { ...collection, totalItems: events.length, first: pageAt(1) })
    const shown = events.slice((page - 1) * itemsPerPage, page * itemsPerPage)
    return send(reply, {
      '@context': eventContext,
      id: pageAt(page),
      type: 'OrderedCollectionPage',
      partOf: account.outbox,
      ...(page * itemsPerPage < events.length ? { next: pageAt(page + 1) } : {}),
      orderedItems: shown.map(({ object, own }) => {
        const { '@context': _, ...activity } = own
          ? activityOf(account, 'Create', `${object}#created`, own)
          : activityOf(account, 'Announce', `${account.outbox}#${object}`, object)
        return activity
      }),
    })
  },
})

documents.get(visitorPaths.fediversePage, {
  params: Type.Object({ slug: Text({ max: 200 }) }),
  handler: async ({ context, tenant, params: { slug }, reply }) => {
    const { label } = await accountOf(context, tenant)
    const shown = orNotFound(await context.database.asServer((tx) => findShown(tx, tenant.id, { slug })))
    return reply.header('cache-control', 'no-store').redirect(objectIdOf(context.urls.base(label), shown), 302)
  },
})

documents.get(visitorPaths.fediverseEvent, {
  params: Type.Object({ uuid: Type.String({ format: 'uuid' }), since: Text({ max: 20 }) }),
  handler: async ({ context, tenant, params: { uuid, since }, reply }) => {
    const { label } = await accountOf(context, tenant)
    const id = context.urls.base(label) + visitorPaths.fediverseEvent.replace(':uuid', uuid).replace(':since', since)
    const own = await context.database.asTenant(tenant.id, (tx) => findOwnObject(tx, context.urls, tenant, uuid))
    if (own?.id === id) return send(reply, { '@context': eventContext, ...own })
    if (!(await context.database.asServer((tx) => wasShown(tx, tenant.id, uuid)))) throw new AppError('not_found')
    reply.code(410)
    return send(reply, { '@context': eventContext[0], ...tombstone(id) })
  },
})

function registerInbox(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(['application/json', ...activityTypes], { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, { bytes }),
    )
    route(scope, {
      method: 'POST',
      url: visitorPaths.fediverseInbox,
      access: open,
      tag: 'Pages',
      summary: null,
      takesActivities: true,
      response: { 202: Type.Null() },
      handler: async ({ tenant, request, reply }) => {
        const { bytes = Buffer.alloc(0) } = (request.body ?? {}) as { bytes?: Buffer }
        const { method, url: target, headers } = request
        const count = () => countRequest(context, reply, 'activity', addressOf(request))
        await receiveActivity(context, tenant, { method, target, headers, body: bytes }, count)
        return reply.code(202).send()
      },
    })
  })
}

/** @throws AppError not_found: nobody can follow it */
async function accountOf({ database }: Pick<Context, 'database'>, tenant: Tenant) {
  if (!isTelling(tenant)) throw new AppError('not_found')
  return orNotFound(await database.asTenant(tenant.id, findFediverseActor))
}

/** @throws AppError not_found: nobody can follow it */
async function shownBy({ database, urls, now }: Context, tenant: Tenant) {
  if (!isTelling(tenant)) throw new AppError('not_found')
  return database.asTenant(tenant.id, (tx) => listShownEvents(tx, urls, tenant, { now: now(), limit: mostShown }))
}

function send(reply: FastifyReply, document: object, type = 'application/activity+json') {
  return reply
    .headers({
      'content-type': `${type}${type.includes(';') ? '' : '; charset=utf-8'}`,
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
    })
    .send(JSON.stringify(document))
}
