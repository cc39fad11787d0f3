import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import { addDomain } from '../../features/tenant/add-domain.ts'
import { addToFederation } from '../../features/tenant/add-to-federation.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import { normalizeOwnDomain } from '../../features/tenant/own-domain.ts'
import { removeDomain } from '../../features/tenant/remove-domain.ts'
import { removeFromFederation } from '../../features/tenant/remove-from-federation.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { verifyDomain } from '../../features/tenant/verify-domain.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { PageRefusal } from '../kit/explained.ts'
import { explainTakenOr } from './explain-taken.ts'
import { organisationAction } from './organisation-action.ts'
import { readOrganisation } from './read-organisation.ts'

/** More than a name may be, so that the form says what is wrong with it. */
const ofDomain = { domain: TypedText({ max: 500 }) }
const ofCalendar = { calendar: UuidIn }

/** Where an organisation answers besides its label, and which calendars show it. */
export function registerOrganisationAddresses(app: FastifyInstance, context: Context): void {
  organisationAction(app, context, {
    name: 'domains',
    asksAgain: true,
    body: ofDomain,
    async act({ request: { actor } }, tenant, { domain }) {
      if (tenant.archivedAt !== null || tenant.category === 'root') throw new AppError('category_rule')
      return actFromRoot(context, actor, { tenant, action: 'domain.added' }, (acting) =>
        addDomain(context, tenant, acting, domain),
      )
    },
    outcome: () => 'added',
    explain: (refusal, { request: { language } }, { domain }) => {
      const name = normalizeOwnDomain(domain, context.urls.domain) ?? domain
      return explainTakenOr(context, refusal, { field: 'domain', name }, language)
    },
    typed: ({ domain }) => ({ domain }),
  })
  organisationAction(app, context, {
    name: 'domains/checks',
    body: ofDomain,
    async act({ request: { actor, language } }, tenant, { domain }) {
      const isProved = await actFromRoot(
        context,
        actor,
        { tenant, action: 'domain.proved' },
        (acting) => verifyDomain(context, tenant, acting, domain),
        (proved) => proved,
      )
      if (!isProved)
        throw new PageRefusal(409, [{ field: null, detail: rootOrganisationTexts[language].domains.unseen }])
    },
    outcome: () => 'proved',
  })
  organisationAction(app, context, {
    name: 'domains/removal',
    body: ofDomain,
    act: ({ request: { actor } }, tenant, { domain }) =>
      actFromRoot(context, actor, { tenant, action: 'domain.removed' }, (acting) =>
        removeDomain(context, tenant, acting, domain),
      ),
    outcome: () => 'removed',
  })
  registerCalendars(app, context)
}

function registerCalendars(app: FastifyInstance, context: Context): void {
  const moving =
    (how: typeof addToFederation | typeof removeFromFederation, action: 'federation.joined' | 'federation.left') =>
    async (actor: Actor, tenant: Tenant, calendar: string) => {
      const { tenant: meta } = await readOrganisation(context, calendar)
      await actFromRoot(context, actor, { tenant, action }, (acting) => how(context, acting, meta, tenant))
    }
  const [join, leave] = [moving(addToFederation, 'federation.joined'), moving(removeFromFederation, 'federation.left')]
  organisationAction(app, context, {
    name: 'calendars',
    body: ofCalendar,
    act: ({ request: { actor } }, tenant, { calendar }) => join(actor, tenant, calendar),
    outcome: () => 'joined',
  })
  organisationAction(app, context, {
    name: 'calendars/removal',
    body: ofCalendar,
    act: ({ request: { actor } }, tenant, { calendar }) => leave(actor, tenant, calendar),
    outcome: () => 'left',
  })
}
