import type { Selectable } from 'kysely'
import type { Tenant as TenantRow } from '../../db/tables.ts'
import { type Language, languages } from '../../lib/language.ts'
import type { Role } from '../account/role.ts'

export const tenantCategories = ['venue', 'festival', 'project', 'producer', 'meta', 'root'] as const
export type TenantCategory = (typeof tenantCategories)[number]

export function isTenantCategory(text: string): text is TenantCategory {
  return (tenantCategories as readonly string[]).includes(text)
}

/** `waiting`: made by the form, and no super-user has decided; `refused`: a super-user refused it, and may still approve it. */
export const approvals = ['approved', 'waiting', 'refused'] as const
export type Approval = (typeof approvals)[number]

/** An organisation on this server: the row of the directory, with its closed lists typed. */
export type Tenant = Omit<
  Selectable<TenantRow>,
  'category' | 'language' | 'languages' | 'approval' | 'passkeyRoles'
> & {
  readonly category: TenantCategory
  readonly approval: Approval
  readonly language: Language
  /** The languages its pages are offered in besides its own; null: every language of the service (`languagesOf`). */
  readonly languages: readonly Language[] | null
  /** The roles that need a passkey to work here. */
  readonly passkeyRoles: readonly Role[]
  /**
   * Its name under DOMAIN; null for Root, which answers on DOMAIN itself. Links that sign somebody in or give rights, and addresses
   * that programs keep, use it: the owner of an own domain reads what comes to it, and it may end.
   */
  readonly label: string | null
  /** The host that links to it use: its label, or the own domain that the tenant made the main one. Null for Root. */
  readonly host: string | null
  /** The own domains that it answers at, by name. */
  readonly domains: readonly string[]
}

/** The languages its pages are offered in: its own first. */
export function languagesOf(tenant: Pick<Tenant, 'language' | 'languages'>): readonly [Language, ...Language[]] {
  const others = (tenant.languages ?? languages).filter((language) => language !== tenant.language)
  return [tenant.language, ...others]
}

/** The chosen languages as `languages` keeps them, with its own; all languages become null, so that future ones are included. */
export function chosenLanguages(chosen: readonly Language[], own: Language): readonly Language[] | null {
  const among = languages.filter((language) => language === own || chosen.includes(language))
  return among.length === languages.length ? null : among
}

/** Most characters of what an organisation says about itself; a field that is not named here has no form of its own. */
export const longestTexts = {
  organisation: 50,
  shortDescription: 250,
  longDescription: 20_000,
  address: 250,
  postalCode: 15,
  city: 100,
  phone: 30,
  legalDocuments: 2000,
  social: 2000,
  mailSender: 70,
} as const
/** The sites an organisation may be found on, by the field with its address or name there. Names of services are not translated. */
export const socialSites = { twitter: 'X', facebook: 'Facebook', instagram: 'Instagram' } as const
export type SocialSite = keyof typeof socialSites
export const socialSiteNames = Object.keys(socialSites) as readonly SocialSite[]

/** A phone number as it is dialled, with what people write between the digits. */
export const phonePattern = '^[+(]?[0-9][0-9 ()./-]*$'

/** A year; the table has the same limit. */
export const mostCancellationHours = 8760
/** Less than a day, within which an online payment must end. */
export const mostOfferHours = 22
/** The limit of the table: a checkout session ends a day after it began at the latest. */
export const mostOnlineHoldMinutes = 1380
/** A month. */
export const mostEmailHoldHours = 720

/** How many rows of the programme a category has, or may have (ADR 0073). */
export type CategoryRule = {
  readonly sells: boolean
  readonly locations: 'exactly_one' | 'one_or_more' | 'any' | 'none'
  readonly stages: 'exactly_one' | 'one_or_more' | 'any' | 'none'
  readonly projects: 'none' | 'one_or_more'
}

export const categoryRules = {
  venue: { sells: true, locations: 'exactly_one', stages: 'exactly_one', projects: 'none' },
  festival: { sells: true, locations: 'one_or_more', stages: 'one_or_more', projects: 'none' },
  project: { sells: true, locations: 'any', stages: 'any', projects: 'none' },
  producer: { sells: true, locations: 'any', stages: 'any', projects: 'one_or_more' },
  meta: { sells: false, locations: 'none', stages: 'none', projects: 'none' },
  root: { sells: false, locations: 'none', stages: 'none', projects: 'none' },
} as const satisfies Record<TenantCategory, CategoryRule>

/** The categories of organisations with a box office. */
export type SellingCategory = {
  [Category in TenantCategory]: (typeof categoryRules)[Category]['sells'] extends true ? Category : never
}[TenantCategory]

/** The categories of organisations that an event of another one may name as its artist. */
export const onStage: readonly TenantCategory[] = ['project', 'producer']

export const sellingCategories = tenantCategories.filter(
  (category): category is SellingCategory => categoryRules[category].sells,
)

/** Whether a text has the form of a label in the directory (RFC 1035). */
export function isDomainLabel(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
}

/** Labels nobody may take: they read like the service itself. The Meta label and every retired label are reserved too. */
export const reservedLabels: ReadonlySet<string> = new Set([
  'www',
  'api',
  'admin',
  'root',
  'mail',
  'smtp',
  'imap',
  'ftp',
  'static',
  'assets',
  'media',
  'cdn',
  'app',
  'auth',
  'login',
  'account',
  'status',
  'help',
  'support',
  'docs',
  'blog',
  'ns1',
  'ns2',
  'mx',
  'autoconfig',
  'autodiscover',
  'wpad',
  'isatap',
  'localhost',
  'tenant',
])
