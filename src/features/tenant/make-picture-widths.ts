import { variationsOf } from '../../integrations/media/image-variations.ts'
import type { MediaStore } from '../../integrations/media/media-store.ts'
import type { Pictures } from '../../integrations/media/pictures.ts'
import type { BasicDeps } from '../deps.ts'
import { forEachDue } from './for-each-due.ts'
import { listPosterKeys } from './picture.queries.ts'

type WidthDeps = BasicDeps & { readonly media: MediaStore; readonly pictures: Pick<Pictures, 'width'> }

/** The most pictures of all organisations in a run: a minute of one processor that others want more. */
const mostAtOnce = 20

/**
 * Makes the further widths of pictures that pages show large or in lists, one after the other, so that whoever sends a picture meanwhile
 * waits for one width at most. Those that are left stay due; what is there already is found, not made.
 *
 * @throws TenantsFailedError
 */
export async function makePictureWidths(deps: WidthDeps): Promise<void> {
  let left = mostAtOnce
  await forEachDue(deps, 'pictures', async (tenantId) => {
    for (const key of await deps.database.asTenant(tenantId, listPosterKeys)) {
      if (left === 0) return true
      if (await makeWidthsOf(deps, tenantId, key)) left--
    }
    return false
  })
}

/** @returns whether anything was lacking */
async function makeWidthsOf({ media, pictures }: WidthDeps, tenantId: string, key: string): Promise<boolean> {
  const name = key.slice(tenantId.length + 1)
  const lacking = await media.lackingWidths(tenantId, name)
  const file = lacking.length === 0 ? null : await media.read(variationsOf(key).fhd)
  if (file === null) return false
  for (const width of lacking)
    await media.addWidth(tenantId, name, width, await pictures.width(tenantId, file.body, width))
  return true
}
