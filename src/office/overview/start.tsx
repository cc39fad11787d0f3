import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type FirstSteps, readFirstSteps } from '../../features/event/first-steps.queries.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { categoryRules } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { staff } from '../../http/route.ts'
import { paths, visitorPaths } from '../../lib/paths.ts'
import { startTexts } from '../../messages/office/start.ts'
import { page } from '../../pages/page.ts'
import { useReader } from '../../pages/reader.ts'
import { adminAreas } from '../kit/areas.ts'
import { showAdminPage } from '../kit/frame.tsx'

type Step = { readonly title: string; readonly what: string; readonly button: string }
type ShownStep = Step & { readonly key: keyof FirstSteps; readonly path: string; readonly isDone: boolean }

/** Steps in the order in which they are done, with the page where each begins. */
function stepsOf(done: FirstSteps, language: Language): readonly ShownStep[] {
  const { steps, priceOfEvent } = startTexts[language]
  const isPriceless = done.event && !done.price
  const step = (key: keyof FirstSteps, path: string) => ({ key, path, ...steps[key], isDone: done[key] })
  return [
    step('event', paths.newEvent),
    isPriceless ? { ...step('price', paths.events), ...priceOfEvent } : step('price', paths.newEvent),
    step('device', paths.devices),
  ]
}

/** Registers the page where the owner of a new organisation begins. What is done ticks itself off. */
export function registerStartPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.start,
    access: staff('settings'),
    handler: async (asked) => {
      const { tenant, actor, language, reply } = asked
      // Root and a Meta sell nothing.
      if (!categoryRules[tenant.category].sells) return reply.redirect(paths.admin, 302)
      const words = startTexts[language]
      const done = await context.database.asTenant(tenant.id, readFirstSteps)
      const steps = stepsOf(done, language)
      const next = steps.find(({ isDone }) => !isDone)
      return showAdminPage(
        asked,
        { title: words.title, area: 'start' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{next === undefined ? words.allDone : words.lead}</p>
          <ol class="steps">
            {steps.map(({ key, path, title, what, button, isDone }, index) => (
              <li key={key}>
                <div class="what">
                  <h2>
                    {index + 1}. {title}
                  </h2>
                  <p class="muted">{what}</p>
                </div>
                {isDone ? (
                  <strong class="valid">✓ {words.done}</strong>
                ) : (
                  <a class={key === next?.key ? 'button' : 'button quiet'} href={path}>
                    {button}
                  </a>
                )}
              </li>
            ))}
          </ol>
          <p class="actions">
            {next === undefined ? null : <a href={adminAreas.overview.path}>{words.later}</a>}
            {hasStaffPermission(actor, tenant, 'team') ? <a href={adminAreas.team.path}>{words.toTeam}</a> : null}
            <a href={visitorPaths.home}>{words.toPages}</a>
          </p>
        </div>,
      )
    },
  })
}

/**
 * The next step, on the page where everybody lands and on that of an event; nothing once all are done.
 *
 * @param pricePath where an existing event gets its price, on the page of that event
 */
export function NextStep({ done, pricePath }: { readonly done: FirstSteps; readonly pricePath?: string }) {
  const { language } = useReader()
  const words = startTexts[language]
  const steps = stepsOf(done, language)
  const next = steps.find(({ isDone }) => !isDone)
  if (next === undefined) return null
  const isHere = next.key === 'price' && pricePath !== undefined
  return (
    <div class="notice stack">
      <p>{words.soFar({ done: steps.filter(({ isDone }) => isDone).length, of: steps.length })}</p>
      <p class="actions">
        <a class="button" href={isHere ? pricePath : next.path}>
          {isHere ? next.title : next.button}
        </a>
        <a class="go" href={adminAreas.start.path}>
          {words.all}
        </a>
      </p>
    </div>
  )
}
