import { theServer } from '../features/account/actor.ts'
import { archiveOrganisation } from '../features/overview/archive-organisation.ts'
import { countEnding } from '../features/overview/ending.queries.ts'
import { longestReason } from '../features/tenant/approval.ts'
import { actFromRoot } from '../features/tenant/note-at-root.ts'
import { amountText } from '../lib/format.ts'
import { amountFromMinor } from '../lib/money.ts'
import { text } from './arguments.ts'
import { tenantCommand } from './command.ts'
import { flag, required } from './options.ts'

export const command = tenantCommand({
  whose: 'the organisation that ends',
  options: {
    '--reason <text>': required('why, for its owners, who are told, and for the audit logs', text(longestReason)),
    '--yes': flag('also while it has events or bookings to come, or owes refunds'),
  },
  remark: 'Without --yes it says what is to come, and archives nothing.',
  async run(context, tenant, { options: { reason, yes } }) {
    const ending = await context.database.asTenant(tenant.id, (tx) =>
      countEnding(tx, { now: context.now(), timeZone: tenant.timeZone }),
    )
    const refunds = ending.refunds.map(({ amountMinor, currency }) => ({
      amount: amountFromMinor(amountMinor, currency),
      currency,
    }))
    const { events, bookings } = ending
    const left = { events, bookings, refunds_due: refunds }
    const due = ending.refunds.map(({ amountMinor, currency }) => amountText(amountMinor, currency, 'en')).join(' + ')
    const counted = `Upcoming events: ${events}. Bookings to come: ${bookings}. Refunds due: ${due || 'none'}.`
    const isNothing = events + bookings + refunds.length === 0
    if (!isNothing && !yes)
      return {
        json: { uuid: tenant.id, slug: tenant.slug, archived: false, ...left },
        text: `${counted}\nThe people who booked are not told. Nothing was archived: say --yes if it is meant.`,
        refused: true,
      }
    const { organisation } = tenant
    const archive = () => archiveOrganisation(context, tenant, theServer, reason)
    const noted = { tenant, action: 'organisation.archived', after: { reason } } as const
    const isNew = await actFromRoot(context, theServer, noted, archive, (isArchived) => isArchived)
    return {
      json: { uuid: tenant.id, slug: tenant.slug, archived: true, already: !isNew, ...left },
      text: isNew
        ? `Nobody answers for ${organisation} any more. Its data is kept, and its owners are told. \`guichet tenant restore\` brings it back.${isNothing ? '' : `\n${counted}`}`
        : `${organisation} was archived already: nothing was changed, and nobody was told.`,
    }
  },
})
