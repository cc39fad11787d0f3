import { mostCancellationHours, mostOfferHours } from '../features/tenant/tenant.ts'
import { type TenantValues, updateTenant } from '../features/tenant/update-tenant.ts'
import { tenantOption, wholeNumber } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = {
  readonly tenant: string
  readonly cancellationHours?: number | 'none'
  readonly offerHours?: number
}

export const tenantSet = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation whose rules they are'))
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
      .addHelpText('after', '\nWhat is not named stays as it is. Without an option it says what is set.'),
  async run(context, { options }) {
    const found = await findTenant(context, options.tenant)
    const changes = changesOf(options)
    const tenant = Object.keys(changes).length === 0 ? found : await updateTenant(context, found.id, changes)
    return {
      json: {
        slug: tenant.slug,
        cancellation_hours: tenant.cancellationHours,
        offer_hours: tenant.waitingOfferSeconds / 3600,
      },
      text: `Bookers of ${tenant.organisation} ${
        tenant.cancellationHours === null
          ? 'may not cancel what they paid online.'
          : `may cancel what they paid online until ${tenant.cancellationHours} hours before the start.`
      }\nThe next on a waiting list has ${tenant.waitingOfferSeconds / 3600} hours.`,
    }
  },
})

function changesOf({ cancellationHours, offerHours }: Options): Partial<TenantValues> {
  return {
    ...(cancellationHours === undefined
      ? {}
      : { cancellationHours: cancellationHours === 'none' ? null : cancellationHours }),
    ...(offerHours === undefined ? {} : { waitingOfferSeconds: offerHours * 3600 }),
  }
}

function hoursOrNone(value: string): number | 'none' {
  return value === 'none' ? value : wholeNumber(0, mostCancellationHours)(value)
}
