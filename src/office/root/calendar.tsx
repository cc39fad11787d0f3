import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { listFederations } from '../../features/tenant/root.queries.ts'
import { setMetaLabel } from '../../features/tenant/set-meta-label.ts'
import { findFirstMeta, listActiveTenants } from '../../features/tenant/tenant.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { rootOrganisationTexts } from '../../messages/office/root-organisation.ts'
import { rootTexts } from '../../messages/office/root.ts'
import type { Asked } from '../../http/route.ts'
import { Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { LinkTo, Submit } from '../../pages/parts.tsx'
import { explainTakenOr } from './explain-taken.ts'
import { showRootRoom } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'

/** Registers the page that says where the shared calendar is, and which others there are. */
export function registerRootCalendar(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: rootRooms.calendar,
    access: superUser,
    read: () => readCalendars(context),
    show: (asked, found) => show(context, asked, found, { typed: null, problems: [] }),
  })
  actionPage(app, {
    of: paths.metaLabel,
    name: '',
    access: superUser,
    // Longer than any label: what is wrong with it is said beside the field.
    body: { label: Maybe(TypedText({ max: 4000 })) },
    act: ({ request: { actor } }, _, { label }) => setMetaLabel(context, actor, label ?? ''),
    goesOn: () => rootRooms.calendar,
    refused: {
      explain: (refusal, { request: { language } }, { label }) => {
        const name = (label ?? '').trim().toLowerCase()
        return explainTakenOr(context, refusal, { field: 'label', name }, language)
      },
      show: async (asked, _, problems, { label }) =>
        show(context, asked, await readCalendars(context), { typed: label ?? '', problems }),
    },
  })
}

async function readCalendars({ database }: Pick<Context, 'database'>) {
  return database.asServer(async (tx) => ({
    first: await findFirstMeta(tx),
    others: (await listActiveTenants(tx)).filter(({ category, firstMeta }) => category === 'meta' && !firstMeta),
    federations: await listFederations(tx),
  }))
}

type Form = {
  /** Null: nothing was typed yet. */
  readonly typed: string | null
  readonly problems: readonly FormProblem[]
}

function show(
  { urls }: Context,
  asked: Asked,
  { first, others, federations }: Awaited<ReturnType<typeof readCalendars>>,
  { typed, problems }: Form,
): string {
  const { language } = asked.request
  const words = rootTexts[language].calendar
  const title = rootTexts[language].rooms.calendar
  const shownBy = (id: string) => federations.filter(({ metaId }) => metaId === id).length
  return showRootRoom(
    asked,
    { title, room: 'calendar' },
    <h2>{words.title}</h2>,
    <form class="narrow" method="post" action={paths.metaLabel}>
      <Problems problems={problems} title={rootOrganisationTexts[language].refused} />
      <Field
        id="label"
        label={words.labelField({ domain: urls.domain })}
        help={words.labelNote}
        autocapitalize="none"
        maxLength={63}
        problems={problems}
        value={typed ?? first?.label ?? ''}
        required
      />
      <Submit>{words.labelButton}</Submit>
    </form>,
    <h2>{words.others}</h2>,
    others.length === 0 ? (
      <div class="empty">
        <p>{words.noOthers}</p>
        <LinkTo to={paths.newOrganisation}>{rootTexts[language].organisations.create}</LinkTo>
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
    ),
  )
}
