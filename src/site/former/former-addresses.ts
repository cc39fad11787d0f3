import { AppError, orNotFound } from '../../errors.ts'
import { findCardById } from '../../features/card/card.queries.ts'
import { categoryRules } from '../../features/tenant/tenant.ts'
import { SlugParams, UuidParams } from '../../http/wire/params.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { pageSection } from '../../pages/page-section.ts'

const pages = pageSection()

/** Addresses that others of this field have, and that were printed and linked before an organisation moved here (ADR 0278). */
export const registerFormerAddresses = pages.register

pages.get(visitorPaths.formerEvent, {
  params: SlugParams,
  handler: ({ params, reply }) => reply.redirect(at(visitorPaths.event, params), 301),
})

pages.get(visitorPaths.formerEmbed, {
  params: SlugParams,
  handler: ({ params, reply }) => reply.redirect(at(visitorPaths.embedEvent, params), 301),
})

for (const path of [visitorPaths.formerFeed, visitorPaths.formerLatestFeed])
  pages.get(path, { handler: ({ reply }) => reply.redirect(visitorPaths.rssFeed, 301) })

/** What is printed on a card: it leads to the cards of its person, or to the form that tops up one which is nobody's. */
pages.get(visitorPaths.formerCard, {
  params: UuidParams,
  handler: async ({ context, tenant, params, reply }) => {
    const card = orNotFound(await context.database.asServer((tx) => findCardById(tx, params.uuid)))
    // Nothing is topped up there.
    if (card.accountId === null && !categoryRules[tenant.category].sells) throw new AppError('not_found')
    // Not for ever: it may become somebody's, or nobody's again.
    const path = card.accountId === null ? visitorPaths.topUp : `${visitorPaths.account}#cards`
    return reply.redirect(path, 302)
  },
})
