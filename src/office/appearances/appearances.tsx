import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { AppearanceState } from '../../features/tenant/appearance.ts'
import { type Appearance, listAppearances } from '../../features/tenant/appearance.queries.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { decideAppearance, putConsent } from '../../features/tenant/decide-appearance.ts'
import { getTenant } from '../../features/tenant/tenant.queries.ts'
import { momentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { staff } from '../../http/route.ts'
import { BooleanIn, Maybe } from '../../http/wire/schemas.ts'
import { appearanceTexts } from '../../messages/office/appearance.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { placeLine } from '../../pages/event-card.tsx'
import { ActionButton, Submit } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { listPage } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { pressPage } from '../kit/press-page.ts'
import { type Sign, Standing } from '../kit/standing.tsx'
import type { Column } from '../kit/table.tsx'

const of = paths.appearance
const access = staff('programme')
/** The last part of each address. */
const decisions = { agreed: 'agreement', refused: 'refusal' } as const

/** Registers the page of events of others that name an organisation as artist, and what is decided about them. */
export function registerAppearancePages(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.appearances,
    access,
    area: 'appearances',
    narrow: {},
    read: async ({ request: { tenant } }, { limit, offset }) => {
      requireSelling(tenant)
      return context.database.asServer(async (tx) => ({
        rows: await listAppearances(tx, tenant, { now: context.now(), limit, offset }),
        standing: (await getTenant(tx, tenant.id)).showsAppearances,
      }))
    },
    show: ({ asked: { request }, found: { standing }, done }) => {
      const { language } = request
      const words = appearanceTexts[language]
      return {
        title: words.title,
        lead: words.lead,
        said: saidOf(done, { ...words.done, saved: deskTexts[language].saved }),
        head: <Consent standing={standing} />,
        empty: words.empty,
        columns: columnsOf(context, language),
      }
    },
  })

  for (const decision of ['agreed', 'refused'] as const)
    actionPage(app, {
      of,
      name: decisions[decision],
      access,
      act: ({ request: { tenant, actor } }, id) => decideAppearance(context, tenant, actor, id, decision),
      goesOn: () => at(paths.appearances, {}, { done: decision }),
    })

  pressPage(app, {
    url: paths.appearanceConsent,
    access,
    params: Type.Object({}),
    body: { standing: Maybe(BooleanIn) },
    act: ({ tenant, actor, body: { standing } }) => putConsent(context, tenant, actor, standing ?? false),
    goesOn: () => at(paths.appearances, {}, { done: 'saved' }),
  })
}

function Consent({ standing }: { readonly standing: boolean }) {
  const words = useTexts(appearanceTexts)
  return (
    <form method="post" action={paths.appearanceConsent} class="narrow">
      <label class="check">
        <input type="checkbox" name="standing" value="true" checked={standing} />
        {words.consent}
      </label>
      <p class="muted small">{words.consentHelp}</p>
      <Submit look="quiet">{useTexts(deskTexts).save}</Submit>
    </form>
  )
}

const signs = { waiting: 'waits', agreed: 'well', refused: 'gone' } as const satisfies Record<AppearanceState, Sign>

function columnsOf({ urls, now }: Context, language: Language): readonly Column<Appearance>[] {
  const { columns, states } = appearanceTexts[language]
  return [
    {
      name: columns.event,
      show: ({ id, host, slug, name }) => (
        <a id={id} href={urls.base(host) + at(visitorPaths.event, { slug })}>
          <strong>
            <Written>{name}</Written>
          </strong>
        </a>
      ),
    },
    {
      name: columns.when,
      show: ({ startsAt, timeZone }) => momentText({ at: startsAt, timeZone, language, now: now() }),
    },
    {
      name: columns.where,
      show: ({ organisation, locationName, city }) => <Written>{placeLine(organisation, locationName, city)}</Written>,
    },
    { name: columns.state, bare: true, show: ({ state }) => <Standing sign={signs[state]}>{states[state]}</Standing> },
    { name: columns.decide, show: (row) => <Decision of={row} /> },
  ]
}

function Decision({ of: { id, state } }: { readonly of: Appearance }) {
  const words = useTexts(appearanceTexts)
  const button = (decision: keyof typeof decisions, text: string, look: 'main' | 'quiet' = 'quiet') =>
    state === decision ? null : (
      <ActionButton action={`${at(of, { uuid: id })}${decisions[decision]}/`} of={id} look={look}>
        {text}
      </ActionButton>
    )
  return (
    <div class="actions">
      {button('agreed', words.agree, 'main')}
      {button('refused', state === 'agreed' ? words.showNoMore : words.refuse)}
    </div>
  )
}
