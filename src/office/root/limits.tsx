import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { limits, readPresentMinute } from '../../http/plugins/rate-limit.ts'
import { rootLimitsTexts } from '../../messages/office/root-limits.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { DataTable } from '../kit/table.tsx'
import { page } from '../../pages/page.ts'
import { showRootRoom } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'

/** Registers the page of limits: what nobody may do more often, and who is held up by it just now. */
export function registerRootLimits(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: rootRooms.limits,
    access: superUser,
    handler: async ({ language, request, reply }) => {
      const title = rootTexts[language].rooms.limits
      const words = rootLimitsTexts[language]
      const { columns } = words
      const minute = await readPresentMinute(context)
      const number = new Intl.NumberFormat(language)
      return showRootRoom(
        { request, reply },
        { title, room: 'limits', lead: words.lead },
        context.config.rateLimit ? null : <p class="notice refused">{words.off}</p>,
        <DataTable
          label={title}
          rows={limits}
          keyOf={({ name }) => name}
          columns={[
            { name: columns.what, show: ({ name }) => words.limits[name].what },
            { name: columns.who, show: ({ name }) => words.limits[name].who },
            { name: columns.most, figures: true, show: ({ perMinute }) => number.format(perMinute) },
            { name: columns.now, figures: true, show: ({ name }) => number.format(minute.get(name)?.counted ?? 0) },
            { name: columns.refused, figures: true, show: ({ name }) => number.format(minute.get(name)?.refused ?? 0) },
          ]}
        />,
      )
    },
  })
}
