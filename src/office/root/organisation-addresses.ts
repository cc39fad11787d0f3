import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addDomain } from '../../features/tenant/add-domain.ts'
import { addToFederation } from '../../features/tenant/add-to-federation.ts'
import { normalizeOwnDomain } from '../../features/tenant/own-domain.ts'
import { removeDomain } from '../../features/tenant/remove-domain.ts'
import { removeFromFederation } from '../../features/tenant/remove-from-federation.ts'
import { verifyDomain } from '../../features/tenant/verify-domain.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { TypedText, UuidIn } from '../../http/wire/schemas.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { explainTakenOr } from './explain-taken.ts'
import { organisationAction } from './organisation-action.ts'
import { readOrganisation } from './read-organisation.ts'

/** More than a name may be, so that the form says what is wrong with it. */
const ofDomain = { domain: TypedText({ max: 500 }) }

/** Registers the forms for the addresses of an organisation besides its label, and for the calendars that show it. */
export function registerOrganisationAddresses(app: FastifyInstance, context: Context): void {
  organisationAction(app, context, {
    name: 'domains',
    action: 'domain.added',
    asksAgain: true,
    body: ofDomain,
    async act(acting, tenant, { domain }) {
      if (tenant.archivedAt !== null || tenant.category === 'root') throw new AppError('category_rule')
      return addDomain(context, tenant, acting, domain)
    },
    outcome: 'added',
    explain: (refusal, { request: { language } }, { domain }) => {
      const name = normalizeOwnDomain(domain, context.urls.domain) ?? domain
      return explainTakenOr(context, refusal, { field: 'domain', name }, language)
    },
    typed: ({ domain }) => ({ domain }),
  })
  organisationAction(app, context, {
    name: 'domains/checks',
    action: 'domain.proved',
    body: ofDomain,
    async act(acting, tenant, { domain }, language) {
      if (await verifyDomain(context, tenant, acting, domain)) return
      throw new PageRefusal(409, [{ field: null, detail: rootOrganisationTexts[language].domains.unseen }])
    },
    outcome: 'proved',
  })
  organisationAction(app, context, {
    name: 'domains/removal',
    action: 'domain.removed',
    body: ofDomain,
    act: (acting, tenant, { domain }) => removeDomain(context, tenant, acting, domain),
    outcome: 'removed',
  })
  registerCalendars(app, context)
}

const federating = [
  { name: 'calendars', action: 'federation.joined', move: addToFederation, outcome: 'joined' },
  { name: 'calendars/removal', action: 'federation.left', move: removeFromFederation, outcome: 'left' },
] as const

function registerCalendars(app: FastifyInstance, context: Context): void {
  for (const { move, ...said } of federating)
    organisationAction(app, context, {
      ...said,
      body: { calendar: UuidIn },
      act: async (acting, tenant, { calendar }) =>
        move(context, acting, (await readOrganisation(context, calendar)).tenant, tenant),
    })
}
