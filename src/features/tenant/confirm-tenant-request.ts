import { type ServerTx, serverSide } from '../../db/database.ts'
import { isRefusal } from '../../errors.ts'
import { equalBytes } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { ensureAccount } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { mostCodeTries, signInLinkLifeMs } from '../account/session.ts'
import { codeHash, type SignInCode } from '../account/sign-in-code.ts'
import { recordChange } from '../audit/record-change.ts'
import { asNewTenant, type CreateTenantDeps, makeTenant, requireFreeSlug } from './create-tenant.ts'
import { type Guarded, requireOwnLook } from './require-own-look.ts'
import type { Registration } from './registration.ts'
import { findTenantById, getTenant } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'
import { countCodeTry, lockTenantRequest, type TenantRequest } from './tenant-request.queries.ts'

/** The proof that the person who answers reads the mail. */
export type RequestProof =
  | { readonly kind: 'link'; readonly token: string }
  | { readonly kind: 'code'; readonly code: SignInCode }

export type ConfirmedTenant =
  | {
      readonly kind: 'created'
      readonly tenant: Tenant
      /** A token that signs its owner in at its host, once. */
      readonly signInToken: string
    }
  /** It was confirmed before; this time nobody is signed in. */
  | { readonly kind: 'exists'; readonly tenant: Tenant }
  /** The address has been taken since. The link and the code stay good for another one. */
  | {
      readonly kind: 'slug_taken'
      readonly slug: string
      /** The organisation that the same person made there by another request; null: it is somebody else's, archived, or reserved. */
      readonly own: Tenant | null
      /** True when nobody has the address, but it looks like one that somebody has or that is reserved. */
      readonly isAlike: boolean
    }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'ended' }

type Confirmation = {
  /** Another address than the one that was asked for; null: the same. */
  readonly slug: string | null
  /** The setting of today, whatever it was at the request: when closed, nothing is made except for a super-user. */
  readonly registration: Registration
  readonly guarded: Guarded
}

/**
 * Makes the organisation that was asked for, with the person who confirms as its owner: at most one, however often and however many
 * at once confirm, by link or by code.
 */
export async function confirmTenantRequest(
  deps: CreateTenantDeps,
  meta: Tenant,
  proof: RequestProof,
  { slug, registration, guarded }: Confirmation,
): Promise<ConfirmedTenant> {
  let wished = slug
  let asker = ''
  try {
    return await asNewTenant(deps, newId(), async (tx) => {
      const [server, now] = [serverSide(tx), deps.now()]
      const found = await take(server, proof, { metaId: meta.id, now })
      if ('kind' in found) return found
      if (found.madeTenantId !== null) return { kind: 'exists', tenant: await getTenant(server, found.madeTenantId) }
      const isTrusted = registration === 'open' || found.bySuperUser
      if (registration === 'closed' && !isTrusted) return { kind: 'ended' }
      const { organisation, category, email, address, postalCode, city, language, sandbox } = found
      wished ??= found.slug
      asker = email
      if (!found.bySuperUser) await requireUnlike(server, { slug: wished, organisation }, guarded)
      const tenant = await makeTenant(deps, tx, {
        organisation,
        category,
        email,
        address,
        postalCode,
        city,
        language,
        approval: isTrusted ? 'approved' : 'waiting',
        mailsLimited: !found.bySuperUser,
        slug: wished,
        createdOn: meta,
        sandbox,
      })
      if (!isTrusted) await deps.enqueue(tx, { name: 'tell_of_registration', tenantId: tenant.id })
      await server
        .updateTable('tenantRequest')
        .set({ madeTenantId: tenant.id })
        .where('tokenHash', '=', found.tokenHash)
        .execute()
      const { id: accountId } = await ensureAccount(server, email, now)
      const owner: Actor = { kind: 'account', accountId, email, role: 'owner', isSuperUser: false, fromRoot: false }
      await recordChange(tx, owner, now, 'organisation.created', null, {
        after: { organisation, category, slug: tenant.slug },
      })
      const link = { tenantId: tenant.id, email, now, lifeMs: signInLinkLifeMs }
      return { kind: 'created', tenant, signInToken: await issueSignInLink(server, link) }
    })
  } catch (error) {
    if (!isRefusal(error, 'slug_taken') || wished === null) throw error
    const taken = { email: asker, slug: wished }
    const own = await deps.database.asServer((server) => findTenantMadeBy(server, taken))
    return { kind: 'slug_taken', slug: wished, own, isAlike: error.details.detail === 'slug_alike' }
  }
}

async function take(
  tx: ServerTx,
  proof: RequestProof,
  asked: { readonly metaId: string; readonly now: Date },
): Promise<TenantRequest | Extract<ConfirmedTenant, { kind: 'wrong' | 'ended' }>> {
  if (proof.kind === 'link') return (await lockTenantRequest(tx, { ...asked, token: proof.token })) ?? { kind: 'ended' }
  const found = await countCodeTry(tx, { ...asked, code: proof.code })
  if (found === null) return { kind: 'ended' }
  if (equalBytes(codeHash(proof.code), found.codeHash)) return found
  const triesLeft = mostCodeTries - found.codeTries
  return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'ended' }
}

/** Finds the organisation that another request of the same person made at that address; null also when archived: nobody signs in there. */
async function findTenantMadeBy(
  tx: ServerTx,
  { email, slug }: { readonly email: string; readonly slug: string },
): Promise<Tenant | null> {
  const made = await tx
    .selectFrom('tenantRequest')
    .innerJoin('tenant', 'tenant.id', 'tenantRequest.madeTenantId')
    .select('tenant.id')
    .where('tenantRequest.email', '=', email)
    .where('tenant.slug', '=', slug)
    .where('tenant.archivedAt', 'is', null)
    .executeTakeFirst()
  return made === undefined ? null : findTenantById(tx, made.id)
}

/** Refuses an address that looks like another; one that is taken is reported as taken first. @throws AppError slug_taken */
async function requireUnlike(
  tx: ServerTx,
  wished: { readonly slug: string; readonly organisation: string },
  guarded: Guarded,
): Promise<void> {
  await requireFreeSlug(tx, wished.slug)
  await requireOwnLook(tx, wished, guarded)
}
