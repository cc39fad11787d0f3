import type { FastifyInstance } from 'fastify'
import type { Static, TObject, TProperties } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import type { Actor } from '../../features/account/actor.ts'
import type { AuditAction } from '../../features/audit/action.ts'
import type { AuditValues } from '../../features/audit/record-change.ts'
import { actFromRoot } from '../../features/tenant/note-at-root.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Asked } from '../../http/route.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { actionPage } from '../kit/action-page.ts'
import { type OrganisationOutcome, type Said, showOrganisation } from './organisation-page.tsx'
import { readOrganisation } from './read-organisation.ts'
import { superUser } from './rooms.ts'

type OrganisationAction<Body extends TProperties, Done> = {
  /** The last part of the action's address. */
  readonly name: string
  readonly asksAgain?: true
  readonly body?: Body
  /** The name of the action in the logs. */
  readonly action: AuditAction
  /** @param acting the person who asks, from Root */
  act(acting: Actor, tenant: Tenant, body: Static<TObject<Body>>, language: Language): Promise<Done>
  /** What the log of Root keeps of it, besides whose it is; nothing when absent. */
  after?(body: Static<TObject<Body>>): AuditValues
  /** Whether anything came of it; absent: yes, unless it was refused. */
  isDone?(done: Done): boolean
  /** What the page says was done; nothing when absent, or where nothing came of it. */
  readonly outcome?: OrganisationOutcome | ((done: Done) => OrganisationOutcome)
  explain?(refusal: AppError, asked: Asked, body: Static<TObject<Body>>): Promise<readonly FormProblem[] | null>
  /** What was typed, shown again after a refusal. */
  typed?(body: Static<TObject<Body>>): Said
}

/** Registers a button or a form of the page of an organisation. */
export function organisationAction<const Body extends TProperties, Done>(
  app: FastifyInstance,
  context: Context,
  {
    name,
    asksAgain,
    body,
    action,
    act,
    after,
    isDone = () => true,
    outcome,
    explain,
    typed,
  }: OrganisationAction<Body, Done>,
): void {
  actionPage(app, {
    of: paths.organisation,
    name,
    access: superUser,
    ...(asksAgain ? { asksAgain } : {}),
    ...(body === undefined ? {} : { body }),
    act: async ({ request: { actor, language } }, id, sent: Static<TObject<Body>>) => {
      const { tenant } = await readOrganisation(context, id)
      return actFromRoot(
        context,
        actor,
        { tenant, action, after: after?.(sent) ?? {} },
        (acting) => act(acting, tenant, sent, language),
        isDone,
      )
    },
    goesOn: (done, uuid) => {
      const said = typeof outcome === 'function' ? outcome(done) : (outcome ?? null)
      return at(paths.organisation, { uuid }, { done: isDone(done) ? said : null })
    },
    refused: {
      explain: (refusal, asked, sent) => explain?.(refusal, asked, sent) ?? null,
      show: (asked, id, problems, sent) => showOrganisation(context, asked, id, { problems, ...typed?.(sent) }),
    },
  })
}
