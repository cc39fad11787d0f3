import { type ServerTx, serverSide, type TenantTx, violates } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import { AppError, fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { usualLanguage } from '../../lib/spoken.ts'
import { normalizeEmail, slugify } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { ensureAccount, putRole } from '../account/account.queries.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { setUpLinkLifeMs } from '../account/session.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { insertMember } from './federation.queries.ts'
import { type FirstKey, insertFirstKey } from './first-key.ts'
import { lookOf } from './look-alike.ts'
import { welcomeLetter } from './mail-texts.ts'
import { makeSigningKey } from './signing-key.ts'
import { getTenant, isDomainNameTaken } from './tenant.queries.ts'
import {
  type Approval,
  categoryRules,
  chosenLanguages,
  reservedLabels,
  type Tenant,
  type TenantCategory,
} from './tenant.ts'
import type { TenantValues } from './update-tenant.ts'

/** What is said of it from the first day on; the rest as the columns have it where nothing is said. */
export type NewTenant = Partial<TenantValues> & {
  /** The new tenant's id, chosen by the caller when images were stored for it before. */
  readonly id?: string
  readonly organisation: string
  readonly category: TenantCategory
  readonly email: string
  /** The domain label; made from the organisation when absent. */
  readonly slug?: string
  /** Approved when absent: the person who made it was trusted with that. */
  readonly approval?: Extract<Approval, 'approved' | 'waiting'>
  /** Limited when absent; false: the administrator of the server made it, and answers for what it mails. */
  readonly mailsLimited?: boolean
  /** Whether it is to try things in, for ever (ADR 0272). */
  readonly sandbox?: boolean
  /** The Meta that was asked: the new tenant joins its federation. The first Meta lists everybody anyway. */
  readonly createdOn?: Tenant
  readonly firstKey?: FirstKey
}

export type CreateTenantDeps = Pick<
  Deps,
  'database' | 'now' | 'secrets' | 'enqueue' | 'notifyChange' | 'urls' | 'defaults'
>

/**
 * Makes a whole tenant in one transaction: directory, domain label, signing key, first administrator with a sign-in link in the mail,
 * and the first location, stage and project its category needs.
 *
 * @throws AppError slug_taken, root_exists, validation_failed (an organisation without a letter or digit), idempotency_conflict (there
 *   is one of that id), category_rule (a sandbox of a kind that sells nothing)
 */
export async function createTenant(deps: CreateTenantDeps, input: NewTenant): Promise<Tenant> {
  return asNewTenant(deps, input.id ?? newId(), (tx) => makeTenant(deps, tx, input))
}

/**
 * Runs `work` in the scope of a tenant that it makes. When two take one slug at the same moment the unique indexes let one through.
 *
 * @throws AppError slug_taken, idempotency_conflict (there is one of that id)
 */
export async function asNewTenant<T>(
  deps: Pick<Deps, 'database'>,
  id: string,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  try {
    return await deps.database.asTenant(id, work)
  } catch (error) {
    if (violates(error, 'tenant_slug_key') || violates(error, 'domain_pkey')) throw new AppError('slug_taken')
    if (violates(error, 'tenant_pkey')) throw new AppError('idempotency_conflict')
    throw error
  }
}

/** Makes a whole tenant within the transaction of `asNewTenant`, whose tenant it becomes. */
export async function makeTenant(deps: CreateTenantDeps, tx: TenantTx, input: NewTenant): Promise<Tenant> {
  if (input.category === 'root') throw new AppError('root_exists')
  if (input.sandbox && !categoryRules[input.category].sells)
    throw new AppError('category_rule', { rule: 'sells_nothing' })
  const slug = slugFor(tx.tenantId, input)
  await requireFreeSlug(serverSide(tx), slug)
  await insertTenant(deps, tx, input, slug)
  await insertFirstProgramme(deps, tx, input)
  await inviteAdministrator(deps, tx, input, slug)
  const meta = input.createdOn
  if (meta && !meta.firstMeta)
    await insertMember(serverSide(tx), { metaId: meta.id, memberId: tx.tenantId }, deps.now())
  await deps.notifyChange(tx, 'directory', null)
  return getTenant(serverSide(tx), tx.tenantId)
}

/**
 * The label a new tenant would get. A name in another alphabet leaves nothing for one (ADR 0068): the label is then made of its
 * category and the end of its id, `venue-5c8e2b10`.
 *
 * @throws AppError validation_failed (a name without a letter or digit)
 */
export function slugFor(id: string, input: Pick<NewTenant, 'organisation' | 'category' | 'slug'>): string {
  const slug = slugify(input.slug ?? input.organisation)
  if (slug !== '') return slug
  if (input.slug !== undefined || !/[\p{L}\p{N}]/u.test(input.organisation))
    throw fieldError('organisation', 'name_without_letters')
  return `${input.category}-${id.slice(-8)}`
}

/**
 * Refuses a label that is taken or reserved, also before images are fetched; in the transaction unique indexes decide. @throws
 * AppError slug_taken
 */
export async function requireFreeSlug(tx: ServerTx, slug: string): Promise<void> {
  if (reservedLabels.has(slug) || (await isDomainNameTaken(tx, slug))) throw new AppError('slug_taken')
}

/** Writes the directory row, the label and the signing key; shared with the installation. */
export async function insertTenant(
  deps: Pick<Deps, 'now' | 'secrets' | 'defaults'>,
  tx: TenantTx,
  input: Omit<NewTenant, 'email'> & {
    readonly email: string | null
    readonly firstMeta?: boolean
    readonly label?: string
  },
  slug: string,
): Promise<void> {
  const now = deps.now()
  const { createdOn, firstKey, label = slug, languages, ...values } = input
  const { language = usualLanguage, mailsLimited = true, approval = 'approved', firstMeta = false } = values
  const { timeZone = deps.defaults.timeZone } = values
  const chosen = languages ? chosenLanguages(languages, language) : null
  await tx
    .insertInto('tenant')
    .values({
      ...values,
      ...{ language, languages: chosen && [...chosen], mailsLimited, approval, firstMeta, timeZone },
      // Its provider needs no keys.
      paysOnline: input.sandbox ?? false,
      id: tx.tenantId,
      slug,
      createdAt: now,
    })
    .execute()
  if (input.category !== 'root') {
    await insertRows(tx, 'domain', { name: label, look: lookOf(label), kind: 'label', createdAt: now }).execute()
  }
  await insertRows(tx, 'signingKey', {
    id: newId(),
    createdAt: now,
    ...makeSigningKey(deps.secrets, tx.tenantId),
  }).execute()
}

/** Writes the first location, stage and project, from the organisation's name and address, which may be empty (ADR 0073). */
async function insertFirstProgramme(deps: Pick<Deps, 'now'>, tx: TenantTx, input: NewTenant): Promise<void> {
  const rule = categoryRules[input.category]
  const base = { tenantId: tx.tenantId, name: input.organisation, createdAt: deps.now() }
  if (rule.locations !== 'none') {
    const locationId = newId()
    const { address, postalCode, city, latitude, longitude } = input
    const place = { address, postalCode, city, latitude, longitude }
    await tx
      .insertInto('location')
      .values({ ...base, id: locationId, ...place })
      .execute()
    await tx
      .insertInto('stage')
      .values({ ...base, id: newId(), locationId })
      .execute()
  }
  if (rule.projects === 'one_or_more')
    await tx
      .insertInto('project')
      .values({ ...base, id: newId() })
      .execute()
}

async function inviteAdministrator(
  deps: CreateTenantDeps,
  tx: TenantTx,
  input: NewTenant,
  slug: string,
): Promise<void> {
  const now = deps.now()
  const account = await ensureAccount(serverSide(tx), normalizeEmail(input.email), now)
  if (input.firstKey) await insertFirstKey(tx, input.firstKey, input.category, account, now)
  await putRole(tx, { accountId: account.id, role: 'owner', now })
  const token = await issueSignInLink(serverSide(tx), {
    tenantId: tx.tenantId,
    email: account.email,
    now,
    lifeMs: setUpLinkLifeMs,
  })
  const url = deps.urls.base(slug) + at(visitorPaths.mailedSignIn, { token })
  await queueMail(deps, tx, {
    ...welcomeLetter(input.language ?? usualLanguage, {
      organisation: input.organisation,
      url,
      sells: categoryRules[input.category].sells,
      keyName: input.firstKey?.name ?? null,
    }),
    recipient: account.email,
    usefulUntil: new Date(now.getTime() + setUpLinkLifeMs),
  })
}
