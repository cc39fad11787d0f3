import { theServer } from '../features/account/actor.ts'
import { updateTenantWithTimes } from '../features/event-notice/change-time-zone.ts'
import {
  languagesOf,
  mostCancellationHours,
  mostEmailHoldHours,
  mostOfferHours,
  mostOnlineHoldMinutes,
  type Tenant,
} from '../features/tenant/tenant.ts'
import { colorSchemes, pictureHeaders, typePairs } from '../features/tenant/theme.ts'
import type { TenantValues } from '../features/tenant/update-tenant.ts'
import { languages } from '../lib/language.ts'
import { defined } from '../http/wire/defined.ts'
import { color, currency, spokenLanguages, timeZone, wholeNumber } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { oneOf, optional, type ValuesOf } from './options.ts'

const options = {
  '--online-hold <minutes>': optional(
    'how long places are held for who pays online',
    wholeNumber(1, mostOnlineHoldMinutes),
  ),
  '--email-hold <hours>': optional(
    'how long they are held for who has to confirm by mail',
    wholeNumber(1, mostEmailHoldHours),
  ),
  '--cancellation-hours <number>': optional(
    'hours before the start until which bookers may cancel what they paid online, or none',
    hoursOrNone,
  ),
  '--offer-hours <number>': optional(
    'hours that places are held for the next on a waiting list, less near the event',
    wholeNumber(1, mostOfferHours),
  ),
  '--currency <code>': optional('such as EUR; only before there are prices or payments', currency),
  '--language <code>': optional('of its mails, and of its pages by itself', oneOf(languages)),
  '--languages <codes>': optional(
    `what its pages are offered in, with commas between them (${languages.join(', ')}), or all`,
    spokenLanguages,
  ),
  '--time-zone <name>': optional('such as Europe/Paris', timeZone),
  '--accent-color <color>': optional('of its pages, mails and tickets, such as #2b3fd6', color),
  '--type-pair <name>': optional('the fonts of its pages', oneOf(typePairs)),
  '--color-scheme <name>': optional('whether its pages are light or dark, or as the device says', oneOf(colorSchemes)),
  '--picture-header <name>': optional('where its home page has the picture', oneOf(pictureHeaders)),
  '--transfers <on|off>': optional('whether bookers may give tickets to somebody else', oneOf(['on', 'off'])),
  '--mail-limit <on|off>': optional(
    'whether it mails few people a day who did not ask while it is new',
    oneOf(['on', 'off']),
  ),
}

type Given = ValuesOf<typeof options>

export const command = tenantCommand({
  whose: 'the organisation whose settings they are',
  options,
  remark: 'What is not named stays as it is. Without an option it says what is set.',
  async run(context, { id }, { options }) {
    const tenant = await updateTenantWithTimes(context, theServer, id, changesOf(options), { keepHours: false })
    return { json: settingsOf(tenant), text: describe(tenant) }
  },
})

function changesOf({ onlineHold, emailHold, offerHours, ...options }: Given): Partial<TenantValues> {
  const { currency, language, timeZone, cancellationHours, languages, transfers, mailLimit } = options
  const { accentColor, typePair, colorScheme, pictureHeader } = options
  return defined({
    currency,
    language,
    timeZone,
    accentColor,
    typePair,
    colorScheme,
    pictureHeader,
    onlineHoldSeconds: onlineHold && onlineHold * 60,
    emailHoldSeconds: emailHold && emailHold * 3600,
    waitingOfferSeconds: offerHours && offerHours * 3600,
    cancellationHours: cancellationHours === 'none' ? null : cancellationHours,
    languages: languages === 'all' ? null : languages,
    transfersAllowed: transfers && transfers === 'on',
    mailsLimited: mailLimit && mailLimit === 'on',
  })
}

function settingsOf(tenant: Tenant) {
  return {
    slug: tenant.slug,
    online_hold_minutes: tenant.onlineHoldSeconds / 60,
    email_hold_hours: tenant.emailHoldSeconds / 3600,
    cancellation_hours: tenant.cancellationHours,
    offer_hours: tenant.waitingOfferSeconds / 3600,
    transfers: tenant.transfersAllowed,
    mail_limit: tenant.mailsLimited,
    currency: tenant.currency,
    language: tenant.language,
    languages: languagesOf(tenant),
    time_zone: tenant.timeZone,
    accent_color: tenant.accentColor,
    type_pair: tenant.typePair,
    color_scheme: tenant.colorScheme,
    picture_header: tenant.pictureHeader,
  }
}

function describe(tenant: Tenant): string {
  const settings = settingsOf(tenant)
  const { cancellation_hours: cancellation } = settings
  return [
    `${tenant.organisation}: ${settings.currency}, ${settings.language}, ${settings.time_zone}, ${settings.accent_color}.`,
    `Its pages have the fonts ${settings.type_pair}, the colours ${settings.color_scheme}, and the picture ${settings.picture_header}.`,
    `Its pages are offered in ${settings.languages.join(', ')}.`,
    `Places are held ${settings.online_hold_minutes} minutes for who pays online, ${settings.email_hold_hours} hours for who has to confirm by mail.`,
    cancellation === null
      ? 'Bookers may not cancel what they paid online.'
      : `Bookers may cancel what they paid online until ${cancellation} hours before the start.`,
    `The next on a waiting list has ${settings.offer_hours} hours.`,
    `Tickets ${settings.transfers ? 'may' : 'may not'} be given to somebody else.`,
    settings.mail_limit
      ? 'While it is new it mails few people a day who did not ask.'
      : 'It mails as many people as it likes.',
  ].join('\n')
}

function hoursOrNone(value: string): number | 'none' {
  return value === 'none' ? value : wholeNumber(0, mostCancellationHours)(value)
}
