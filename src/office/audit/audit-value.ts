import { isPermission } from '../../features/account/permission.ts'
import { isRole } from '../../features/account/role.ts'
import { readNotedMoney } from '../../features/audit/noted-money.ts'
import type { Subject } from '../../features/audit/subject.queries.ts'
import { isTenantCategory } from '../../features/tenant/tenant.ts'
import { freeSeating } from '../../features/ticket/ticket.ts'
import { ticketTexts } from '../../messages/documents/ticket.ts'
import { amountText, languageName, localeOf, momentText, percentText } from '../../lib/format.ts'
import { shortReference } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { isSpoken } from '../../lib/spoken.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { isUuid } from '../../lib/text.ts'
import { apiKeyTexts } from '../../messages/office/api-key.ts'
import { auditFieldTexts } from '../../messages/office/audit-field.ts'
import { auditTexts } from '../../messages/office/audit.ts'
import { codeTexts } from '../../messages/office/code.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { exportTexts } from '../../messages/office/export.ts'
import { frameTexts } from '../../messages/office/frame.ts'
import { priceTexts } from '../../messages/office/price.ts'
import { productTexts } from '../../messages/office/product.ts'
import { reservationTexts } from '../../messages/office/reservation.ts'
import { webhookTexts } from '../../messages/office/webhook.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { eventCategoryTexts } from '../../messages/site/event-category.ts'
import type { Reader } from '../../pages/reader.ts'
import { type AuditField, auditFieldNames } from './audit-fields.ts'

export type AuditReader = Pick<Reader, 'timeZone' | 'currency' | 'now' | 'language'> & {
  /** Subjects with their names, by their ids. */
  readonly subjects: ReadonlyMap<string, Subject>
}

/** A moment as `JSON.stringify` writes it. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Names a field of the log as people call it. A field that an older version noted is shown by its own name. */
export function auditFieldName(field: string, language: Language): string {
  const names: Readonly<Record<string, string>> = auditFieldNames(language)
  return names[field] ?? field
}

/** Writes a value of the log as people read it: a name of the code's own becomes words. */
export function auditValue(field: string, value: unknown, reader: AuditReader): string {
  const values = [value].flat().filter((one) => one !== null && one !== undefined && one !== '')
  if (values.length === 0) return auditTexts[reader.language].empty
  return values.map((one) => wordOf(field, one, reader)).join('; ')
}

/** The address of the picture that a value names; null: it names none. */
export function pictureOf(field: string, value: unknown): string | null {
  const isPicture = pictureFields.some((one) => one === field) && typeof value === 'string' && value !== ''
  return isPicture ? `/${variationsOf(value).med}` : null
}

const pictureFields = ['imageKey', 'logoKey', 'mapImageKey', 'menuImageKey'] as const satisfies readonly AuditField[]

type Say = (value: string, reader: AuditReader) => string | undefined

const money: Say = (value, { currency, language }) => {
  const { amountMinor, currency: own } = readNotedMoney(value) ?? { amountMinor: Number(value), currency }
  return amountText(amountMinor, own, language)
}
const percent: Say = (value, { language }) => percentText(Number(value), language)
const inWords =
  (wordsOf: (language: Language) => object): Say =>
  (value, { language }) => {
    const words: Readonly<Record<string, unknown>> = { ...wordsOf(language) }
    const word = words[value]
    return typeof word === 'string' ? word : undefined
  }

/** How the values of fields are written that are no moment, no thing and no yes or no, and not shown as they are. */
const says: { readonly [Field in AuditField]?: Say } = {
  amountMinor: money,
  amount: money,
  discountMinor: money,
  goesBack: money,
  paid: money,
  onlineHoldSeconds: duration,
  emailHoldSeconds: duration,
  waitingOfferSeconds: duration,
  vatRateHundredths: percent,
  discountHundredths: percent,
  permissions: (value, { language }) => (isPermission(value) ? apiKeyTexts[language].permissions[value] : undefined),
  role: (value, { language }) =>
    isRole(value)
      ? frameTexts[language].roles[value]
      : inWords((of) => deviceTexts[of].roles)(value, { language } as AuditReader),
  category: (value, { language }) => (isTenantCategory(value) ? commonTexts[language].categories[value] : undefined),
  language: languageCalled,
  languages: languageCalled,
  kind: (value, { language }) =>
    Object.entries(productTexts[language].kinds).find(([kind]) => kind === value)?.[1].name,
  kinds: inWords((language) => webhookTexts[language].kinds),
  membershipPeriod: inWords((language) => priceTexts[language].fields.membershipPeriodChoices),
  offlinePolicy: inWords((language) => eventTexts[language].fields.offlinePolicyChoices),
  eventCategory: inWords((language) => eventCategoryTexts[language].names),
  method: inWords((language) => reservationTexts[language].told.methods),
  paymentKeys: inWords((language) => auditFieldTexts[language].keys),
  seat: (value, { language }) => (value === freeSeating ? ticketTexts[language].freeSeating : undefined),
  list: (value, { language }) =>
    value === 'promotional_codes'
      ? codeTexts[language].title
      : Object.entries(exportTexts[language].lists).find(([list]) => list === value)?.[1].name,
  form: inWords((language) => exportTexts[language].forms),
  columns: inWords((language) => exportTexts[language].columns),
}

function wordOf(field: string, value: unknown, reader: AuditReader): string {
  const { language } = reader
  const { yes, no } = auditFieldTexts[language]
  if (typeof value === 'boolean') return value ? yes : no
  const text = String(value)
  const say = Object.hasOwn(says, field) ? says[field as AuditField] : undefined
  const said = say?.(text, reader)
  if (said !== undefined) return said
  if (typeof value === 'number') return new Intl.NumberFormat(localeOf(language)).format(value)
  return text
    .split(' ')
    .map((word) => partOf(word, reader))
    .join(' ')
}

/** Writes one word of a value: the name of an artist, or when they play. */
function partOf(word: string, { subjects, timeZone, now, language }: AuditReader): string {
  if (moment.test(word)) return momentText({ at: new Date(word), timeZone, now, language })
  if (!isUuid(word)) return word
  const subject = subjects.get(word)
  return subject === undefined || subject.name === '' ? shortReference(word) : subject.name
}

function languageCalled(value: string, { language }: AuditReader): string | undefined {
  return isSpoken(value) ? languageName(value, language) : undefined
}

/** Writes seconds in the largest unit that they are a whole number of. */
function duration(value: string, { language }: AuditReader): string {
  const seconds = Number(value)
  const [unit, size] = seconds % 3600 === 0 ? (['hour', 3600] as const) : (['minute', 60] as const)
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(localeOf(language), style).format(seconds / size)
}
