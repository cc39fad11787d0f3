import type { ServerTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { looksLikeServer, lookOf, namesAnother, saysReserved } from './look-alike.ts'

/** What a stranger's organisation must not look like. */
export type Guarded = {
  readonly words: readonly string[]
  /** The server's DOMAIN. */
  readonly domain: string
}

/**
 * Refuses a stranger's label that could be taken for somebody else's: the server's, a bank's, or that of another organisation here, a
 * retired or archived one included. Two strangers who ask for look-alikes at once may both get them: a super-user checks them.
 *
 * @throws AppError slug_taken, with the detail slug_alike
 */
export async function requireOwnLook(
  tx: ServerTx,
  { slug, organisation }: { readonly slug: string; readonly organisation: string },
  { words, domain }: Guarded,
): Promise<void> {
  const alike = await tx
    .selectFrom('domain')
    .select('name')
    .where('look', '=', lookOf(slug))
    .limit(1)
    .executeTakeFirst()
  const isAlike =
    alike !== undefined ||
    looksLikeServer(slug, domain) ||
    saysReserved(slug, words) ||
    namesAnother(organisation, words)
  if (isAlike) throw new AppError('slug_taken', { detail: 'slug_alike' })
}
