import type { MediaStore } from '../../integrations/media/media-store.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { type CreateTenantDeps, createTenant, type NewTenant } from './create-tenant.ts'
import { deletePictures } from './picture.queries.ts'
import { findTenantById } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

type PictureKeys = Pick<NewTenant, 'imageKey' | 'logoKey' | 'mapImageKey' | 'menuImageKey'>

/**
 * Makes a tenant whose pictures are stored before it, since fetching is slow and a bad picture means that no tenant is made. If it is
 * refused, the pictures are removed: nobody would ever look for those of a tenant that does not exist.
 *
 * @throws AppError as createTenant, and what `take` throws
 */
export async function createWithPictures(
  deps: CreateTenantDeps & { readonly media: MediaStore },
  input: Omit<NewTenant, keyof PictureKeys>,
  take: (tenantId: string) => Promise<PictureKeys>,
): Promise<Tenant> {
  const id = input.id ?? newId()
  try {
    return await createTenant(deps, { ...input, ...(await take(id)), id })
  } catch (error) {
    // After any other error nobody knows whether it was made.
    if (error instanceof AppError) await removePictures(deps, id)
    throw error
  }
}

async function removePictures(
  { database, media }: Pick<Deps, 'database'> & { readonly media: MediaStore },
  tenantId: string,
): Promise<void> {
  // An earlier request with the same key made one of that id.
  if (await database.asServer((tx) => findTenantById(tx, tenantId))) return
  await media.removeAll(tenantId)
  await database.asTenant(tenantId, deletePictures)
}
