import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StaffPermission } from '../../features/account/role.ts'
import { type FirstStep, type FirstSteps, isOptionalStep } from '../../features/event/first-steps.ts'
import { readFirstSteps, skipStep } from '../../features/event/first-steps.queries.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { categoryRules } from '../../features/tenant/tenant.ts'
import { staff } from '../../http/route.ts'
import { BooleanIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { startTexts } from '../../messages/office/start.ts'
import { page } from '../../pages/page.ts'
import { ActionButton, ButtonLink, LinkTo } from '../../pages/parts.tsx'
import { useReader } from '../../pages/reader.ts'
import { adminAreas } from '../kit/areas.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { pressPage } from '../kit/press-page.ts'

/** Steps that not everybody who sets up the organisation may take. */
const permissionOf: Partial<Record<FirstStep, StaffPermission>> = { payment: 'payment_keys', team: 'team' }

/** Reads the first steps of an organisation that somebody may take; null: they do not set it up. */
export async function readStepsFor(tx: TenantTx, { actor, tenant }: FastifyRequest): Promise<FirstSteps | null> {
  if (!categoryRules[tenant.category].sells || !hasStaffPermission(actor, tenant, 'settings')) return null
  const found = await readFirstSteps(tx, tenant)
  const isTheirs = ({ step }: { readonly step: FirstStep }) =>
    hasStaffPermission(actor, tenant, permissionOf[step] ?? 'settings')
  return { ...found, steps: found.steps.filter(isTheirs) }
}

type ShownStep = FirstSteps['steps'][number] & {
  readonly title: string
  readonly what: string
  readonly button: string
  readonly path: string
}

/** Each step with its words, and the field where it is done. */
function shownSteps({ steps, eventId, pricedEventId }: FirstSteps, language: Language): readonly ShownStep[] {
  const words = startTexts[language]
  const ofEvent = (path: typeof paths.eventPrices | typeof paths.eventDescription, field: string) =>
    (eventId === null ? paths.newEvent : at(path, { uuid: eventId })) + field
  const pathOf: Readonly<Record<FirstStep, string>> = {
    event: paths.newEvent,
    price: ofEvent(paths.eventPrices, '#price_name'),
    published: pricedEventId === null ? paths.newEvent : `${at(paths.event, { uuid: pricedEventId })}#publication`,
    capacity: ofEvent(paths.eventPrices, '#capacity'),
    payment: `${paths.settingsPayment}#secret_key`,
    picture: ofEvent(paths.eventDescription, '#img'),
    legal: `${paths.settings}#legal_documents`,
    team: `${paths.team}#invite`,
    device: `${paths.devices}#names`,
  }
  const ofPrice = eventId === null ? {} : words.priceOfEvent
  return steps.map((one) => ({
    ...one,
    ...words.steps[one.step],
    ...(one.step === 'price' ? ofPrice : {}),
    path: pathOf[one.step],
  }))
}

/** Registers the page where the owner of a new organisation begins, and the button of a step that is skipped, or asked again. */
export function registerStartPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.start,
    access: staff('settings'),
    handler: async (asked) => {
      const { tenant, language, request, reply } = asked
      const first = await context.database.asTenant(tenant.id, (tx) => readStepsFor(tx, request))
      // Root and a Meta sell nothing.
      if (first === null) return reply.redirect(paths.admin, 302)
      const words = startTexts[language]
      const isOver = nextOf(first) === undefined
      return showAdminPage(
        asked,
        { title: words.title, area: 'start' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{isOver ? words.allDone : words.lead}</p>
          <Steps first={first} on="start" />
          <p class="actions">
            {isOver ? null : <a href={adminAreas.overview.path}>{words.later}</a>}
            <a href={visitorPaths.home}>{words.toPages}</a>
          </p>
        </div>,
      )
    },
  })

  pressPage(app, {
    url: paths.startSteps,
    access: staff('settings'),
    params: Type.Object({}),
    body: { step: TypedText({ max: 20 }), skipped: BooleanIn, on: Maybe(TypedText({ max: 10 })) },
    act: async ({ tenant, body: { step, skipped } }) => {
      requireSelling(tenant)
      if (!isOptionalStep(step)) throw new AppError('not_found')
      await context.database.asTenant(tenant.id, (tx) => skipStep(tx, step, skipped))
    },
    goesOn: ({ body: { on } }) => (on === 'today' ? paths.admin : paths.start),
  })
}

const nextOf = ({ steps }: FirstSteps) => steps.find(({ state }) => state === 'open')

type StepsProps = { readonly first: FirstSteps; readonly on: 'start' | 'today' }

/** Lists the steps, with sign and word for how each stands; those that are optional may be skipped. */
function Steps({ first, on }: StepsProps) {
  const { language } = useReader()
  const words = startTexts[language]
  const next = nextOf(first)?.step
  const Heading = on === 'start' ? 'h2' : 'h3'
  return (
    <ol class="steps">
      {shownSteps(first, language).map(({ step, state, isOptional, title, what, button, path }) => (
        <li key={step} id={`step-${step}`}>
          <div class="what">
            <Heading>
              {title} {isOptional ? <span class="muted small">({words.optional})</span> : null}
            </Heading>
            {state === 'open' ? <p class="muted">{what}</p> : null}
          </div>
          <strong class={state === 'done' ? 'valid' : 'muted'}>
            {signs[state]} {words[state]}
          </strong>
          {state === 'done' ? null : (
            <div class="actions">
              {state === 'open' ? (
                <a class={step === next ? 'button' : 'button quiet'} href={path}>
                  {button}
                </a>
              ) : null}
              {isOptional ? (
                <ActionButton
                  action={paths.startSteps}
                  sends={{ step, skipped: String(state === 'open'), on }}
                  label={(state === 'open' ? words.skipOf : words.askOf)({ step: title })}
                >
                  {state === 'open' ? words.skip : words.ask}
                </ActionButton>
              ) : null}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

const signs = { done: '✓', open: '○', skipped: '–' } as const

/** Whether a first ticket can be bought: what is left is optional. */
export const isOnSale = ({ steps }: FirstSteps) =>
  steps.every(({ isOptional, state }) => isOptional || state === 'done')

/** What is left of the steps, on the page where everybody lands; nothing once each is done or skipped. */
export function StepsOfToday({ first }: { readonly first: FirstSteps }) {
  const { language } = useReader()
  const words = startTexts[language]
  if (nextOf(first) === undefined) return null
  const asked = first.steps.filter(({ state }) => state !== 'skipped')
  const open = asked.filter(({ state }) => state === 'open')
  return (
    <section class="stack" aria-labelledby="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <p class="muted">{words.progress({ done: asked.length - open.length, of: asked.length })}</p>
      <Steps first={{ ...first, steps: open }} on="today" />
      <p>
        <LinkTo to={adminAreas.start.path}>{words.all}</LinkTo>
      </p>
    </section>
  )
}

/**
 * The next step, on the page of an event; nothing once each is done or skipped.
 *
 * @param pricePath where this event gets its price
 */
export function NextStep({ first, pricePath }: { readonly first: FirstSteps; readonly pricePath: string }) {
  const { language } = useReader()
  const words = startTexts[language]
  const asked = shownSteps(first, language).filter(({ state }) => state !== 'skipped')
  const next = asked.find(({ state }) => state === 'open')
  if (next === undefined) return null
  return (
    <div class="notice stack">
      <p>{words.soFar({ done: asked.filter(({ state }) => state === 'done').length, of: asked.length })}</p>
      <p class="actions">
        <ButtonLink to={next.step === 'price' ? pricePath : next.path}>{next.button}</ButtonLink>
        <LinkTo to={adminAreas.start.path}>{words.all}</LinkTo>
      </p>
    </div>
  )
}
