import type { PriceValues } from '../../features/catalog/save-price.ts'
import type { ProductValues } from '../../features/catalog/save-product.ts'
import type { PromotionalCodeValues } from '../../features/catalog/save-promotional-code.ts'
import type { DeviceSettings } from '../../features/device/device-settings.ts'
import type { EventSettings } from '../../features/event/event-settings.ts'
import type { ProgrammeNoun, ProgrammeValues } from '../../features/tenant/programme-fields.ts'
import type { TenantValues } from '../../features/tenant/update-tenant.ts'
import type { Language } from '../../lib/language.ts'
import { auditFieldTexts } from '../../messages/office/audit-field.ts'

type OfEntry<Noun extends ProgrammeNoun> = Noun extends ProgrammeNoun ? keyof ProgrammeValues[Noun] : never

/** Fields that only one action names and no form has; a name is read from the log in this spelling, however it was noted. */
type Single =
  | ('category' | 'slug' | 'label' | 'domain' | 'formerEmail' | 'formerReplyEmail')
  | ('paymentKeys' | 'paymentKeysSetAt' | 'webhookSecretSet')
  | ('issuer' | 'clientId' | 'secretSetAt' | 'mailDomains' | 'roleClaim' | 'byProvider')
  | ('managerValues' | 'boxOfficeValues' | 'stewardValues' | 'accountantValues')
  | ('appleWalletSetAt' | 'appleWalletUntil' | 'googleWalletSetAt')
  | ('productId' | 'priceId' | 'permissions' | 'expiresAt' | 'addresses' | 'user')
  | ('roles' | 'goesBack' | 'refund' | 'paid' | 'includesLetIn')
  | ('payment' | 'method' | 'amount' | 'tickets' | 'scan' | 'seat' | 'number' | 'reason' | 'subject' | 'bookings')
  | ('superUser' | 'createTenants' | 'calendar' | 'guests' | 'places' | 'prefix' | 'codes' | 'count')
  | ('kinds' | 'happenedAt' | 'url' | 'signature' | 'fingerprint')
  | ('list' | 'form' | 'columns' | 'from' | 'until' | 'event' | 'rows' | 'complete' | 'job' | 'about')
  | ('costs' | 'deals')

/** Every field that an entry of the log may name: a new field without words does not compile. */
export type AuditField =
  | keyof TenantValues
  | keyof EventSettings
  | keyof ProductValues
  | keyof PriceValues
  | keyof PromotionalCodeValues
  | keyof DeviceSettings
  | OfEntry<ProgrammeNoun>
  | Single

/** The name of each field. */
export function auditFieldNames(language: Language): Readonly<Record<AuditField, string>> {
  return auditFieldTexts[language].fields
}
