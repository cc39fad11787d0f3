import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError, orNotFound } from '../errors.ts'
import { insteadOf, pointOfShareCut, shareSize, variationsOf } from '../integrations/media/image-variations.ts'
import { isCutAt } from '../features/tenant/calendar.queries.ts'
import { isShownBeside } from '../features/tenant/appearance.queries.ts'
import { findTenantById } from '../features/tenant/tenant.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { open, route } from './route.ts'

type MediaContext = Pick<Context, 'media' | 'cuts' | 'database'>

/** Serves images under the path of their content: they never change, so a client that has one need not ask again. */
export function registerMedia(app: FastifyInstance, context: MediaContext): void {
  route(app, {
    method: 'GET',
    url: '/media/:tenant/:image/:file',
    access: open,
    tag: 'Media',
    summary: 'Read an image in one of its sizes',
    params: Type.Object({
      tenant: Type.String({ format: 'uuid' }),
      image: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      file: Type.String({ pattern: '^[a-z]{1,20}\\.webp$|^w\\d{3,4}\\.(avif|webp)$|^share-\\d{1,3}-\\d{1,3}\\.jpg$' }),
    }),
    response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
    handler: async ({ tenant, params, reply }) => {
      // On its own host, on Meta, which shows everybody's, and where its events are shown (docs/interface/tenants.md, "Images").
      if (params.tenant !== tenant.id && !(await isShownBy(context, tenant, params.tenant)))
        throw new AppError('not_found')
      const file = orNotFound(await readFile(context, params))
      const kept = file.isFinal ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
      reply.headers({ 'content-type': file.contentType, 'cache-control': kept })
      return file.body
    },
  })
}

type MediaFile = {
  readonly body: Buffer
  readonly contentType: string
  /** False: it stands in for a width that is not made yet. */
  readonly isFinal: boolean
}
type MediaParams = { readonly tenant: string; readonly image: string; readonly file: string }

/** Reads one size of a picture, or cuts it as it is shared. Null: there is none. */
async function readFile(
  { media, cuts, database }: MediaContext,
  { tenant, image, file }: MediaParams,
): Promise<MediaFile | null> {
  const key = `${tenant}/${image}`
  const at = pointOfShareCut(file)
  if (at === null) {
    const found = await media.read(`media/${key}/${file}`)
    const instead = found === null ? insteadOf(file) : null
    const shown = instead === null ? found : await media.read(variationsOf(key)[instead])
    return shown && { ...shown, isFinal: found !== null }
  }
  // Only as somebody shows it: nobody makes the server cut by changing an address.
  if (!(await database.asServer((tx) => isCutAt(tx, key, at)))) return null
  const body = await cuts.read(tenant, key, { ...shareSize, at, isExact: true })
  return body && { body, contentType: 'image/jpeg', isFinal: true }
}

/**
 * Tells whether an organisation shows another one's pictures: a Meta does, but nothing of one that is not open yet, and whoever agreed that their
 * calendar shows an event of it.
 */
async function isShownBy({ database }: Pick<Context, 'database'>, tenant: Tenant, id: string): Promise<boolean> {
  if (tenant.category !== 'meta') return database.asServer((tx) => isShownBeside(tx, tenant, id))
  return (await database.asServer((tx) => findTenantById(tx, id)))?.approval === 'approved'
}
