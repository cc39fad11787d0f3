import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { listLatestTried, listWebhooks, type Webhook } from '../../features/webhook/managed.queries.ts'
import { idsOf } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { staff } from '../../http/route.ts'
import { webhookTexts } from '../../messages/office/webhook.ts'
import { Written } from '../../pages/written.tsx'
import { listPage } from '../kit/list-page.tsx'
import { NameLink, saidOf } from '../kit/parts.tsx'
import { registerDelivery } from './delivery.tsx'
import { registerNewWebhook } from './new-webhook.tsx'
import { registerWebhook } from './webhook.tsx'
import { registerWebhookSettings } from './webhook-settings.tsx'
import { LastAttempt, WebhookState } from './webhook-state.tsx'

/** Registers the pages of programs that are told what happens (ADR 0273). */
export function registerWebhookPages(app: FastifyInstance, context: Context): void {
  registerNewWebhook(app, context)
  registerWebhook(app, context)
  registerWebhookSettings(app, context)
  registerDelivery(app, context)
  listPage(app, context, {
    url: paths.webhooks,
    access: staff('settings'),
    area: 'webhooks',
    narrow: {},
    read: ({ request }) =>
      context.database.asTenant(request.tenant.id, async (tx) => {
        const rows = await listWebhooks(tx)
        return { rows, latest: await listLatestTried(tx, idsOf(rows)) }
      }),
    show: ({ asked: { request }, found: { latest }, done }) => {
      const words = webhookTexts[request.language]
      const { columns } = words
      return {
        title: words.title,
        lead: words.lead,
        said: saidOf(done, { archived: words.archived }),
        add: [paths.newWebhook, words.add],
        empty: words.nothing,
        columns: [
          {
            name: columns.name,
            show: ({ id, name, address }: Webhook) => (
              <span class="name">
                <NameLink href={at(paths.webhook, { uuid: id })}>{name}</NameLink>
                <br />
                <span class="muted small">
                  <Written>{address}</Written>
                </span>
              </span>
            ),
          },
          { name: columns.told, bare: true, show: ({ kinds }: Webhook) => words.told({ count: kinds.length }) },
          { name: columns.state, bare: true, show: (webhook: Webhook) => <WebhookState webhook={webhook} /> },
          { name: columns.last, show: ({ id }: Webhook) => <LastAttempt of={latest.get(id)} /> },
        ],
      }
    },
  })
}
