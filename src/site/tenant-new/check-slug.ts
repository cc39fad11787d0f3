import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { requireFreeSlug } from '../../features/tenant/create-tenant.ts'
import { type Guarded, requireOwnLook } from '../../features/tenant/require-own-look.ts'
import type { Language } from '../../lib/language.ts'
import { slugify } from '../../lib/text.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { route } from '../../http/route.ts'
import { tenantNewTexts } from '../../messages/site/tenant-new.ts'
import { BooleanOut, TextOut, TextQuery } from '../../http/wire/schemas.ts'

/**
 * Makes the slug of the address that an organisation would get: from what was typed for it, otherwise from its name. '' when nothing is
 * left of either.
 */
export function wishedSlug({ name, slug }: { readonly name: string; readonly slug: string }): string {
  return slugify(slug.trim() === '' ? name : slug)
}

/** Says in a sentence whether an address is free. Null slug: nothing is left of what was typed. */
export async function checkSlug(
  context: Pick<Context, 'database' | 'urls' | 'config'>,
  { slug, organisation }: { readonly slug: string; readonly organisation: string },
  language: Language,
): Promise<{ readonly free: boolean; readonly said: string }> {
  const words = tenantNewTexts[language]
  if (slug === '') return { free: false, said: words.slugMissing }
  try {
    await context.database.asServer(async (tx) => {
      await requireFreeSlug(tx, slug)
      await requireOwnLook(tx, { slug, organisation }, guardedBy(context))
    })
    return { free: true, said: words.slugFree({ url: context.urls.base(slug) }) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { free: false, said: refusedSlug(error, slug, language) }
  }
}

/** The names that strangers may not use here: reserved words, and the server's own domain. */
export function guardedBy({ config, urls }: Pick<Context, 'config' | 'urls'>): Guarded {
  return { words: config.reservedWords, domain: urls.domain }
}

/** Says why an address cannot be had. */
export function refusedSlug({ details }: AppError, slug: string, language: Language): string {
  const words = tenantNewTexts[language]
  return details.detail === 'slug_alike' ? words.slugAlike({ slug }) : words.slugTaken({ slug })
}

/** Registers the check for the script of the creation form, with the same answer while an address is typed. */
export function registerSlugCheck(app: FastifyInstance, context: Context): void {
  route(app, {
    method: 'GET',
    url: visitorPaths.newTenantAddress,
    access: { kind: 'public', onlyOn: 'meta' },
    summary: 'Whether the address of an organisation is free',
    tag: 'Pages',
    query: Type.Object({ name: Type.Optional(TextQuery), slug: Type.Optional(TextQuery) }),
    response: { 200: Type.Object({ free: BooleanOut, said: TextOut }) },
    handler: async ({ language, query, request, reply }) => {
      await countRequest(context, reply, 'slug_check', addressOf(request))
      const { name = '', slug = '' } = query
      reply.header('cache-control', 'no-store')
      const wished = { slug: wishedSlug({ name, slug }), organisation: name }
      return checkSlug(context, wished, language)
    },
  })
}
