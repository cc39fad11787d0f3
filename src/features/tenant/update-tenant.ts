import { serverSide, type TenantTx } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { isSafeLink } from '../../lib/safe-link.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import { type PersonalChange, recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { relocateCalendarEntries } from './calendar.queries.ts'
import { requireBothCoordinates } from './coordinates.ts'
import { noteDue } from './due-work.queries.ts'
import { refocused } from '../../lib/picture-focus.ts'
import { findFirstEntry, updateEntryValues } from './programme.queries.ts'
import { findAmounts, getTenant, putTenant } from './tenant.queries.ts'
import { namesAnother } from './look-alike.ts'
import type { Theme } from './theme.ts'
import { chosenLanguages, languagesOf, type SocialSite, type Tenant } from './tenant.ts'

/** What an organisation says about itself. Its slug and category stay what they were at creation. */
export type TenantValues = Pick<
  Tenant,
  | 'organisation'
  | 'shortDescription'
  | 'longDescription'
  | 'address'
  | 'postalCode'
  | 'city'
  | 'latitude'
  | 'longitude'
  | 'phone'
  | 'email'
  | 'website'
  | 'legalDocuments'
  | 'mailSender'
  | 'replyEmail'
  | 'twitter'
  | 'facebook'
  | 'instagram'
  | 'mapImageKey'
  | 'menuImageKey'
  | 'imageKey'
  | 'imageFocus'
  | 'logoKey'
  | 'membershipRequired'
  | 'membershipButton'
  | 'timeZone'
  | 'currency'
  | 'onlineHoldSeconds'
  | 'emailHoldSeconds'
  | 'cancellationHours'
  | keyof Theme
  | 'waitingOfferSeconds'
  | 'transfersAllowed'
  | 'mailsLimited'
  | 'sites'
> &
  Pick<Tenant, 'language' | 'languages'>

/**
 * Changes the fields that `values` names and leaves the others.
 *
 * @param given `languages`: its own need not be in it
 * @param within what else the transaction does; `former` is the organisation as it was
 * @param seen what the person who changes it saw of just these fields (`tenantVersion`); null: not compared
 * @throws AppError not_found, changed_meanwhile, in_use (the currency), validation_failed (an address that is not one of the web)
 */
export async function updateTenant(
  deps: BasicDeps<'notifyChange' | 'reservedWords'>,
  actor: Actor,
  id: string,
  given: Partial<TenantValues>,
  seen: string | null = null,
  within?: (tx: TenantTx, former: Tenant) => Promise<void>,
): Promise<Tenant> {
  requireSafeLinks(given)
  return deps.database.asTenant(id, async (tx) => {
    const former = await lockTenant(tx, given)
    const values = refocused(withOwnLanguage(given, former), former)
    const named = Object.keys(values) as (keyof TenantValues)[]
    if (seen !== null && seen !== tenantVersion(former, named)) throw new AppError('changed_meanwhile')
    if (named.length === 0) return former
    requireBothCoordinates({ ...former, ...values })
    requireOwnName(deps.reservedWords, actor, former, values)
    const { currency = former.currency } = values
    const usedBy = currency === former.currency ? null : await findAmounts(tx)
    if (usedBy !== null) throw new AppError('in_use', { usedBy, detail: 'currency_in_use' })
    const { languages, ...others } = values
    const chosen = languages === undefined ? {} : { languages: languages && [...languages] }
    await putTenant(serverSide(tx), id, { ...others, ...chosen })
    await recordTenantChange(tx, actor, deps.now(), former, values)
    await within?.(tx, former)
    const tenant = { ...former, ...values }
    if (tenant.category === 'venue') await moveVenue(tx, values)
    await noteDue(tx, 'pictures', values.imageKey ? deps.now() : null)
    await deps.notifyChange(tx, 'directory', null)
    await deps.notifyChange(tx, 'catalogue', id)
    return tenant
  })
}

function withOwnLanguage(values: Partial<TenantValues>, former: Tenant): Partial<TenantValues> {
  if (!values.languages) return values
  return { ...values, languages: chosenLanguages(values.languages, values.language ?? former.language) }
}

/** Lists the links that are not safe, by the names of the interface. */
export function unsafeLinks({
  twitter,
  facebook,
  instagram,
  legalDocuments,
}: Partial<Pick<TenantValues, SocialSite | 'legalDocuments'>>): readonly string[] {
  const links = { twitter, facebook, instagram, legal_documents: legalDocuments }
  return Object.entries(links).flatMap(([field, text]) => (text && !isSafeLink(text) ? [field] : []))
}

/** @throws AppError validation_failed */
export function requireSafeLinks(values: Partial<TenantValues>): void {
  const [field] = unsafeLinks(values)
  if (field !== undefined) throw fieldError(field, 'link')
}

/**
 * Refuses a new name that could be taken for somebody else's, so that an approved name is not exchanged for one afterwards; what the
 * administrator of the server gave it stays.
 *
 * @throws AppError validation_failed
 */
function requireOwnName(
  words: readonly string[],
  actor: Actor,
  former: Tenant,
  { organisation = former.organisation, mailSender = former.mailSender }: Partial<TenantValues>,
): void {
  if (actor.kind === 'server' || (actor.kind === 'account' && actor.isSuperUser)) return
  if (organisation !== former.organisation && namesAnother(organisation, words))
    throw fieldError('organisation', 'reserved_word')
  if (mailSender !== null && mailSender !== former.mailSender && namesAnother(mailSender, words))
    throw fieldError('mail_sender', 'reserved_word')
}

/** A version of these fields for a form; it changes when somebody else changes one of them. */
export function tenantVersion(tenant: Tenant, fields: readonly (keyof TenantValues)[]): string {
  return versionOf(fields.toSorted().map((field) => tenant[field]))
}

/** @throws AppError not_found */
async function lockTenant(tx: TenantTx, { currency }: Partial<TenantValues>): Promise<Tenant> {
  const own = serverSide(tx).selectFrom('tenant').select('id').where('id', '=', tx.tenantId)
  await own.forNoKeyUpdate().execute()
  const tenant = await getTenant(serverSide(tx), tx.tenantId)
  // Amounts do not name their currency: a price that is being made and a new currency wait for each other, since the foreign key of the
  // price takes the weaker lock. Only then: a booking takes that one too, under the lock of its counter.
  if (currency !== undefined && currency !== tenant.currency) await own.forUpdate().execute()
  return tenant
}

/** Records a change; addresses and a phone number may be somebody's own, and are kept where erasing that person reaches them. */
async function recordTenantChange(
  tx: TenantTx,
  actor: Actor,
  now: Date,
  former: Tenant,
  values: Partial<TenantValues>,
): Promise<void> {
  const { email, phone, replyEmail, ...changed } = values
  // Compared as the languages its pages are offered in, whichever way they are kept.
  const offered = (tenant: Tenant) => languagesOf(tenant).toSorted()
  const after =
    changed.languages === undefined ? changed : { ...changed, languages: offered({ ...former, ...changed }) }
  const known = (address: string | null) => address && normalizeEmail(address)
  const personEmail = known(former.email)
  const personal: PersonalChange[] = []
  if (email !== undefined && email !== former.email) {
    personal.push({ field: 'formerEmail', personEmail, before: former.email })
    personal.push({ field: 'email', personEmail: known(email), after: email })
  }
  if (replyEmail !== undefined && replyEmail !== former.replyEmail) {
    const formerly = former.replyEmail
    personal.push({ field: 'formerReplyEmail', personEmail: known(formerly), before: formerly })
    personal.push({ field: 'replyEmail', personEmail: known(replyEmail), after: replyEmail })
  }
  if (phone !== undefined && phone !== former.phone)
    personal.push({ field: 'phone', personEmail, before: former.phone, after: phone })
  const before = Object.fromEntries(
    (Object.keys(after) as (keyof typeof after)[]).map((field) => [
      field,
      field === 'languages' ? offered(former) : former[field],
    ]),
  )
  await recordChange(tx, actor, now, 'organisation.changed', null, { before, after, personal })
}

/** Moves a venue's one location with the organisation: the address is said once (ADR 0073). */
async function moveVenue(tx: TenantTx, values: Partial<TenantValues>): Promise<void> {
  const parts = ['address', 'postalCode', 'city', 'latitude', 'longitude'] as const
  const named = parts.filter((part) => values[part] !== undefined)
  const moved = Object.fromEntries(named.map((part) => [part, values[part]]))
  const location = named.length === 0 ? null : await findFirstEntry(tx, 'location')
  if (!location) return
  await updateEntryValues(tx, 'location', location.id, moved)
  await relocateCalendarEntries(tx, location.id)
}
