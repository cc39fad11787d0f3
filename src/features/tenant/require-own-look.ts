import type { ServerTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { looksLikeServer, lookOf, namesAnother, saysReserved } from './look-alike.ts'

/** What a stranger may not be taken for. */
export type Guarded = {
  readonly words: readonly string[]
  /** DOMAIN */
  readonly domain: string
}

/**
 * A stranger's label is nobody's whom it could be taken for: neither the server, nor a bank, nor another organisation here, one that
 * was retired or archived included. Two strangers who ask for a pair at once may both get it: a super-user looks at them.
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
