import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError, fieldError } from '../errors.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { ImageRefusedError } from '../integrations/media/image-refused-error.ts'
import type { Language } from '../lib/language.ts'
import { sizeText } from '../lib/size-text.ts'
import { storageTexts } from '../messages/interface/storage.ts'

/** A file, with the name that it has where it comes from. */
export type Upload = Buffer & { readonly fileName?: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** Files of a form by field name; the body itself keeps texts only. */
    uploads: ReadonlyMap<string, Upload>
  }
}

/**
 * Stores the image a request brings, as the file `img` of a form or at the address `img_url`; null when it brings none.
 * Runs before any transaction, since fetching and decoding are slow.
 *
 * @throws AppError validation_failed on that field when it is no acceptable image; storage_full
 */
export async function takeImage(
  context: Pick<Context, 'images'>,
  tenant: Tenant,
  request: FastifyRequest,
  imageUrl: string | null,
  kind: 'image' | 'logo' = 'image',
): Promise<string | null> {
  const file = request.uploads.get('img')
  try {
    if (file && file.length > 0) return await context.images.fromBuffer(tenant.id, file, kind)
    if (imageUrl !== null) return await context.images.fromUrl(tenant.id, imageUrl, kind)
    return null
  } catch (error) {
    if (error instanceof ImageRefusedError) throw fieldError(file ? 'img' : 'img_url', `image_${error.reason}`)
    throw ofRoom(error, file ? 'img' : 'img_url', request.language)
  }
}

/**
 * Reads what a change says of the picture: nothing where it brings none, and null, which takes it away, at a null address.
 *
 * @throws AppError as `takeImage`
 */
export async function takeChangedImage(
  context: Pick<Context, 'images'>,
  tenant: Tenant,
  request: FastifyRequest,
  { img_url: url }: { readonly img_url?: string | null },
): Promise<{ readonly imageKey?: string | null }> {
  const imageKey = await takeImage(context, tenant, request, url ?? null)
  return imageKey !== null || url === null ? { imageKey } : {}
}

/** Tells beside the field how much room the organisation's pictures take and may take. Any other error stays as it is. */
export function ofRoom(error: unknown, field: string, language: Language): unknown {
  if (!(error instanceof AppError) || error.details.room === undefined) return error
  const said = storageTexts[language].full(roomText(error.details.room, language))
  return new AppError('storage_full', { fields: { [field]: [{ said }] } })
}

export function roomText(room: { readonly usedBytes: number; readonly mostBytes: number }, language: Language) {
  return { used: sizeText(room.usedBytes, language), most: sizeText(room.mostBytes, language) }
}
