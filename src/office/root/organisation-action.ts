import type { FastifyInstance } from 'fastify'
import type { Static, TObject, TProperties } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { actionPage } from '../kit/action-page.ts'
import { type OrganisationOutcome, type Said, showOrganisation } from './organisation-page.tsx'
import { readOrganisation } from './read-organisation.ts'
import { superUser } from './rooms.ts'

type OrganisationAction<Body extends TProperties, Done> = {
  /** The last part of its address. */
  readonly name: string
  readonly asksAgain?: true
  readonly body?: Body
  act(asked: Asked, tenant: Tenant, body: Static<TObject<Body>>): Promise<Done>
  /** What its page says was done; null: nothing. */
  outcome(done: Done): OrganisationOutcome | null
  explain?(refusal: AppError, asked: Asked, body: Static<TObject<Body>>): Promise<readonly FormProblem[] | null>
  /** What was typed, where it is refused. */
  typed?(body: Static<TObject<Body>>): Said
}

/** A button or a form of the page of an organisation. */
export function organisationAction<const Body extends TProperties, Done>(
  app: FastifyInstance,
  context: Context,
  { name, asksAgain, body, act, outcome, explain, typed }: OrganisationAction<Body, Done>,
): void {
  actionPage(app, {
    of: paths.organisation,
    name,
    access: superUser,
    ...(asksAgain ? { asksAgain } : {}),
    ...(body === undefined ? {} : { body }),
    act: async (asked, id, sent: Static<TObject<Body>>) =>
      act(asked, (await readOrganisation(context, id)).tenant, sent),
    goesOn: (done, uuid) => at(paths.organisation, { uuid }, { done: outcome(done) }),
    refused: {
      explain: (refusal, asked, sent) => explain?.(refusal, asked, sent) ?? null,
      show: (asked, id, problems, sent) => showOrganisation(context, asked, id, { problems, ...typed?.(sent) }),
    },
  })
}
