import type { ImageIntake } from '../../integrations/media/image-intake.ts'
import type { MediaStore } from '../../integrations/media/media-store.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { type CreateTenantDeps, createTenant, type NewTenant } from './create-tenant.ts'
import { deletePictures } from './picture.queries.ts'
import { findTenantById } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

type PictureKeys = Pick<NewTenant, 'imageKey' | 'logoKey' | 'mapImageKey' | 'menuImageKey'>

type Images = Pick<ImageIntake, 'readyFromUrl'>

/**
 * Makes a tenant whose pictures are stored before it, since fetching is slow and a bad picture means that no tenant is made. If it is
 * refused, the pictures are removed: nobody would ever look for those of a tenant that does not exist.
 *
 * @param take stores the pictures by `images`, which notes what it stored
 * @throws AppError as createTenant, and what `take` throws
 */
export async function createWithPictures(
  deps: CreateTenantDeps & { readonly media: MediaStore; readonly images: Images },
  input: Omit<NewTenant, keyof PictureKeys>,
  take: (tenantId: string, images: Images) => Promise<PictureKeys>,
): Promise<Tenant> {
  const id = input.id ?? newId()
  const stored: string[] = []
  try {
    return await createTenant(deps, { ...input, ...(await take(id, noting(deps.images, stored))), id })
  } catch (error) {
    // After any other error nobody knows whether it was made.
    if (error instanceof AppError) await removePictures(deps, id, stored)
    throw error
  }
}

function noting(images: Images, stored: string[]): Images {
  return {
    async readyFromUrl(...image) {
      const ready = await images.readyFromUrl(...image)
      return {
        async keep() {
          const key = await ready.keep()
          stored.push(key)
          return key
        },
      }
    },
  }
}

/** @param stored the keys of what this call stored: another request with the same key may have stored more, and be making it still */
async function removePictures(
  { database, media }: Pick<Deps, 'database'> & { readonly media: MediaStore },
  tenantId: string,
  stored: readonly string[],
): Promise<void> {
  if (stored.length === 0) return
  // An earlier request with the same key made one of that id.
  if (await database.asServer((tx) => findTenantById(tx, tenantId))) return
  const names = stored.map((key) => key.slice(tenantId.length + 1))
  await database.asTenant(tenantId, async (tx) => {
    await deletePictures(tx, names)
    // Under the locks of their rows: somebody who stores the same picture now waits, and writes it again.
    for (const name of names) await media.remove(tenantId, name)
  })
  await media.removeEmpty(tenantId)
}
