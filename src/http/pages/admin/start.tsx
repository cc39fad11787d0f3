import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { type FirstSteps, readFirstSteps } from '../../../features/event/first-steps.queries.ts'
import { hasDuty } from '../../../features/tenant/has-duty.ts'
import { categoryRules } from '../../../features/tenant/tenant.ts'
import { staff } from '../../route.ts'
import { startTexts } from '../../texts/admin/start-texts.ts'
import { page } from '../page.ts'
import { adminAreas } from './areas.ts'
import { showAdminPage } from './frame.tsx'

/** In the order in which they are done, with where each begins. */
const steps: readonly (readonly [keyof FirstSteps, path: string])[] = [
  ['event', '/admin/events/new/'],
  ['price', '/admin/events/new/'],
  ['device', '/admin/devices/'],
]

/** Where the owner of a new organisation begins. What is done ticks itself off. */
export function registerStartPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/admin/start/',
    access: staff('settings'),
    summary: 'The first steps of an organisation',
    handler: async ({ tenant, actor, language, request, reply }) => {
      // Root and a Meta sell nothing.
      if (!categoryRules[tenant.category].sells) return reply.redirect('/admin/', 302)
      const words = startTexts[language]
      const done = await context.database.asTenant(tenant.id, readFirstSteps)
      const next = steps.find(([step]) => !done[step])
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'start' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="lead">{next === undefined ? words.allDone : words.lead}</p>
          <ol class="steps">
            {steps.map(([step, path], index) => (
              <li key={step}>
                <div class="what">
                  <h2>
                    {index + 1}. {words.steps[step].title}
                  </h2>
                  <p class="muted">{words.steps[step].what}</p>
                </div>
                {done[step] ? (
                  <strong class="valid">✓ {words.done}</strong>
                ) : (
                  <a class={step === next?.[0] ? 'button' : 'button quiet'} href={path}>
                    {words.steps[step].button}
                  </a>
                )}
              </li>
            ))}
          </ol>
          <p class="actions">
            {hasDuty(actor, tenant, 'team') ? <a href={adminAreas.team.path}>{words.toTeam}</a> : null}
            <a href="/">{words.toPages}</a>
          </p>
        </div>,
      )
    },
  })
}
