import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { PublishedEvent } from '../../features/event/event-page.queries.ts'
import { readEventOffer } from '../../features/reservation/read-event-offer.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { SlugParams } from '../../http/wire/params.ts'
import { MachineText } from '../../http/wire/schemas.ts'
import type { SharePicture } from '../../integrations/documents/share-picture.ts'
import { momentText } from '../../lib/format.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { createRecent } from '../../lib/recent.ts'
import { firstSpoken } from '../../lib/spoken.ts'
import { page } from '../../pages/page.ts'
import { usualColor } from '../../pages/stylesheet.ts'

/** The path of the picture that is drawn for an event that has none; another one whenever it would look otherwise (ADR 0291). */
export function sharePicturePath(tenant: Tenant, event: PublishedEvent): string {
  return at(visitorPaths.eventPicture, { slug: event.slug, picture: nameOf(pictureOf(tenant, event)) })
}

function pictureOf({ organisation, language, timeZone, accentColor }: Tenant, event: PublishedEvent): SharePicture {
  const when = momentText({ at: event.startsAt, timeZone, language: firstSpoken(language), now: null })
  return { name: event.name, when, organisation, color: accentColor ?? usualColor }
}

function nameOf(picture: SharePicture): string {
  return `${createHash('sha256').update(JSON.stringify(picture)).digest('hex').slice(0, 16)}.png`
}

const PictureParams = Type.Object({ ...SlugParams.properties, picture: MachineText({ max: 30 }) })

/** Registers the pictures. Each event has one address at a time, and only what is asked by it is drawn: once an hour and process. */
export function registerEventPicture(app: FastifyInstance, context: Context): void {
  const drawn = createRecent<Buffer>({ keptMs: 3_600_000, most: 100 })
  page(app, {
    method: 'GET',
    url: visitorPaths.eventPicture,
    params: PictureParams,
    handler: async ({ tenant, params, reply }) => {
      const { event } = await readEventOffer(context, tenant.id, params.slug)
      const picture = pictureOf(tenant, event)
      if (event.imageKey !== null || params.picture !== nameOf(picture)) throw new AppError('not_found')
      const key = `${tenant.id} ${params.picture}`
      const bytes = await drawn.read(key, () => context.documents.sharePicture(tenant.id, picture))
      reply.headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' })
      return reply.send(bytes)
    },
  })
}
