import { Option } from 'commander'
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
import type { TenantValues } from '../features/tenant/update-tenant.ts'
import { type Language, languages } from '../lib/language.ts'
import { defined } from '../http/wire/defined.ts'
import { color, currency, spokenLanguages, timeZone, wholeNumber } from './arguments.ts'
import { tenantCommand } from './command.ts'

type Options = {
  readonly onlineHold?: number
  readonly emailHold?: number
  readonly cancellationHours?: number | 'none'
  readonly offerHours?: number
  readonly currency?: string
  readonly language?: Language
  readonly languages?: readonly Language[] | 'all'
  readonly timeZone?: string
  readonly accentColor?: string
  readonly transfers?: 'on' | 'off'
  readonly mailLimit?: 'on' | 'off'
}

export const command = tenantCommand<Options>({
  whose: 'the organisation whose settings they are',
  define: (command) =>
    command
      .option(
        '--online-hold <minutes>',
        'how long places are held for who pays online',
        wholeNumber(1, mostOnlineHoldMinutes),
      )
      .option(
        '--email-hold <hours>',
        'how long they are held for who has to confirm by mail',
        wholeNumber(1, mostEmailHoldHours),
      )
      .option(
        '--cancellation-hours <number>',
        'hours before the start until which bookers may cancel what they paid online, or none',
        hoursOrNone,
      )
      .option(
        '--offer-hours <number>',
        'hours that places are held for the next on a waiting list, less near the event',
        wholeNumber(1, mostOfferHours),
      )
      .option('--currency <code>', 'such as EUR; only before there are prices or payments', currency)
      .addOption(new Option('--language <code>', 'of its mails, and of its pages by itself').choices(languages))
      .option(
        '--languages <codes>',
        `what its pages are offered in, with commas between them (${languages.join(', ')}), or all`,
        spokenLanguages,
      )
      .option('--time-zone <name>', 'such as Europe/Paris', timeZone)
      .option('--accent-color <color>', 'of its pages, mails and tickets, such as #2b3fd6', color)
      .addOption(
        new Option('--transfers <on|off>', 'whether bookers may give tickets to somebody else').choices(['on', 'off']),
      )
      .addOption(
        new Option(
          '--mail-limit <on|off>',
          'whether it mails few people a day who did not ask while it is new',
        ).choices(['on', 'off']),
      )
      .addHelpText('after', '\nWhat is not named stays as it is. Without an option it says what is set.'),
  async run(context, { id }, { options }) {
    const tenant = await updateTenantWithTimes(context, theServer, id, changesOf(options), { keepHours: false })
    return { json: settingsOf(tenant), text: describe(tenant) }
  },
})

function changesOf({ onlineHold, emailHold, offerHours, ...options }: Options): Partial<TenantValues> {
  const { currency, language, timeZone, accentColor, cancellationHours, languages, transfers, mailLimit } = options
  return defined({
    currency,
    language,
    timeZone,
    accentColor,
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
  }
}

function describe(tenant: Tenant): string {
  const settings = settingsOf(tenant)
  const { cancellation_hours: cancellation } = settings
  return [
    `${tenant.organisation}: ${settings.currency}, ${settings.language}, ${settings.time_zone}, ${settings.accent_color}.`,
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
