import { serverSide } from '../../db/database.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import type { Language } from '../../lib/language.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { waitInLine } from '../account/rate.queries.ts'
import { signInCodeLifeMs, signInLinkLifeMs } from '../account/session.ts'
import { codeHash, newSignInCode } from '../account/sign-in-code.ts'
import type { EnqueueDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireFreeSlug } from './create-tenant.ts'
import { confirmOrganisationLetter } from './mail-texts.ts'
import { type Guarded, requireOwnLook } from './require-own-look.ts'
import type { Tenant, TenantCategory } from './tenant.ts'
import { countOpenRequests } from './tenant-request.queries.ts'

/** The most requests of an address that wait for an answer; each is in the mailbox and still works (ADR 0140). */
const mostOpenRequests = 5

export type WishedTenant = {
  readonly organisation: string
  readonly category: Exclude<TenantCategory, 'root'>
  readonly email: string
  readonly slug: string
  readonly address: string | null
  readonly postalCode: string | null
  readonly city: string | null
  /** Whether it is made to try things in, for ever (ADR 0272); of a kind that sells. */
  readonly sandbox: boolean
}

/**
 * Keeps a filled-in form and mails a link and a code to the address: only a person who reads it there makes an organisation of it.
 * Where enough are in the mailbox unanswered nothing is sent, and the answer is the same.
 *
 * @returns the handle without which the code is worth nothing, for the browser that asked
 * @throws AppError slug_taken
 */
export async function requestTenant(
  deps: EnqueueDeps,
  meta: Tenant,
  wished: WishedTenant,
  asked: {
    readonly language: Language
    /** The base address of the host that was asked: the link leads there. */
    readonly base: string
    readonly bySuperUser: boolean
    readonly guarded: Guarded
    /** False: mails to one address are not limited. */
    readonly limited: boolean
  },
): Promise<string> {
  const email = normalizeEmail(wished.email)
  const [token, code] = [randomToken(), newSignInCode()]
  await deps.database.asTenant(meta.id, async (tx) => {
    const [server, now] = [serverSide(tx), deps.now()]
    await requireFreeSlug(server, wished.slug)
    if (!asked.bySuperUser) await requireOwnLook(server, wished, asked.guarded)
    await server.deleteFrom('tenantRequest').where('expiresAt', '<', now).execute()
    // The row of the count makes simultaneous requests take turns, so that none is counted before another is kept.
    await waitInLine(server, `tenant_request_mail ${sha256(email).toString('base64url')}`, now)
    if (asked.limited && (await countOpenRequests(server, email, now)) >= mostOpenRequests) return
    await server
      .insertInto('tenantRequest')
      .values({
        ...wished,
        email,
        tokenHash: sha256(token),
        metaTenantId: meta.id,
        language: asked.language,
        bySuperUser: asked.bySuperUser,
        handleHash: sha256(code.handle),
        codeHash: codeHash(code),
        codeExpiresAt: new Date(now.getTime() + signInCodeLifeMs),
        expiresAt: new Date(now.getTime() + signInLinkLifeMs),
        createdAt: now,
      })
      .execute()
    await queueMail(deps, tx, {
      ...confirmOrganisationLetter(asked.language, {
        organisation: wished.organisation,
        url: asked.base + at(visitorPaths.newTenantLink, { token }),
        digits: code.digits,
      }),
      recipient: email,
      usefulUntil: new Date(now.getTime() + signInLinkLifeMs),
    })
  })
  return code.handle
}
