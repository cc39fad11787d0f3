import { mostCancellationHours } from '../features/tenant/tenant.ts'
import { updateTenant } from '../features/tenant/update-tenant.ts'
import { tenantOption, wholeNumber } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

type Options = { readonly tenant: string; readonly cancellationHours?: number | 'none' }

export const tenantSet = serviceCommand<Options>({
  define: (command) =>
    command
      .addOption(tenantOption('the organisation whose rules they are'))
      .option(
        '--cancellation-hours <number>',
        'hours before the start until which bookers may cancel what they paid online, or none',
        hoursOrNone,
      )
      .addHelpText('after', '\nWhat is not named stays as it is. Without an option it says what is set.'),
  async run(context, { options }) {
    const found = await findTenant(context, options.tenant)
    const { cancellationHours } = options
    const changes =
      cancellationHours === undefined
        ? {}
        : { cancellationHours: cancellationHours === 'none' ? null : cancellationHours }
    const tenant = Object.keys(changes).length === 0 ? found : await updateTenant(context, found.id, changes)
    return {
      json: { slug: tenant.slug, cancellation_hours: tenant.cancellationHours },
      text: `Bookers of ${tenant.organisation} ${
        tenant.cancellationHours === null
          ? 'may not cancel what they paid online.'
          : `may cancel what they paid online until ${tenant.cancellationHours} hours before the start.`
      }`,
    }
  },
})

function hoursOrNone(value: string): number | 'none' {
  return value === 'none' ? value : wholeNumber(0, mostCancellationHours)(value)
}
