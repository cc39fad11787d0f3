import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { listFederations } from '../../features/tenant/root.queries.ts'
import { setMetaLabel } from '../../features/tenant/set-meta-label.ts'
import { findFirstMeta, listActiveTenants } from '../../features/tenant/tenant.queries.ts'
import { errorStatus } from '../../http/error-status.ts'
import { at, paths } from '../../lib/paths.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { explainFields } from '../kit/explain.ts'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { explainTaken } from './explain-taken.ts'
import { showRootPage } from './frame.tsx'
import { creationPath, rootRooms } from './rooms.ts'
import type { Asked } from '../../http/route.ts'

const superUser = { kind: 'super_user' } as const

/** Where the shared calendar is, and which others there are. */
export function registerRootCalendar(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: rootRooms.calendar,
    access: superUser,
    handler: ({ request, reply }) => show(context, { request, reply }, { typed: null, problems: [] }),
  })

  page(app, {
    method: 'POST',
    url: paths.metaLabel,
    access: superUser,
    forms: true,
    // Longer than any label: what is wrong with it is said beside the field.
    body: Type.Object({ label: Maybe(TypedText({ max: 4000 })) }),
    handler: async ({ actor, language, body, request, reply }) => {
      const label = body.label ?? ''
      try {
        await setMetaLabel(context, actor, label)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const taken = () => explainTaken(context, label.trim().toLowerCase(), language)
        const problems =
          error.code === 'slug_taken' ? [{ field: 'label', detail: await taken() }] : explainFields(error, language)
        if (problems === null) throw error
        reply.code(errorStatus[error.code])
        return show(context, { request, reply }, { typed: label, problems })
      }
      return reply.redirect(rootRooms.calendar, 303)
    },
  })
}

type Form = {
  /** Null: nothing was typed yet. */
  readonly typed: string | null
  readonly problems: readonly FormProblem[]
}

async function show(context: Context, { request, reply }: Asked, { typed, problems }: Form): Promise<string> {
  const { language } = request
  const words = rootTexts[language].calendar
  const { first, others, federations } = await context.database.asServer(async (tx) => ({
    first: await findFirstMeta(tx),
    others: (await listActiveTenants(tx)).filter(({ category, firstMeta }) => category === 'meta' && !firstMeta),
    federations: await listFederations(tx),
  }))
  const shownBy = (id: string) => federations.filter(({ metaId }) => metaId === id).length
  return showRootPage(
    { request, reply },
    { title: rootTexts[language].rooms.calendar, room: 'calendar' },
    <div class="stack">
      <h1>{rootTexts[language].rooms.calendar}</h1>
      <h2>{words.title}</h2>
      <form class="narrow" method="post" action={paths.metaLabel}>
        <Problems problems={problems} title={rootOrganisationTexts[language].refused} />
        <Field
          id="label"
          label={words.labelField({ domain: context.urls.domain })}
          help={words.labelNote}
          autocapitalize="none"
          maxLength={63}
          problems={problems}
          value={typed ?? first?.label ?? ''}
          required
        />
        <button class="button" type="submit">
          {words.labelButton}
        </button>
      </form>
      <h2>{words.others}</h2>
      {others.length === 0 ? (
        <div class="empty">
          <p>{words.noOthers}</p>
          <a class="go" href={creationPath}>
            {rootTexts[language].organisations.create}
          </a>
        </div>
      ) : (
        <ul class="rows">
          {others.map(({ id, organisation }) => (
            <li key={id}>
              <a class="name" href={at(paths.organisation, { uuid: id })}>
                {organisation}
              </a>
              <span class="muted">{words.members({ count: shownBy(id) })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>,
  )
}
